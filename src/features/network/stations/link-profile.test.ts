import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stationLinks } from '#features/network/stations/stations.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

const side = 1_201
/** A plain 600 m high around 22,5° S 46,5° W, with a ridge of 700 m along 46,5° W. */
function layTiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tiles-'))
  const bytes = Buffer.alloc(side * side * 2)
  for (let at = 0; at < side * side; at++) bytes.writeInt16BE(at % side === 600 ? 700 : 600, at * 2)
  writeFileSync(join(folder, 'S23W047.hgt'), bytes)
  return folder
}

describe('the profile of a link', () => {
  let world: World
  let folder = ''
  beforeAll(async () => {
    folder = layTiles()
    world = await openWorld({ env: { ELEVATION_DIR: folder } })
  })
  afterAll(async () => {
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const station = async (name: string, owner: 'A1' | 'B1', address: object | null) =>
    dataOf(
      await world.call('superAdmin', 'POST', 'stations', {
        body: { name, client_id: world.target('clients', owner)?.id, address: address ? [address] : [] },
      }),
    )
  const link = async (stations: readonly { id: number }[], more: object = {}) =>
    dataOf(
      await world.call('superAdmin', 'POST', 'station-links', {
        body: {
          client_id: world.target('clients', 'A1')?.id,
          stations: stations.map(({ id }) => ({ station_id: id })),
          ...more,
        },
      }),
    )
  const west = { lat: -22.5, lng: -46.55, altitude: 590 }
  const east = { lat: -22.5, lng: -46.45 }
  const pairOf = async (one: object | null = west, other: object | null = east) => {
    const ends = [await station('Torre Oeste', 'A1', one), await station('Torre Leste', 'A1', other)] as const
    return { ends, link: await link(ends) }
  }
  const ask = async (who: string, id: string, query = '') =>
    world.call(who, 'GET', `station-links/${id}/perfil${query && `?${query}`}`)

  test('tells distance, both azimuths and the middle, and what lies between', async () => {
    const { link: made, ends } = await pairOf()
    const { status, body } = await ask(
      'staffA',
      made.uuid,
      'height_1=30&height_2=40,5&frequency=7500&obstructions=2:12',
    )
    expect(status).toBe(200)
    const { geometry, message, stations } = Object(body.data)
    expect(message).toBeNull()
    expect(stations).toHaveLength(2)
    // A tenth of a degree on the parallel of 22,5°: 10 289,6 m by the radius of the prime vertical.
    expect(geometry.distance).toBeCloseTo(10_290, -1)
    expect(geometry.azimuths[0]).toBeCloseTo(90.02, 1)
    expect(geometry.azimuths[1]).toBeCloseTo(269.98, 1)
    expect(geometry.midpoint.lng).toBeCloseTo(-46.5, 6)
    expect(geometry.wkt).toBe('SRID=4674;LINESTRING(-46.550000 -22.500000, -46.450000 -22.500000)')
    expect(geometry.free_space_loss).toBeCloseTo(32.45 + 20 * Math.log10(7_500) + 20 * Math.log10(10.29), 1)
    expect(geometry.stations[0]).toMatchObject({ id: ends[0].id, ground_from: 'tiles', height: 30 })
    expect(geometry.stations[0].ground).toBeCloseTo(600, 6)
    expect(geometry.lacks).toBeNull()
    const { profile } = geometry
    expect([profile.state, profile.whole]).toEqual(['cut', true])
    // The ridge is in the middle.
    expect(profile.worst.at).toBeCloseTo(5.145, 1)
    expect(profile.points.some((each: { obstruction: number }) => each.obstruction === 12)).toBe(true)
    expect(profile.least.both[0]).toBeGreaterThan(80)
  })

  test('asks for what it does not know, and takes what is typed', async () => {
    const { link: made } = await pairOf()
    const { geometry } = Object((await ask('staffA', made.uuid)).body.data)
    expect(geometry.profile).toBeNull()
    expect(geometry.free_space_loss).toBeNull()
    expect(geometry.lacks).toBe('Falta informar a altura da antena em Torre Oeste e a altura da antena em Torre Leste.')
    const typed = Object((await ask('staffA', made.uuid, 'height_1=1&height_2=1&ground_1=800&ground_2=800')).body.data)
    expect(typed.geometry.stations[0]).toMatchObject({ ground: 800, ground_from: 'typed' })
    expect(typed.geometry.profile.state).toBe('seen')
  })

  test('outside the tiles says so, and goes by the altitudes of the record', async () => {
    const { link: made } = await pairOf({ lat: -10, lng: -50, altitude: 300 }, { lat: -10, lng: -50.1, altitude: 320 })
    const { geometry, message } = Object((await ask('staffA', made.uuid, 'height_1=20&height_2=20')).body.data)
    expect(message).toBe('Os dados de elevação configurados não cobrem este percurso.')
    expect(geometry.stations[0]).toMatchObject({ ground: 300, ground_from: 'address' })
    expect(geometry.profile).toMatchObject({ state: 'unknown', whole: false, worst: null })
  })

  test('of a station without coordinates it says which', async () => {
    const { link: made, ends } = await pairOf(west, null)
    const { geometry, placeless, message } = Object((await ask('staffA', made.uuid)).body.data)
    expect(geometry).toBeNull()
    expect(placeless).toEqual([{ id: ends[1].id, uuid: ends[1].uuid, name: 'Torre Leste' }])
    expect(message).toBe('Sem coordenadas: Torre Leste. Informe-as no endereço da estação.')
    expect((await world.call('staffA', 'GET', `station-links/${made.uuid}/perfil/pdf`)).status).toBe(409)
  })

  test('goes by a connection, in its direction', async () => {
    const { link: made, ends } = await pairOf()
    const post = async (path: string, body: object) => dataOf(await world.call('superAdmin', 'POST', path, { body }))
    const property = await post('station-link-properties', { station_link_id: made.id, slp_id: 'P1' })
    const connection = await post('station-link-property-connections', {
      station_link_property_id: property.id,
      station_1_id: ends[1].id,
      station_2_id: ends[0].id,
    })
    for (const query of ['', `connection=${connection.id}`, `connection=${connection.uuid}`]) {
      const { geometry, connections } = Object((await ask('staffA', made.uuid, query)).body.data)
      expect(geometry.stations.map((each: { id: number }) => each.id)).toEqual([ends[1].id, ends[0].id])
      expect(connections).toHaveLength(1)
    }
    const back = Object((await ask('staffA', made.uuid, `station_1=${ends[0].id}&station_2=${ends[1].uuid}`)).body.data)
    expect(back.geometry.azimuths[0]).toBeCloseTo(90, 0)
    // Another link's.
    const other = await pairOf()
    expect((await ask('staffA', other.link.uuid, `connection=${connection.id}`)).status).toBe(404)
  })

  test('only of stations of the link that the reader sees', async () => {
    const { link: made, ends } = await pairOf()
    const stranger = await station('Alheia', 'A1', east)
    const foreign = await station('De outro', 'B1', east)
    const pair = (one: { id: number }, other: { id: number }) => `station_1=${one.id}&station_2=${other.id}`
    expect((await ask('staffA', made.uuid, pair(ends[0], stranger))).status).toBe(404)
    expect((await ask('staffB', made.uuid)).status).toBe(404)
    const shared = await link([ends[0], foreign], { shared_client_id: world.target('clients', 'B1')?.id })
    expect((await ask('staffA', shared.uuid, pair(ends[0], foreign))).status).toBe(404)
    const { geometry, message, stations } = Object((await ask('staffA', shared.uuid)).body.data)
    expect([geometry, stations.length]).toEqual([null, 1])
    expect(message).toBe('Este enlace tem menos de duas estações à vista.')
    expect((await ask('superAdmin', shared.uuid, pair(ends[0], foreign))).status).toBe(200)
  })

  test.each([
    ['station_1=1', 'station_2'],
    ['height_1=alta', 'height_1'],
    ['frequency=0', 'frequency'],
    ['k=0', 'k'],
    ['obstructions=4', 'obstructions'],
  ])('refuses %s', async (query, field) => {
    const { link: made } = await pairOf()
    const { status, body } = await ask('staffA', made.uuid, query)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })

  test('is printed, with all that is known of it', async () => {
    const { link: made } = await pairOf()
    const query = 'height_1=30&height_2=30&frequency=7500&obstructions=2:12'
    const { status, headers, text } = await world.call(
      'clientA',
      'GET',
      `station-links/${made.uuid}/perfil/pdf?${query}`,
    )
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toBe('attachment; filename="perfil_torre-oeste-torre-leste.pdf"')
    expect(text).toContain('%PDF-')
  })

  const versionOf = async (uuid: string) =>
    (await world.call('staffA', 'GET', `station-links/${uuid}`)).headers.etag ?? ''

  test('what is in the way is stored with the link, and drawn from either end', async () => {
    const { link: made, ends } = await pairOf()
    const [one, other] = ends.map(({ id }) => id)
    const line = { station_1_id: one, station_2_id: other, distance: 2.5, height: 18.5, ground: null }
    const etag = await versionOf(made.uuid)
    const save = (body: object) =>
      world.call('staffA', 'PUT', `station-links/${made.uuid}`, { body, headers: { 'if-match': etag } })
    const obstructions = [line, { ...line, distance: 4, height: 7, ground: 612 }]
    expect((await save({ obstructions })).status).toBe(200)
    const drawn = async (query = '') =>
      Object((await ask('staffA', made.uuid, `height_1=30&height_2=30&${query}`)).body.data).geometry
    const { obstructions: read, profile, distance } = await drawn()
    expect(read).toEqual([
      { at: 2.5, height: 18.5, ground: null },
      { at: 4, height: 7, ground: 612 },
    ])
    expect(profile.points.find(({ at }: { at: number }) => at === 2.5).obstruction).toBe(18.5)
    const back = await drawn(`station_1=${other}&station_2=${one}`)
    expect(back.obstructions.map(({ height }: { height: number }) => height)).toEqual([7, 18.5])
    expect(back.obstructions[1].at).toBeCloseTo(distance / 1_000 - 2.5, 6)
    // With others in the query, or with none, it is drawn with these.
    expect((await drawn('obstructions=1:2')).obstructions).toEqual([{ at: 1, height: 2, ground: null }])
    expect((await drawn('obstructions=')).obstructions).toEqual([])
    // Of two saves over one reading, the second is refused.
    const late = await save({ obstructions: [] })
    expect([late.status, (await drawn()).obstructions.length]).toEqual([412, 2])
    const history = await world.call('superAdmin', 'GET', `station-links/${made.uuid}/historico`)
    expect(history.text).toContain('obstructions')
  })

  test('of twelve saves at once over one reading one is stored', async () => {
    const { link: made, ends } = await pairOf()
    const [one, other] = ends.map(({ id }) => id)
    const etag = await versionOf(made.uuid)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        world.call('staffA', 'PUT', `station-links/${made.uuid}`, {
          body: { obstructions: [{ station_1_id: one, station_2_id: other, distance: 1, height: i + 1 }] },
          headers: { 'if-match': etag },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(11)
  })

  test('what is in the way is between stations of the link, and stored by whoever may change it', async () => {
    const { link: made, ends } = await pairOf()
    const [one = 0, other = 0] = ends.map(({ id }) => id)
    const third = await station('Terceira', 'A1', east)
    const foreign = await station('De outro', 'B1', east)
    const line = { station_1_id: one, station_2_id: other, distance: 2.5, height: 18 }
    const save = (who: string, obstructions: readonly object[], more: object = {}) =>
      world.call(who, 'PUT', `station-links/${made.uuid}`, { body: { obstructions, ...more } })
    const before = await world.fingerprint()
    expect((await save('staffB', [line])).status).toBe(404)
    expect((await save('clientA', [line])).status).toBe(403)
    for (const [wrong, field] of [
      [{ ...line, station_2_id: third.id }, 'obstructions.0.station_2_id'],
      [{ ...line, station_1_id: foreign.id }, 'obstructions.0.station_1_id'],
      [{ ...line, station_2_id: one }, 'obstructions.0.station_2_id'],
      [{ ...line, distance: -1 }, 'obstructions.0.distance'],
      [{ ...line, height: null }, 'obstructions.0.height'],
    ] as const) {
      const { status, body } = await save('staffA', [wrong])
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    }
    const many = Array.from({ length: 21 }, (_, i) => ({ ...line, distance: i / 10 }))
    expect((await save('staffA', many)).status).toBe(422)
    expect(await world.fingerprint()).toBe(before)
    // A station that leaves the link takes with it what was in the way to it.
    const all = [one, other, third.id].map(station_id => ({ station_id }))
    expect((await save('staffA', [line, { ...line, station_2_id: third.id }], { stations: all })).status).toBe(200)
    const body = { stations: all.slice(0, 2) }
    const left = dataOf(await world.call('staffA', 'PUT', `station-links/${made.uuid}`, { body }))
    expect(left.obstructions).toMatchObject([line])
  })

  test('every way of making a link has one', async () => {
    const made = await world.make(stationLinks, 'A1')
    expect((await ask('clientA', made.uuid)).status).toBe(200)
  })
})

test('where no elevation data is configured, it says what can still be told', async () => {
  const world = await openWorld()
  try {
    const client_id = world.target('clients', 'A1')?.id
    const post = async (path: string, body: object) => dataOf(await world.call('superAdmin', 'POST', path, { body }))
    const place = { lat: -22.5, altitude: 590 }
    const ends = [
      await post('stations', { name: 'Oeste', client_id, address: [{ ...place, lng: -46.55 }] }),
      await post('stations', { name: 'Leste', client_id, address: [{ ...place, lng: -46.45 }] }),
    ]
    const made = await post('station-links', { client_id, stations: ends.map(({ id }) => ({ station_id: id })) })
    const ask = async (query: string) =>
      Object((await world.call('staffA', 'GET', `station-links/${made.uuid}/perfil?${query}`)).body.data)
    const { message, geometry } = await ask('height_1=30&height_2=30&frequency=7500')
    expect(message).toBe(
      'Não há dados de elevação configurados: distância, azimutes e perdas são calculados, o terreno entre as estações não.',
    )
    expect(geometry.distance).toBeCloseTo(10_290, -1)
    expect([geometry.samples, geometry.profile.state]).toEqual([[], 'unknown'])
    // What is typed with its ground is reckoned all the same.
    const typed = await ask('height_1=30&height_2=30&frequency=7500&obstructions=5:20:620')
    expect(typed.geometry.profile).toMatchObject({ state: 'cut', whole: false })
    expect(typed.geometry.lacks).toContain('só para os pontos conhecidos')
  } finally {
    await world.close()
  }
})
