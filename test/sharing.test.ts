import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { stationLinks, stations } from '#features/network/stations/stations.ts'
import { metaTypeId } from '#kernel/meta.ts'
import { dataOf, openWorld, rowsOf, type Row, type World } from './support/world.ts'

// What a station shared with a client opens to its people, told of every operation that stations, their links and their papers
// have: to who may call them all, so that it is sharing that refuses, and not a permission.

const secret = 'zzINTBzz'
const octets = { 'content-type': 'application/octet-stream' }
/** Sections whose operations each have a cell here. */
const family =
  /^(?:stations|station-links|station-link-properties|station-link-property-connections|station-notes|station-uploads|meta-uploads|metas)\./

interface Shared {
  /** Of a client of B, shared with A1; its twin, which is not; one of A1 itself. */
  readonly lent: Row
  readonly kept: Row
  readonly own: Row
  readonly owner: Row
  readonly sharer: Row
  readonly middle: number
  /** Of the lent one: a paper, a note, the file of a field, and what was written down. */
  readonly paper: Row
  readonly note: Row
  readonly file: string
  readonly event: number
  /** As it stands when it is lent. */
  readonly version: number
  /** Of B, joins `lent` and `kept`; of A1, joins `own` and `lent`. */
  readonly link: Row
  readonly ownLink: Row
  readonly property: Row
  readonly connection: Row
}

interface Cell {
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** While it is shared, and after. */
  readonly status: number
  readonly after?: number
  /** Ids that stand in the answer while it is shared, of those three. */
  readonly shows?: readonly ('lent' | 'own')[]
}

const draft = ({ owner }: Shared) => ({ name: 'Torre', client_id: owner.id })
const gone = (url: string, body?: unknown, more: Partial<Cell> = {}): Cell => ({ url, body, status: 404, ...more })
const mayNot = (url: string, body?: unknown, more: Partial<Cell> = {}): Cell => ({
  url,
  body,
  status: 403,
  after: 404,
  ...more,
})
type CellsOf = (shared: Shared) => readonly Cell[]
/** What is asked of any row by its verb: of none of these is anything shown, nor done. */
const ofRow =
  (path: string, rowOf: (shared: Shared) => Row) =>
  (verb: string): CellsOf | undefined => {
    const at = (shared: Shared) => `${path}/${rowOf(shared).uuid}`
    const of: Readonly<Record<string, CellsOf>> = {
      index: shared => [{ url: `${path}?filter[id]=${rowOf(shared).id}`, status: 200 }],
      csv: shared => [{ url: `${path}/csv?filter[id]=${rowOf(shared).id}`, status: 200 }],
      show: shared => [gone(at(shared)), gone(`${path}/${rowOf(shared).id}`)],
      historico: shared => [gone(`${at(shared)}/historico`)],
      update: shared => [gone(at(shared), {})],
      destroy: shared => [gone(at(shared))],
      restaurar: shared => [gone(`${at(shared)}/restaurar`, {})],
      finalizar: shared => [gone(`${at(shared)}/finalizar`)],
      reabrir: shared => [gone(`${at(shared)}/reabrir`)],
      enable: shared => [gone(`${path}/enable`, { ids: [rowOf(shared).id] })],
      disable: shared => [gone(`${path}/disable`, { ids: [rowOf(shared).uuid] })],
    }
    return of[verb]
  }

const general: Readonly<Record<string, ReturnType<typeof ofRow>>> = Object.fromEntries(
  Object.entries<(shared: Shared) => Row>({
    'station-links': ({ link }) => link,
    'station-link-properties': ({ property }) => property,
    'station-link-property-connections': ({ connection }) => connection,
    'station-notes': ({ note }) => note,
    'station-uploads': ({ paper }) => paper,
  }).map(([path, rowOf]) => [path, ofRow(path, rowOf)]),
)

/** Operations that are not asked of a row alone: the cells of each. */
const cells: Readonly<Record<string, (shared: Shared) => readonly Cell[]>> = {
  'stations.index': ({ lent, kept, own }) => [
    { url: `stations?filter[id][in]=${[lent.id, kept.id, own.id].join()}`, status: 200, shows: ['lent', 'own'] },
    { url: `stations?filter[observations]=${secret}`, status: 200 },
    { url: `stations?columns=name,observations&filter[id]=${lent.id}`, status: 200, shows: ['lent'] },
    { url: `stations?pagination=false&sort=observations&filter[id]=${lent.id}`, status: 200, shows: ['lent'] },
  ],
  'stations.show': ({ lent, kept }) => [
    { url: `stations/${lent.id}`, status: 200, after: 404, shows: ['lent'] },
    { url: `stations/${lent.uuid}`, status: 200, after: 404, shows: ['lent'] },
    gone(`stations/${kept.id}`),
    gone(`stations/${kept.uuid}`),
  ],
  'stations.csv': ({ lent }) => [{ url: `stations/csv?filter[id]=${lent.id}`, status: 200, shows: ['lent'] }],
  'stations.client': ({ owner, sharer }) => [
    gone(`stations/client/${owner.uuid}`),
    { url: `stations/client/${sharer.uuid}?search=Divisa`, status: 200, shows: ['own'] },
  ],
  'stations.client.middle': ({ owner, sharer, middle }) => [
    gone(`stations/client/${owner.uuid}/attendance-middle/${middle}`),
    { url: `stations/client/${sharer.uuid}/attendance-middle/${middle}?search=Divisa`, status: 200, shows: ['own'] },
  ],
  'stations.middles': ({ owner }) => [gone(`stations/client/${owner.uuid}/attendance-middles`)],
  'stations.shared': ({ owner, sharer }) => [
    gone(`clients/${owner.uuid}/stations-shared-with-client`),
    { url: `clients/${sharer.uuid}/stations-shared-with-client?search=Divisa`, status: 200, shows: ['lent'] },
  ],
  'stations.shared.middle': ({ owner, sharer, middle }) => [
    gone(`stations/shared/${owner.uuid}/attendance-middle/${middle}`),
    { url: `stations/shared/${sharer.uuid}/attendance-middle/${middle}?search=Divisa`, status: 200, shows: ['lent'] },
  ],
  'stations.shared.owner': ({ owner, sharer }) => [
    gone(`clients/${owner.uuid}/stations-shared-with-client/${sharer.uuid}/attendance-middles`),
    { url: `clients/${sharer.uuid}/stations-shared-with-client/${owner.uuid}/attendance-middles`, status: 200 },
  ],
  'stations.shared.owner.middle': ({ owner, sharer, middle }) => [
    {
      url: `clients/${sharer.uuid}/stations-shared-with-client/${owner.uuid}/attendance-middles/${middle}/stations?search=Divisa`,
      status: 200,
      shows: ['lent'],
    },
  ],
  'stations.service-type': () => [{ url: 'stations/service-type/1?search=Divisa', status: 200 }],
  'stations.map': () => [{ url: 'station-links-map?search=Divisa', status: 200, shows: ['lent', 'own'] }],
  'stations.map.client': ({ owner, sharer }) => [
    gone(`station-links-map/${owner.uuid}`),
    { url: `station-links-map/${sharer.uuid}?search=Divisa`, status: 200, shows: ['lent', 'own'] },
  ],
  'stations.kml': ({ owner }) => [gone(`stations/kml/${owner.uuid}`)],
  'stations.kml.ler': () => [],
  'stations.lugares': () => [],
  'stations.pendencias': () => [{ url: 'stations/pendencias', status: 200 }],
  'stations.taxas': ({ owner }) => [gone(`clients/${owner.uuid}/taxas-de-estacoes?year=2027`)],
  'stations.taxas.planilha': ({ owner }) => [gone(`clients/${owner.uuid}/taxas-de-estacoes/planilha?year=2027`)],
  'stations.conferir': ({ owner }) => [
    {
      url: `stations/conferir?client_id=${owner.id}&name=Divisa guardada&lat=-22.9&lng=-47`,
      status: 200,
      shows: ['lent', 'own'],
    },
  ],
  // To begin one like it, for its client: that is theirs to say.
  'stations.store': shared => [{ url: 'stations', body: draft(shared), status: 422 }],
  'stations.serie': shared => [{ url: 'stations/serie', body: { stations: [draft(shared)] }, status: 422 }],
  'stations.update': ({ lent, sharer }) => [
    mayNot(`stations/${lent.uuid}`, { name: 'Tomada' }),
    mayNot(`stations/${lent.id}`, { client_id: sharer.id }),
    mayNot(`stations/${lent.uuid}`, { client_shared_stations: [] }),
  ],
  'stations.destroy': ({ lent }) => [mayNot(`stations/${lent.uuid}`)],
  'stations.restaurar': ({ lent, event }) => [mayNot(`stations/${lent.uuid}/restaurar`, { event, fields: ['metas'] })],
  'stations.historico': ({ lent }) => [mayNot(`stations/${lent.uuid}/historico`)],
  'stations.enable': ({ lent, kept }) => [gone('stations/enable', { ids: [lent.id, kept.id] })],
  'stations.disable': ({ lent }) => [mayNot('stations/disable', { ids: [lent.id] })],
  'stations.finalizar': ({ lent }) => [mayNot(`stations/${lent.uuid}/finalizar`)],
  'stations.reabrir': ({ lent }) => [mayNot(`stations/${lent.uuid}/reabrir`)],
  'stations.desfazer': ({ lent }) => [mayNot('stations/desfazer', { stations: [lent.id] })],
  'stations.anexar': ({ lent }) => [mayNot(`stations/${lent.uuid}/anexar?name=a.txt`, 'palavras', { headers: octets })],
  'station-notes.store': ({ lent }) => [
    { url: 'station-notes', body: { station_id: lent.id, content: 'x', happened_on: '2026-01-05' }, status: 404, after: 422 }, // prettier-ignore
  ],
  'station-notes.index': ({ lent }) => [{ url: `station-notes?filter[station_id]=${lent.id}`, status: 200 }],
  'station-uploads.index': ({ lent }) => [{ url: `station-uploads?filter[station_id]=${lent.id}`, status: 200 }],
  'station-links.store': ({ sharer, owner, own, lent, kept }) => [
    { url: 'station-links', body: { client_id: owner.id, create_anyway: true }, status: 422 },
    { url: 'station-links', body: { client_id: sharer.id, stations: [{ station_id: own.id }, { station_id: kept.id }] }, status: 422 }, // prettier-ignore
    { url: 'station-links', body: { client_id: sharer.id, attendance_middle_id: 2, stations: [{ station_id: own.id }, { station_id: lent.id }] }, status: 201, after: 422 }, // prettier-ignore
  ],
  'station-links.desenhar': ({ owner }) => [
    { url: 'station-links/desenho', body: { client_id: owner.id, create_anyway: true }, status: 422 },
  ],
  'station-links.serie': ({ owner }) => [
    { url: 'station-links/serie', body: { links: [{ client_id: owner.id, create_anyway: true }] }, status: 422 },
  ],
  'station-links.parecidos': ({ owner, lent, kept }) => [
    gone(`station-links/parecidos?client_id=${owner.id}&stations=${lent.id},${kept.id}`),
  ],
  'station-links.desenho': shared => [gone(`station-links/desenho/${shared.link.uuid}`)],
  'station-links.redesenhar': shared => [gone(`station-links/desenho/${shared.link.uuid}`, { observations: 'x' })],
  'station-links.perfil': shared => [gone(`station-links/${shared.link.uuid}/perfil`)],
  'station-links.perfil.pdf': shared => [gone(`station-links/${shared.link.uuid}/perfil/pdf`)],
  'station-link-properties.store': shared => [
    { url: 'station-link-properties', body: { station_link_id: shared.link.id }, status: 422 },
  ],
  'station-link-properties.id': shared => [gone(`station-link-properties/id/${shared.property.id}`)],
  'station-link-property-connections.store': shared => [
    {
      url: 'station-link-property-connections',
      body: { station_link_property_id: shared.property.id, station_1_id: shared.lent.id, station_2_id: shared.own.id },
      status: 422,
    },
  ],
  'meta-uploads.show': ({ file }) => [gone(`meta-uploads/${file}`)],
  'meta-uploads.store': ({ lent }) => [
    mayNot(`meta-uploads/stations/${lent.uuid}?name=a.txt`, 'palavras', { headers: octets }),
  ],
  // They have no fields to those who do not know them.
  'metas.definir': ({ lent }) => [
    { url: 'metas/consequencias', body: { section: 'stations', id: lent.uuid, metas: [] }, status: 200, after: 404 },
  ],
  'metas.levar': ({ lent }) => [
    { url: `metas/stations/${lent.uuid}/levar`, body: { look: true }, status: 200, after: 404 },
  ],
  // Each that is refused is told, and the others are done.
  'metas.desfazer': ({ lent, version }) => [
    { url: 'metas/stations/desfazer', body: { stations: [{ uuid: lent.uuid, version }] }, status: 200, after: 404 },
  ],
}

describe('a station shared with a client', () => {
  let world: World
  let shared: Shared
  const made = async (url: string, body: unknown, headers?: Readonly<Record<string, string>>) => {
    const reply = await world.call('superAdmin', 'POST', url, { body, ...(headers && { headers }) })
    if (reply.status !== 201) throw new Error(`${url}: ${reply.text}`)
    return dataOf(reply)
  }
  const target = (path: string, owner: 'A1' | 'B1'): Row => {
    const row = world.target(path, owner)
    if (!row) throw new Error(`no ${path} of ${owner}`)
    return { ...row, active: true }
  }

  /** Of B's client; what only its own people are to know carries a mark. */
  async function furnish(): Promise<Shared> {
    const [owner, sharer] = [target('clients', 'B1'), target('clients', 'A1')]
    const middle = 1
    const of = (client: Row, name: string, more: object = {}) =>
      made('stations', {
        name: `Divisa ${name}`,
        client_id: client.id,
        attendance_middle_id: middle,
        observations: secret,
        address: [{ lat: -22.9, lng: -47 }],
        ...more,
      })
    const another = await world.make(clients, 'B1')
    const lent = await of(owner, 'emprestada', {
      fistel_id: target('fistels', 'B1').id,
      metas: [{ key: 'laudo', meta_type_id: metaTypeId('file'), value: null, extras: { label: secret } }],
      client_shared_stations: [{ client_id: sharer.id }, { client_id: another.id }],
    })
    const [kept, own] = [await of(owner, 'guardada'), await of(sharer, 'própria', { observations: null })]
    const sent = await world.call('superAdmin', 'POST', `meta-uploads/stations/${lent.uuid}?name=${secret}.txt`, {
      body: 'outro laudo',
      headers: octets,
    })
    expect(sent.status).toBe(201)
    const { uuid, value }: { readonly uuid: string; readonly value: string } = Object(sent.body.data)
    const held = await world.call('superAdmin', 'PUT', `stations/${lent.uuid}`, {
      body: {
        metas: [{ key: 'laudo', meta_type_id: metaTypeId('file'), value, extras: { label: secret } }],
      },
    })
    expect(held.status).toBe(200)
    const version = Number(/\d+/.exec(held.headers.etag ?? '')?.[0])
    const paper = await made(`stations/${lent.uuid}/anexar?name=${secret}.txt`, 'papel', octets)
    const written = await made('station-notes', { station_id: lent.id, content: secret, happened_on: '2026-01-05' })
    const linkOf = async (client: Row, ends: readonly Row[]) => {
      const link = await made('station-links', {
        client_id: client.id,
        observations: client === owner ? secret : null,
        stations: ends.map(({ id }) => ({ station_id: id })),
      })
      const property = await made('station-link-properties', { station_link_id: link.id })
      const [one, other] = ends
      const connection = await made('station-link-property-connections', {
        station_link_property_id: property.id,
        station_1_id: one?.id,
        station_2_id: other?.id,
      })
      return { link, property, connection }
    }
    const theirs = await linkOf(owner, [lent, kept])
    const { link: ownLink } = await linkOf(sharer, [own, lent])
    const [event] = rowsOf(await world.call('superAdmin', 'GET', `stations/${lent.uuid}/historico`))
    return {
      lent,
      kept,
      own,
      owner,
      sharer,
      middle,
      paper,
      note: written,
      file: uuid,
      version,
      event: event?.id ?? 0,
      ...theirs,
      ownLink,
    }
  }

  beforeAll(async () => {
    world = await openWorld({ fittings: { pace: { pollMs: 3_600_000 } } })
    shared = await furnish()
    // Somebody of the client, of a profile that may everything a profile for clients can hold.
    const { rows } = await sql<{ id: number }>`
      insert into profiles (name, slug, audience) values ('Tudo', 'tudo', 'clientes') returning id`.execute(world.db)
    const profile = rows[0]?.id ?? 0
    const names = world.house.operations.filter(each => each.access === 'permission').map(({ id }) => id)
    await sql`insert into profiles_profile_roles (parent_id, position, role)
      select ${profile}, 1, role from unnest(${names}::text[]) role`.execute(world.db)
    await sql`update users set profile_id = ${profile} where id = ${world.people.clientA}`.execute(world.db)
    await world.enter('sharer', world.people.clientA)
  })
  afterAll(() => world?.close())

  /** What came of every cell, as it should not have. */
  async function wrongIn(isShared: boolean): Promise<readonly string[]> {
    const wrong: string[] = []
    const operations = world.house.operations.filter(({ id }) => family.test(id))
    expect(operations.length).toBeGreaterThan(80)
    for (const { id, method } of operations) {
      const [path = '', verb = ''] = id.split('.')
      const asked = (cells[id] ?? general[path]?.(verb))?.(shared)
      if (!asked) wrong.push(`add a cell for ${id}`)
      for (const { url, body, headers, status, after = status, shows = [] } of asked ?? []) {
        const reply = await world.call('sharer', method, url, { body, ...(headers && { headers }) })
        const said = (what: string) => wrong.push(`${method} ${url}: ${what}`)
        const due = isShared ? status : after
        if (reply.status !== due) said(`${reply.status} instead of ${due}: ${reply.body.message}`)
        if (reply.text.includes(secret)) said('tells what is its owner’s')
        if (method !== 'GET' || due !== 200) continue
        for (const name of ['lent', 'kept', 'own'] as const) {
          const due = shows.some(each => each === name && (isShared || name === 'own'))
          const { uuid, name: title } = shared[name]
          if ((reply.text.includes(uuid) || reply.text.includes(String(title))) !== due)
            said(`${due ? 'lacks' : 'shows'} the ${name} one`)
        }
      }
    }
    return wrong
  }

  test('opens what tells it from others, to look at alone; all else is its own client’s', async () => {
    expect(await wrongIn(true)).toEqual([])
    const { lent, owner, sharer, version } = shared
    expect((await world.call('superAdmin', 'GET', `stations/${lent.uuid}`)).headers.etag).toBe(`"${version}"`)
    const seen = dataOf(await world.call('sharer', 'GET', `stations/${lent.uuid}`))
    expect(seen).toMatchObject({
      name: 'Divisa emprestada',
      client: { id: owner.id, name: expect.any(String) },
      client_shared_stations: [{ client_id: sharer.id }],
      address: [{ lat: -22.9, lng: -47 }],
      attendance_middle: { id: 1 },
      fistel_id: null,
      fistel: null,
      observations: null,
      metas: [],
    })
    // Its own people, and staff, know it whole.
    for (const who of ['clientB', 'staffB', 'superAdmin']) {
      const whole = await world.call(who, 'GET', `stations/${lent.uuid}`)
      expect(dataOf(whole)).toMatchObject({ observations: secret, metas: [{ key: 'laudo' }] })
      expect((await world.call(who, 'GET', `meta-uploads/${shared.file}`)).status).toBe(200)
    }
    // Whose company sees it not, sees none of it.
    expect((await world.call('staffA', 'GET', `stations/${lent.uuid}`)).status).toBe(404)
    const name = async () => dataOf(await world.call('sharer', 'GET', `station-links/${shared.ownLink.uuid}`)).name
    expect(await name()).toContain('Divisa emprestada')
  })

  test('is theirs no more, by any way, from the moment that is taken back', async () => {
    const { lent, own, ownLink } = shared
    const taken = await world.call('superAdmin', 'PUT', `stations/${lent.uuid}`, {
      body: { client_shared_stations: [] },
    })
    expect(taken.status).toBe(200)
    expect(await wrongIn(false)).toEqual([])
    const link = await world.call('sharer', 'GET', `station-links/${ownLink.uuid}`)
    expect(dataOf(link).name).toContain(String(own.name))
    expect(link.text).not.toContain('Divisa emprestada')
  })

  test('is asked for by sections there are', () => {
    expect([stations.path, stationLinks.path].every(path => family.test(`${path}.index`))).toBe(true)
  })
})
