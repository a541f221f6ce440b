import { sql } from 'kysely'
import { clientCases, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { World } from '#test/support/world.ts'

const deleteParticularity = (world: World) =>
  sql`delete from clients_particularities where particularity_id = ${world.target('particularities', 'A1')?.id ?? 0}`.execute(
    world.db,
  )

export const particularitiesMatrix: MatrixCases = {
  'particularities.specific-synchronizer': (world, who) =>
    clientCases(
      world,
      who,
      client => `particularities/specific-synchronizer/${world.target('particularities', 'A1')?.uuid}/${client}`,
    ).map(each => ({
      ...each,
      // The first request copies the particularity: the next ones would find nothing left to copy.
      ...(each.status === 200 && {
        before: () => deleteParticularity(world),
      }),
    })),
  'particularities.sincronizar': (world, who) =>
    clientCases(world, who, client => client).map(({ about, url: client, status }) => ({
      about,
      url: `particularities/${world.target('particularities', 'A1')?.uuid}/sincronizar`,
      body: { clients: [client] },
      status,
      // The first request copies the particularity: the next ones would find nothing left to copy.
      ...(status === 200 && { before: () => deleteParticularity(world) }),
    })),
  'particularities.desfazer': (world, who) =>
    clientCases(world, who, client => client).map(({ about, url: client, status }) => ({
      about,
      url: `particularities/${world.target('particularities', 'A1')?.uuid}/desfazer`,
      // No row was changed at that version.
      body: { clients: [{ uuid: client, version: 999_999 }] },
      status,
      audits: 0,
    })),
}
