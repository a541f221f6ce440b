import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NetworkMap } from '#features/network/stations/map/api.ts'
import { iconOf, markOfIcon } from '#features/network/stations/map/map.ts'
import { dataOf, openWorld, type Owner, type Principal, type World } from '#test/support/world.ts'

describe('the map of the network', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const clientOf = (owner: Owner) => world.target('clients', owner)?.id ?? 0
  const post = async (path: string, body: object) => dataOf(await world.call('superAdmin', 'POST', path, { body }))
  const station = (owner: Owner, name: string, more: object = {}) =>
    post('stations', {
      name,
      client_id: clientOf(owner),
      attendance_middle_id: 1,
      address: [{ lat: -22.906, lng: -47.061 }],
      ...more,
    })
  /** A connection of a link of its own, between these. */
  async function connection(owner: Owner, one: number, other: number, more: object = {}) {
    const link = await post('station-links', {
      client_id: clientOf(owner),
      stations: [one, other].map(station_id => ({ station_id })),
    })
    const property = await post('station-link-properties', { station_link_id: link.id })
    const ends = { station_1_id: one, station_2_id: other }
    const made = await post('station-link-property-connections', {
      station_link_property_id: property.id,
      ...ends,
      ...more,
    })
    return { link, made }
  }
  async function mapFor(who: Principal, query = ''): Promise<NetworkMap> {
    const { status, body, text } = await world.call(who, 'GET', `station-links-map${query}`)
    if (status !== 200) throw new Error(text)
    return Object(body.data)
  }
  const namesOn = (map: NetworkMap) => map.stations.map(({ name }) => name)

  test('a station is told with its client, its medium, its drawing and where it stands', async () => {
    const made = await station('A1', 'Mapa Morro', { station_number: '1012345', technology_type_id: 1 })
    const { stations } = await mapFor('superAdmin', '?search=Mapa Morro')
    expect(stations).toHaveLength(1)
    expect(stations[0]).toEqual({
      id: made.id,
      uuid: made.uuid,
      name: 'Mapa Morro',
      client: { id: clientOf('A1'), uuid: world.target('clients', 'A1')?.uuid, name: expect.any(String) },
      attendance_middle: { id: 1, uuid: expect.any(String), name: 'Fibra' },
      technology_type: { id: 1, uuid: expect.any(String), name: expect.any(String) },
      status: { id: expect.any(Number), uuid: expect.any(String), name: 'Em aberto' },
      station_number: '1012345',
      shared: false,
      icon_url: '/map/fibra.svg',
      latitude: -22.906,
      longitude: -47.061,
    })
  })

  test('what has no coordinates is counted, and the filters are those of the list', async () => {
    await station('A1', 'Contada com lugar')
    await station('A1', 'Contada sem lugar', { address: [] })
    await station('A1', 'Contada só na rua', { address: [{ address: 'Rua do Porto' }] })
    await station('A1', 'Contada por rádio', { attendance_middle_id: 2 })
    const all = await mapFor('staffA', '?search=Contada&sort=-name&page=3')
    expect(namesOn(all).toSorted()).toEqual(['Contada com lugar', 'Contada por rádio'])
    expect(all.without).toBe(2)
    const narrow = await mapFor('staffA', '?search=Contada&filter[attendance_middle_id]=2')
    expect(namesOn(narrow)).toEqual(['Contada por rádio'])
    expect(narrow.without).toBe(0)
    expect(await mapFor('staffA', '?search=Ninguém se chama assim')).toEqual({
      stations: [],
      links: [],
      without: 0,
      places: false,
    })
    expect((await world.call('staffA', 'GET', 'station-links-map?filter[nada]=1')).status).toBe(422)
  })

  test('a client sees its own stations and those shared with it, with their origin and nothing else of whose they are', async () => {
    const own = await station('A1', 'Vista própria')
    const lent = await station('B1', 'Vista emprestada', { client_shared_stations: [{ client_id: clientOf('A1') }] })
    const strange = await station('B1', 'Vista alheia')
    await connection('A1', own.id, lent.id)
    await connection('B1', lent.id, strange.id)
    const theirs = await mapFor('clientA', '?search=Vista')
    expect(namesOn(theirs).toSorted()).toEqual(['Vista emprestada', 'Vista própria'])
    expect(theirs.stations.find(({ id }) => id === lent.id)).toMatchObject({
      client: { id: clientOf('B1') },
      shared: true,
    })
    expect(theirs.links.map(each => [each.station_1_id, each.station_2_id])).toEqual([[own.id, lent.id]])
    const inTheHouse = await mapFor('superAdmin', '?search=Vista')
    expect(inTheHouse.links).toHaveLength(2)
    // Whoever works for one company sees neither the other's station nor a link that ends there.
    const bound = await mapFor('staffA', '?search=Vista')
    expect(namesOn(bound)).toEqual(['Vista própria'])
    expect(bound.links).toEqual([])
    // B lends a station: what A does with it is not told to B.
    expect((await mapFor('clientB', '?search=Vista')).links.map(each => each.station_2_id)).toEqual([strange.id])
  })

  test('of one client, its own and those it may use, by id or uuid, and to nobody it is not of', async () => {
    await station('A2', 'Pedida de outro')
    await station('A1', 'Pedida do cliente')
    await station('A2', 'Pedida junto', { client_shared_stations: [{ client_id: clientOf('A1') }] })
    for (const key of [clientOf('A1'), world.target('clients', 'A1')?.uuid]) {
      const found = await mapFor('staffA', `/${key}?search=Pedida`)
      expect(namesOn(found).toSorted()).toEqual(['Pedida do cliente', 'Pedida junto'])
    }
    expect(namesOn(await mapFor('clientA', `/${clientOf('A1')}?search=Pedida`))).toHaveLength(2)
    for (const who of ['clientB', 'staffB'] as const)
      expect((await world.call(who, 'GET', `station-links-map/${clientOf('A1')}`)).status).toBe(404)
    expect((await world.call('withoutRoutes', 'GET', 'station-links-map')).status).toBe(403)
    expect((await world.call('anonymous', 'GET', 'station-links-map')).status).toBe(401)
  })

  test('a connection says what it carries, and is seen with its link and both its ends alone', async () => {
    const [one, other] = [await station('A1', 'Ligada um'), await station('A1', 'Ligada dois')]
    const { link, made } = await connection('A1', one.id, other.id, { capacity: 1.0005, exists: true })
    const seen = () => mapFor('staffA', '?search=Ligada').then(({ links }) => links)
    expect(await seen()).toEqual([
      {
        id: made.id,
        uuid: made.uuid,
        station_link_uuid: link.uuid,
        station_1_id: one.id,
        latitude_1: -22.906,
        longitude_1: -47.061,
        station_2_id: other.id,
        latitude_2: -22.906,
        longitude_2: -47.061,
        attendance_middle: null,
        capacity: 1.0005,
        exists: true,
        swap: false,
        own_link: true,
        status: { id: expect.any(Number), uuid: expect.any(String), name: 'Em aberto' },
      },
    ])
    expect((await mapFor('staffA', `?search=Ligada&filter[id]=${one.id}`)).links).toEqual([])
    const call = async (...asked: Parameters<World['call']>) => expect((await world.call(...asked)).status).toBe(200)
    await call('superAdmin', 'PUT', 'station-links/disable', { body: { ids: [link.id] } })
    expect((await mapFor('clientA', '?search=Ligada')).links).toEqual([])
    expect(await seen()).toHaveLength(1)
    await call('superAdmin', 'PUT', 'station-links/enable', { body: { ids: [link.id] } })
    expect((await mapFor('clientA', '?search=Ligada')).links).toHaveLength(1)
    await call('superAdmin', 'DELETE', `station-link-property-connections/${made.uuid}`)
    expect(await seen()).toEqual([])
  })
})

test('a medium has its drawing, and any other a neutral one', () => {
  expect(['radio', 'cabo-coaxial', 'pombo-correio', null, 'constructor'].map(iconOf)).toEqual([
    '/map/radio.svg',
    '/map/cabo-coaxial.svg',
    '/map/outro.svg',
    '/map/outro.svg',
    '/map/outro.svg',
  ])
  expect(markOfIcon('/map/satelite.svg')).toBe('satelite')
  expect(markOfIcon('/map/nada.svg')).toBe('outro')
})
