import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openWorld, rowsOf, type Reply, type World } from '#test/support/world.ts'

// A link drawn in one call: all of it or none, by whoever sees all of it, and by one of two at a time.

describe('a drawn link', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  type Of = 'A1' | 'A2' | 'B1'
  const clientOf = (owner: Of) => world.target('clients', owner)?.id ?? 0
  const post = (path: string, body: object, who = 'staffA') => world.call(who, 'POST', path, { body })
  const errorsOf = ({ status, body }: Reply) => [status, body.errors]
  const made = (reply: Reply) => {
    expect([reply.status, reply.body.errors]).toEqual([201, undefined])
    return dataOf(reply)
  }
  let n = 0
  const stationOf = async (owner: Of, more: object = {}) =>
    made(await post('stations', { name: `Antena ${++n}`, client_id: clientOf(owner), ...more }, 'superAdmin'))
  const three = async () => [await stationOf('A1'), await stationOf('A1'), await stationOf('A1')].map(({ id }) => id)
  const joining = (one: number, other: number, more: object = {}) => ({
    station_1_id: one,
    station_2_id: other,
    ...more,
  })
  const drawingOf = (ids: readonly number[], connections: readonly object[], more: object = {}) => ({
    client_id: clientOf('A1'),
    stations: ids.map(station_id => ({ station_id })),
    connections,
    ...more,
  })
  const draw = (body: object, who = 'staffA') => post('station-links/desenho', body, who)
  async function read(uuid: unknown, who = 'staffA') {
    const reply = await world.call(who, 'GET', `station-links/desenho/${String(uuid)}`)
    return { reply, etag: reply.headers.etag ?? '', data: Object(reply.body.data) }
  }
  const redraw = (uuid: unknown, body: object, etag?: string) =>
    world.call('staffA', 'PUT', `station-links/desenho/${String(uuid)}`, {
      body,
      ...(etag && { headers: { 'if-match': etag } }),
    })
  const linksOf = async () => (await world.call('superAdmin', 'GET', 'station-links?per_page=1')).body.total

  test('comes with its property and its connections, and is read back as it was drawn', async () => {
    const [one = 0, two = 0, third = 0] = await three()
    const link = made(
      await draw(
        drawingOf([one, two, third], [joining(one, two, { capacity: 1.5, swap: true }), joining(two, third)], {
          slp_id: 'P9',
        }),
      ),
    )
    const { data } = await read(link.uuid)
    expect(data).toMatchObject({
      stations: [{ station_id: one }, { station_id: two }, { station_id: third }],
      connections: [
        { station_1_id: one, station_2_id: two, capacity: 1.5, swap: true, exists: false },
        { station_1_id: two, station_2_id: third, capacity: null },
      ],
      properties: [{ slp_id: 'P9', status_closed: false }],
      closed: [],
      unseen: 0,
    })
    const properties = rowsOf(
      await world.call('staffA', 'GET', `station-link-properties?filter[station_link_id]=${link.id}`),
    )
    expect(properties).toHaveLength(1)
  })

  test('is all there or not at all: what is wrong is told under its place', async () => {
    const [one = 0, two = 0] = await three()
    const strangers = await stationOf('A2')
    const before = await linksOf()
    const outside = ['Esta estação não está no enlace. Escolha uma das dele.']
    const refusals: readonly (readonly [object, object])[] = [
      [drawingOf([one], [joining(one, two)]), { 'connections.0.station_2_id': outside }],
      [
        drawingOf([one, two], [joining(one, two), joining(two, one)]),
        { 'connections.1.station_2_id': ['Esta conexão já existe nesta propriedade.'] },
      ],
      [
        drawingOf([one, two], [joining(one, one)]),
        { 'connections.0.station_2_id': ['Escolha outra estação: uma conexão liga duas.'] },
      ],
      [drawingOf([one, two], [joining(one, two, { capacity: -1 })]), { 'connections.0.capacity': ['O mínimo é 0.'] }],
      [
        drawingOf([one, strangers.id], [joining(one, strangers.id)]),
        { 'stations.1.station_id': ['Esta estação não é do cliente nem é compartilhada com ele.'] },
      ],
      [drawingOf([], []), { create_anyway: ['O enlace não tem estações. Marque para registrar mesmo assim.'] }],
    ]
    for (const [body, errors] of refusals) expect(errorsOf(await draw(body))).toEqual([422, errors])
    expect((await draw(drawingOf([one, two], [joining(one, two)], { client_id: clientOf('B1') }))).status).toBe(422)
    const other = made(await draw(drawingOf([one, two], [joining(one, two)])))
    const [theirs] = rowsOf(
      await world.call('staffA', 'GET', `station-link-properties?filter[station_link_id]=${other.id}`),
    )
    const mixed = await draw(
      drawingOf([one, two], [joining(one, two, { station_link_property_id: theirs?.id })], { create_anyway: true }),
    )
    expect(errorsOf(mixed)).toEqual([
      422,
      { 'connections.0.station_link_property_id': ['Esta propriedade não é deste enlace.'] },
    ])
    expect(await linksOf()).toBe(Number(before) + 1)
  })

  test('a station shared with its client may be in it; its owner’s others may not', async () => {
    const own = await stationOf('A1')
    const lent = await stationOf('A2', { client_shared_stations: [{ client_id: clientOf('A1') }] })
    made(await draw(drawingOf([own.id, lent.id], [joining(own.id, lent.id)])))
    const kept = await stationOf('A2')
    expect((await draw(drawingOf([own.id, kept.id], [joining(own.id, kept.id)]))).status).toBe(422)
    // Whoever shares the link brings all of theirs.
    const shared = drawingOf([own.id, kept.id], [joining(own.id, kept.id)], { shared_client_id: clientOf('A2') })
    made(await draw(shared))
  })

  test('like another one it is refused once, shown with what it is like, and registered where that is meant', async () => {
    const [one = 0, two = 0] = await three()
    const body = drawingOf([one, two], [joining(one, two, { capacity: 10 })])
    const twelve = await Promise.all(Array.from({ length: 12 }, () => draw(body)))
    expect(twelve.map(({ status }) => status).filter(status => status === 201)).toHaveLength(1)
    const query = `client_id=${clientOf('A1')}&stations=${two},${one}`
    const alike = await world.call('staffA', 'GET', `station-links/parecidos?${query}`)
    expect(Object(alike.body.data)[0]).toMatchObject({ connections: [{ capacity: 10 }] })
    const [found] = rowsOf(alike)
    expect(rowsOf(await world.call('staffA', 'GET', `station-links/parecidos?${query}&except=${found?.id}`))).toEqual(
      [],
    )
    expect(
      rowsOf(await world.call('staffA', 'GET', `station-links/parecidos?${query}&attendance_middle_id=1`)),
    ).toEqual([])
    for (const wrong of ['client_id=x&stations=1', 'client_id=1&stations=', `client_id=${clientOf('A1')}&stations=1;2`])
      expect((await world.call('staffA', 'GET', `station-links/parecidos?${wrong}`)).status).toBe(422)
    made(await draw({ ...body, create_anyway: true }))
  })

  test('is drawn over: connections come, change and go with what they hold, and the rest stays', async () => {
    const [one = 0, two = 0, third = 0] = await three()
    const link = made(await draw(drawingOf([one, two, third], [joining(one, two), joining(two, third)])))
    const first = await read(link.uuid)
    const [kept] = first.data.connections
    const reply = await redraw(
      link.uuid,
      {
        connections: [
          joining(one, two, { id: kept.id, capacity: 3, exists: true }),
          joining(one, third, { capacity: 0.5 }),
        ],
      },
      first.etag,
    )
    expect(reply.status).toBe(200)
    const { data } = await read(link.uuid)
    expect(data.connections).toMatchObject([
      { id: kept.id, capacity: 3, exists: true },
      { station_1_id: one, station_2_id: third, capacity: 0.5 },
    ])
    const gone = await redraw(link.uuid, { stations: [{ station_id: one }, { station_id: third }] })
    expect(gone.status).toBe(422)
    expect((await read(link.uuid)).data.stations).toHaveLength(3)
    // A connection of another link is not drawn here by its id, over this link or as a new one.
    const strange = made(await draw(drawingOf([one, two, third], [joining(one, two)], { create_anyway: true })))
    const theirs = (await read(strange.uuid)).data.connections[0]
    const taken = await redraw(link.uuid, { connections: [joining(one, two, { id: theirs.id, capacity: 99 })] })
    const others = ['Esta conexão não é das abertas deste enlace. Recarregue o desenho.']
    expect(errorsOf(taken)).toEqual([422, { 'connections.0.id': others }])
    const anew = drawingOf([one, two], [joining(one, two, { id: theirs.id })], { create_anyway: true })
    expect(errorsOf(await draw(anew))).toEqual([422, { 'connections.0.id': others }])
    expect((await read(link.uuid)).data.connections).toHaveLength(2)
    expect((await read(strange.uuid)).data.connections).toMatchObject([{ id: theirs.id, capacity: null }])
  })

  test('two that draw over the same one: the second is shown what the first drew', async () => {
    const [one = 0, two = 0, third = 0] = await three()
    const link = made(await draw(drawingOf([one, two, third], [joining(one, two)])))
    const { etag, data } = await read(link.uuid)
    const [kept] = data.connections
    const mine = [joining(one, two, { id: kept.id }), joining(two, third)]
    const theirs = [joining(one, two, { id: kept.id, capacity: 7 })]
    const both = await Promise.all([mine, theirs].map(connections => redraw(link.uuid, { connections }, etag)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const stale = both.find(({ status }) => status === 412)
    const now = await read(link.uuid)
    expect(Object(stale?.body.data).current.connections).toHaveLength(now.data.connections.length)
    expect(now.etag).not.toBe(etag)
    // What changes one of its connections elsewhere changes the drawing too.
    await world.call('staffA', 'DELETE', `station-link-property-connections/${kept.uuid}`)
    expect((await redraw(link.uuid, { observations: 'x' }, now.etag)).status).toBe(412)
  })

  test('finished it is drawn no more, and what is closed in it is told apart', async () => {
    const [one = 0, two = 0] = await three()
    const link = made(await draw(drawingOf([one, two], [joining(one, two, { exists: true })])))
    const [property] = (await read(link.uuid)).data.properties
    expect((await world.call('staffA', 'PUT', `station-links/${link.uuid}/finalizar`)).status).toBe(409)
    expect((await world.call('staffA', 'PUT', `station-link-properties/${property.uuid}/finalizar`)).status).toBe(200)
    expect((await read(link.uuid)).data).toMatchObject({ connections: [], closed: [{ station_1_id: one }] })
    expect((await world.call('staffA', 'PUT', `station-links/${link.uuid}/finalizar`)).status).toBe(200)
    const shut = await redraw(link.uuid, { connections: [joining(one, two)] })
    expect([shut.status, shut.body.message]).toEqual([409, 'O enlace está finalizado: reabra antes.'])
    expect((await world.call('staffA', 'PUT', `station-links/${link.uuid}/reabrir`)).status).toBe(200)
    // What is closed is not written into by its number either.
    const into = [joining(one, two, { station_link_property_id: property.id })]
    expect((await redraw(link.uuid, { connections: into })).status).toBe(409)
  })

  test('several come at once, all of them or none, and are taken back with their stations', async () => {
    const [one = 0, two = 0, third = 0] = await three()
    const good = [drawingOf([one, two], [joining(one, two)]), drawingOf([two, third], [joining(two, third)])]
    const before = await linksOf()
    const refused = await post('station-links/serie', { links: [...good, drawingOf([one], [joining(one, third)])] })
    expect(errorsOf(refused)).toMatchObject([422, { 'links.2.connections.0.station_2_id': [expect.any(String)] }])
    expect(await linksOf()).toBe(before)
    const reply = await post('station-links/serie', { links: good })
    expect(reply.body).toMatchObject({ message: '2 enlaces registrados.' })
    const { ids } = Object(reply.body.data)
    const back = (body: object, who = 'staffA') => world.call(who, 'PUT', 'stations/desfazer', { body })
    // A station that is still in a link refuses the whole.
    expect((await back({ links: [ids[0]], stations: [one, two] })).status).toBe(409)
    expect(await linksOf()).toBe(Number(before) + 2)
    expect((await back({})).status).toBe(422)
    expect((await back({ links: ids }, 'clientA')).status).toBe(403)
    expect((await back({ links: ids, stations: [one, two, third] })).status).toBe(200)
    expect(await linksOf()).toBe(before)
    expect((await world.call('staffA', 'GET', `stations/${one}`)).status).toBe(404)
  })

  test('of another company it is not there at all', async () => {
    const [one = 0, two = 0] = await three()
    const link = made(await draw(drawingOf([one, two], [joining(one, two)])))
    expect((await read(link.uuid, 'staffB')).reply.status).toBe(404)
    expect((await world.call('staffB', 'PUT', `station-links/desenho/${link.uuid}`, { body: {} })).status).toBe(404)
    expect((await world.call('staffB', 'PUT', 'stations/desfazer', { body: { links: [link.id] } })).status).toBe(404)
    expect((await draw(drawingOf([one, two], []), 'staffB')).status).toBe(422)
  })
})
