import { stations } from '#features/network/stations/stations.ts'
import { metaTypeId } from '#kernel/meta.ts'
import { owners, sees, textFile, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { World } from '#test/support/world.ts'

/** Stores a file in a field of this station, and answers its uuid. */
async function storeFieldFile(world: World, station: string): Promise<string> {
  const sent = await world.call('superAdmin', 'POST', `meta-uploads/stations/${station}?name=laudo.txt`, textFile)
  const { uuid, value }: { readonly uuid: string; readonly value: string } = Object(sent.body.data)
  const metas = [{ key: 'laudo', meta_type_id: metaTypeId('file'), value, extras: { label: 'Laudo' } }]
  const { status, text } = await world.call('superAdmin', 'PUT', `stations/${station}`, { body: { metas } })
  if (status !== 200) throw new Error(text)
  return uuid
}

export const metasMatrix: MatrixCases = {
  'metas.definir': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: 'metas/consequencias',
      body: { section: 'stations', id: world.target('stations', owner)?.uuid, metas: [] },
      status: sees(who, owner) ? 200 : 404,
    })),
  // A preview alone: the number of stations changes as other cases run.
  'metas.levar': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: `metas/stations/${world.target('stations', owner)?.uuid}/levar`,
      body: { look: true },
      status: sees(who, owner) ? 200 : 404,
      audits: 0,
    })),
  'metas.desfazer': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: 'metas/stations/desfazer',
      // No row was changed at that version.
      body: { stations: [{ uuid: world.target('stations', owner)?.uuid, version: 999_999 }] },
      status: sees(who, owner) ? 200 : 404,
      audits: 0,
    })),
  'meta-uploads.store': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: `meta-uploads/stations/${world.target('stations', owner)?.uuid}?name=laudo.txt`,
      ...textFile,
      status: sees(who, owner) ? 201 : 404,
    })),
  'meta-uploads.show': async (world, who) =>
    Promise.all(
      owners.map(async owner => ({
        about: owner,
        url: `meta-uploads/${await storeFieldFile(world, (await world.make(stations, owner)).uuid)}`,
        status: sees(who, owner) ? 200 : 404,
      })),
    ),
}
