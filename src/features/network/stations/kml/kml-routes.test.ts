import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

describe('KML', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())
  const post = async (path: string, body: object) => dataOf(await world.call('superAdmin', 'POST', path, { body }))
  const clientOf = (owner: 'A1' | 'A2') => world.target('clients', owner)?.id ?? 0
  const send = (body: Buffer | string, who = 'staffA') =>
    world.call(who, 'POST', 'stations/kml', { body, headers: { 'content-type': 'application/octet-stream' } })

  test('what goes out of a client is its own and what it may use, and comes in as it went', async () => {
    const at = (name: string, lat: number, owner: 'A1' | 'A2', more: object = {}) =>
      post('stations', {
        name,
        client_id: clientOf(owner),
        attendance_middle_id: 2,
        address: [{ lat, lng: -47 }],
        ...more,
      })
    const own = await at('Saída <própria>', -22.1, 'A1')
    const lent = await at('Saída emprestada', -22.2, 'A2', { client_shared_stations: [{ client_id: clientOf('A1') }] })
    await at('Saída alheia', -22.3, 'A2')
    await post('station-links/desenho', {
      client_id: clientOf('A1'),
      attendance_middle_id: 2,
      stations: [own, lent].map(({ id }) => ({ station_id: id })),
      connections: [{ station_1_id: own.id, station_2_id: lent.id, capacity: 2 }],
    })
    const { status, text, headers } = await world.call('staffA', 'GET', `stations/kml/${clientOf('A1')}`)
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('google-earth.kml')])
    expect(text).toContain('Saída &lt;própria&gt;')
    expect(text).not.toContain('alheia')
    const file = text.slice(text.indexOf('<?xml'))
    const read = await send(file)
    expect(read.status).toBe(200)
    const { points, lines } = Object(read.body.data)
    expect(points.map((each: { name: string }) => each.name)).toContain('Saída <própria>')
    const drawn = lines.filter(({ name }: { name: string }) => name.startsWith('Saída'))
    expect(drawn).toMatchObject([{ medium: 'radio' }])
    expect(
      (await world.call('staffA', 'GET', `stations/kml/${clientOf('A1')}?format=kmz`)).headers['content-type'],
    ).toBe('application/vnd.google-earth.kmz')
    expect((await world.call('staffA', 'GET', `stations/kml/${clientOf('A1')}?format=gpx`)).status).toBe(422)
  })

  test('what cannot be read is refused in a sentence, and nothing is written by reading', async () => {
    const before = await world.fingerprint()
    const refused = await send('<kml><Placemark><Point><coordinates>-22,-47</coordinates></Point></Placemark></kml>')
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      { file: [expect.stringContaining('estão trocadas')] },
    ])
    expect((await send(Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await send('<kml/>', 'clientA')).status).toBe(403)
    expect(await world.fingerprint()).toBe(before)
  })

  test('a point has its municipality proposed: none near another one; one in none is left out', async () => {
    const places = {
      'No meio': [-22.9, -47.06],
      'Na praia': [-22.971, -43.187],
      // Some 400 m within Campinas.
      'Perto da divisa': [-22.9, -46.87],
      'No mar': [-24.3, -45.2],
    } as const
    const placemarks = Object.entries(places).map(
      ([name, [lat, lng]]) =>
        `<Placemark><name>${name}</name><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>`,
    )
    const { status, body } = await send(`<kml>${placemarks.join('')}</kml>`)
    expect(status).toBe(200)
    const {
      points,
      left,
    }: {
      left: readonly object[]
      points: readonly { name: string; at: object; town: { id: number; name: string } | null }[]
    } = Object(body.data)
    expect(points.map(({ name, town }) => [name, town?.name ?? null])).toEqual([
      ['No meio', 'Campinas/SP'],
      ['Na praia', 'Rio de Janeiro/RJ'],
      ['Perto da divisa', null],
    ])
    expect(left).toEqual([{ name: 'No mar', why: expect.stringContaining('não fica em nenhum município') }])
    // As the screen sends them.
    const stations = points.map(({ name, at, town }) => ({
      name,
      client_id: clientOf('A1'),
      address: [{ ...at, city_id: town?.id ?? null }],
    }))
    const series = await world.call('superAdmin', 'POST', 'stations/serie', { body: { stations } })
    const ids: readonly number[] = Object(series.body.data).ids
    const made: unknown[] = []
    for (const id of ids) {
      const { town_match, address } = Object((await world.call('staffA', 'GET', `stations/${id}`)).body.data)
      made.push([address[0].city?.name ?? null, town_match])
    }
    expect(made).toEqual([
      ['Campinas/SP', 'dentro'],
      ['Rio de Janeiro/RJ', 'dentro'],
      [null, null],
    ])
  })

  test('the municipalities of a whole file of points are told in one answer', async () => {
    const placemarks = Array.from(
      { length: 2_000 },
      (_, i) =>
        `<Placemark><Point><coordinates>${(-47 + i / 2_000).toFixed(4)},${(-23 + i / 2_000).toFixed(4)}</coordinates></Point></Placemark>`,
    )
    const { points } = Object((await send(`<kml>${placemarks.join('')}</kml>`)).body.data)
    const told = points.filter((each: { town: object | null }) => each.town)
    expect(points).toHaveLength(2_000)
    expect(told.length).toBeGreaterThan(1_000)
  })
})
