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
    expect(lines).toMatchObject([{ medium: 'radio' }])
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
})
