import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { metaTypeId } from '#kernel/meta.ts'
import { dataOf, openWorld, rowsOf, type Reply, type World } from '#test/support/world.ts'

// The care of a station: where it stands, who is beside it, what happened there and what was photographed, whoever asks and however many at once.

const gap = z.object({ key: z.string(), query: z.record(z.string(), z.string()), count: z.number() })
const looked = z.object({
  twins: z.array(
    z.object({ name: z.string(), client: z.string(), why: z.array(z.string()), metres: z.number().nullable() }),
  ),
  place: z
    .object({
      match: z.string().nullable(),
      metres: z.number().nullable(),
      town: z.object({ name: z.string() }).nullable(),
      doubt: z.object({ kind: z.string(), among: z.array(z.object({ said: z.string() })) }).nullable(),
    })
    .nullable(),
})
const taubate = { lat: -23.0264, lng: -45.5553 }
const tremembe = { lat: -22.9571, lng: -45.5475 }

describe('the care of stations', () => {
  let world: World
  let [city, neighbour] = [0, 0]
  beforeAll(async () => {
    world = await openWorld()
    ;[city, neighbour] = [await cityOf(3554102), await cityOf(3554805)]
  })
  afterAll(() => world?.close())

  const cityOf = async (ibge: number) =>
    (await sql<{ id: number }>`select id from cities where ibge = ${ibge}`.execute(world.db)).rows[0]?.id ?? 0
  const idOf = (path: string, owner: 'A1' | 'A2' | 'B1') => world.target(path, owner)?.id ?? 0
  const post = (path: string, body: object, who = 'staffA') => world.call(who, 'POST', path, { body })
  const put = (path: string, body: object = {}, who = 'staffA') => world.call(who, 'PUT', path, { body })
  const made = (reply: Reply) => {
    expect([reply.status, reply.body.errors]).toEqual([201, undefined])
    return dataOf(reply)
  }
  let n = 0
  const stationOf = async (owner: 'A1' | 'A2' | 'B1', more: object = {}) =>
    made(await post('stations', { name: `Morro ${++n}`, client_id: idOf('clients', owner), ...more }, 'superAdmin'))
  const at = (place: object, city_id: number | null = null) => ({ address: [{ ...place, city_id }] })
  const read = async (uuid: unknown) => dataOf(await world.call('staffA', 'GET', `stations/${String(uuid)}`))
  const gapsOf = async (who = 'staffA') => {
    const { status, body } = await world.call(who, 'GET', 'stations/pendencias')
    expect(status).toBe(200)
    return new Map(
      z
        .array(gap)
        .parse(body.data)
        .map(each => [each.key, each]),
    )
  }
  const send = (station: unknown, name: string, body: string, who = 'staffA') =>
    world.call(who, 'POST', `stations/${String(station)}/anexar?name=${encodeURIComponent(name)}`, {
      body,
      headers: { 'content-type': 'application/octet-stream' },
    })

  describe('against its municipality', () => {
    test('a station is inside, near the border or outside, told again whenever it is written, and the sea is no mistake', async () => {
      const inside = await stationOf('A1', at(taubate, city))
      expect(inside.town_match).toBe('dentro')
      const outside = await stationOf('A1', at(tremembe, city))
      expect(outside.town_match).toBe('fora')
      expect((await stationOf('A1', { address: [{ lat: -24, lng: -43, in_ocean: true }] })).town_match).toBeNull()
      expect((await stationOf('A1', at(taubate))).town_match).toBeNull()
      expect((await stationOf('A1')).town_match).toBeNull()
      expect(dataOf(await put(`stations/${outside.uuid}`, at(tremembe, neighbour))).town_match).toBe('dentro')
      expect(dataOf(await put(`stations/${outside.uuid}`, { name: 'Outro nome' })).town_match).toBe('dentro')
      expect(dataOf(await put(`stations/${outside.uuid}`, { address: [] })).town_match).toBeNull()
    })

    test('those outside are counted for whoever sees them, one click from their list', async () => {
      const before = (await gapsOf()).get('towns')?.count ?? 0
      const others = (await gapsOf('staffB')).get('towns')?.count
      const strayed = await stationOf('A1', at(tremembe, city))
      const found = (await gapsOf()).get('towns')
      expect(found?.count).toBe(before + 1)
      const listed = await world.call('staffA', 'GET', `stations?pagination=false&${new URLSearchParams(found?.query)}`)
      expect(rowsOf(listed).map(({ id }) => id)).toContain(strayed.id)
      expect((await gapsOf('staffB')).get('towns')?.count).toBe(others)
    })

    test('what stood before is looked at by the house itself, and what somebody writes says so at once', async () => {
      const old = await stationOf('A1', at(tremembe, city))
      await sql`update stations set town_match = null where id = ${old.id}`.execute(world.db)
      const asked = await world.call('superAdmin', 'PUT', 'manutencao/municipios-das-estacoes/executar')
      expect(asked.status).toBe(200)
      await world.house.chores.settled()
      expect((await read(old.uuid)).town_match).toBe('fora')
      expect((await put(`stations/${old.uuid}`, { town_match: 'dentro' })).status).toBe(422)
    })
  })

  describe('beside another', () => {
    test('a station of the same client within 30 m is counted, unless they share the tower, and one of another client is not', async () => {
      const place = { lat: -22.5, lng: -46.5 }
      const one = await stationOf('A1', at(place))
      const near = await stationOf('A1', at({ lat: -22.5002, lng: -46.5 }))
      const far = await stationOf('A1', at({ lat: -22.5006, lng: -46.5 }))
      const others = await stationOf('A2', at(place))
      const isNear = async ({ uuid }: Record<string, unknown>) => (await read(uuid)).near_another
      expect(await Promise.all([one, near, far, others].map(isNear))).toEqual([true, true, false, false])
      const listed = await world.call('staffA', 'GET', 'stations?filter[near_another]=true&pagination=false')
      expect(rowsOf(listed).map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, near.id]))
      expect((await gapsOf()).get('beside')?.count).toBe(rowsOf(listed).length)
      // One alone that says so is a register to put right.
      await put(`stations/${one.uuid}`, { structure_shared: true })
      expect(await isNear(near)).toBe(true)
      await put(`stations/${near.uuid}`, { structure_shared: true })
      expect(await Promise.all([one, near].map(isNear))).toEqual([false, false])
      await put(`stations/${near.uuid}`, { structure_shared: false })
      await world.call('staffA', 'DELETE', `stations/${near.uuid}`)
      expect(await isNear(one)).toBe(false)
    })

    test('who may not see the other is not told that it is there', async () => {
      const place = { lat: -21.5, lng: -46.5 }
      const hidden = await stationOf('B1', at(place))
      const shared = await stationOf('B1', {
        ...at(place),
        client_shared_stations: [{ client_id: idOf('clients', 'A1') }],
      })
      expect(dataOf(await world.call('superAdmin', 'GET', `stations/${shared.uuid}`)).near_another).toBe(true)
      const own = dataOf(await world.call('clientA', 'GET', `stations/${shared.uuid}`))
      expect(own.near_another).toBe(false)
      const listed = await world.call('clientA', 'GET', 'stations?filter[near_another]=true&pagination=false')
      expect(rowsOf(listed).map(({ id }) => id)).not.toContain(shared.id)
      expect((await world.call('clientA', 'GET', `stations/${hidden.uuid}`)).status).toBe(404)
    })
  })

  describe('while it is typed', () => {
    const look = async (asked: object, who = 'staffA') => {
      const query = new URLSearchParams(
        Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, String(value)])),
      )
      const { status, body } = await world.call(who, 'GET', `stations/conferir?${query}`)
      expect([status, body.message]).toEqual([200, undefined])
      return looked.parse(body)
    }

    test('whoever is like it is told, by number, name or place, and itself never', async () => {
      const place = { lat: -20.5, lng: -46.5 }
      const one = await stationOf('A1', { name: 'Pico do Ácaro', station_number: '880011', ...at(place) })
      const client_id = idOf('clients', 'A1')
      const twins = async (asked: object, who?: string) =>
        (await look(asked, who)).twins.map(({ name, why, metres }) => [name, why, metres])
      expect(await twins({ station_number: '880011' })).toEqual([['Pico do Ácaro', ['number'], null]])
      expect(await twins({ client_id, name: ' pico do acaro ' })).toEqual([['Pico do Ácaro', ['name'], null]])
      expect(await twins({ client_id: idOf('clients', 'A2'), name: 'Pico do Ácaro' })).toEqual([])
      expect(await twins({ lat: -20.5001, lng: -46.5 })).toEqual([['Pico do Ácaro', ['near'], 11]])
      expect(await twins({ lat: -20.5004, lng: -46.5 })).toEqual([])
      expect(await twins({ client_id, name: 'Pico do Ácaro', station_number: '880011', ...place })).toEqual([
        ['Pico do Ácaro', expect.arrayContaining(['number', 'name', 'near']), 0],
      ])
      expect(await twins({ station_number: '880011', ...place, except: one.uuid })).toEqual([])
      expect(await twins({ station_number: '0' })).toEqual([])
      expect(await twins({})).toEqual([])
    })

    test('nobody learns of a station they may not see', async () => {
      const place = { lat: -19.5, lng: -46.5 }
      await stationOf('B1', { name: 'Escondida', station_number: '880022', ...at(place) })
      expect((await look({ station_number: '880022', ...place })).twins).toEqual([])
      expect((await look({ client_id: idOf('clients', 'B1'), name: 'Escondida' })).twins).toEqual([])
      expect((await look({ station_number: '880022' }, 'staffB')).twins).toHaveLength(1)
      expect((await world.call('clientA', 'GET', 'stations/conferir?station_number=880022')).status).toBe(403)
    })

    test('where it stands is told, and which municipality that is', async () => {
      expect((await look({ ...tremembe, city_id: city })).place).toMatchObject({
        match: 'fora',
        metres: expect.any(Number),
        town: { name: 'Tremembé/SP' },
      })
      expect((await look({ ...taubate, city_id: city })).place).toMatchObject({ match: 'dentro', metres: 0 })
      expect((await look(taubate)).place).toMatchObject({ match: null, town: { name: 'Taubaté/SP' } })
      expect((await look({ lat: -24, lng: -43, city_id: city })).place).toMatchObject({
        match: 'exterior',
        town: null,
        doubt: { kind: 'mar' },
      })
      expect((await look({ lat: -24, lng: -43, in_ocean: 'true' })).place).toMatchObject({ match: null, doubt: null })
      expect((await look({ lat: -24 })).place).toBeNull()
      for (const wrong of ['lat=91&lng=0', 'lat=a', 'city_id=-1', 'client_id=99999999999999999999', 'nada=1'])
        expect([wrong, (await world.call('staffA', 'GET', `stations/conferir?${wrong}`)).status]).toEqual([wrong, 422])
    })
  })

  describe('its journal', () => {
    test('tells what happened on a day that came, by whom, and is theirs to correct', async () => {
      const station = await stationOf('A1')
      const note = { station_id: station.id, content: 'Raio queimou a fonte.', happened_on: '2026-03-04' }
      const written = made(await post('station-notes', note))
      expect(written).toMatchObject({ ...note, user_id: world.people.staffA })
      const future = { ...note, happened_on: '2099-01-01' }
      const refusal = { happened_on: ['Este dia ainda não chegou. Confira a data.'] }
      const refused = await post('station-notes', future)
      expect([refused.status, refused.body.errors]).toEqual([422, refusal])
      const moved = await put(`station-notes/${written.uuid}`, { happened_on: '2099-01-01' })
      expect([moved.status, moved.body.errors]).toEqual([422, refusal])
      expect((await put(`station-notes/${written.uuid}`, { content: 'Raio queimou o rádio.' })).status).toBe(200)
      expect((await put(`station-notes/${written.uuid}`, { content: 'x' }, 'adminA')).status).toBe(409)
      expect((await world.call('adminA', 'DELETE', `station-notes/${written.uuid}`)).status).toBe(409)
      const other = await stationOf('A1')
      expect((await put(`station-notes/${written.uuid}`, { station_id: other.id })).status).toBe(422)
      expect((await world.call('staffA', 'DELETE', `station-notes/${written.uuid}`)).status).toBe(200)
      expect((await put(`station-notes/${written.uuid}/restaurar`)).status).toBe(200)
    })

    test('is closed to whoever does not see the station, by every verb, and to the people of the client', async () => {
      const station = await stationOf('B1')
      const note = { station_id: station.id, content: 'Nota', happened_on: '2026-03-04' }
      const written = made(await post('station-notes', note, 'staffB'))
      expect((await post('station-notes', note)).status).toBe(422)
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['PUT', '/restaurar'],
        ['GET', '/historico'],
      ] as const)
        expect((await world.call('staffA', method, `station-notes/${written.uuid}${path}`, { body: {} })).status).toBe(
          404,
        )
      expect((await put('station-notes/disable', { ids: [written.id] })).status).toBe(404)
      const own = made(await post('station-notes', { ...note, station_id: (await stationOf('A1')).id }))
      expect((await put('station-notes/disable', { ids: [own.id, written.id] })).status).toBe(404)
      expect((await world.call('clientA', 'GET', 'station-notes')).status).toBe(403)
      expect((await world.call('staffA', 'GET', `station-notes?filter[station_id]=${station.id}`)).body.total).toBe(0)
    })
  })

  describe('its files', () => {
    test('come back as they were sent, are told apart by their content, and one is kept once', async () => {
      const station = await stationOf('A1')
      const kept = made(await send(station.uuid, 'medição.txt', 'Potência: -61 dBm'))
      expect(kept).toMatchObject({
        name: 'medição.txt',
        ext: 'txt',
        station_id: station.id,
        user_id: world.people.staffA,
      })
      const file = await world.call('staffA', 'GET', `internal-uploads/get-file/${kept.uuid}`)
      expect(file.text).toMatch(/\nPotência: -61 dBm$/)
      const again = await send(station.uuid, 'outra.txt', 'Potência: -61 dBm')
      expect([again.status, again.body.errors]).toEqual([
        422,
        { file: ['Este arquivo já está entre os arquivos da estação, como “medição.txt”.'] },
      ])
      for (const [name, body] of [
        ['foto.png', '<svg onload="alert(1)"/>'],
        ['foto.exe', 'MZ'],
        ['foto.jpg', ''],
      ] as const)
        expect([name, (await send(station.uuid, name, body)).status]).toEqual([name, 422])
      expect((await world.call('staffA', 'DELETE', `station-uploads/${kept.uuid}`)).status).toBe(200)
      expect((await world.call('staffA', 'GET', `internal-uploads/get-file/${kept.uuid}`)).status).toBe(404)
      made(await send(station.uuid, 'de novo.txt', 'Potência: -61 dBm'))
      expect((await put(`station-uploads/${kept.uuid}/restaurar`)).status).toBe(409)
    })

    test('twelve at once are one where they are the same, and twelve where they are not', async () => {
      const station = await stationOf('A1')
      const same = await Promise.all(Array.from({ length: 12 }, () => send(station.uuid, 'a.txt', 'igual')))
      expect(same.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(same.every(({ status }) => [201, 409, 422].includes(status))).toBe(true)
      const apart = await Promise.all(Array.from({ length: 12 }, (_, i) => send(station.uuid, 'a.txt', `foto ${i}`)))
      expect(apart.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    })

    test('are shown to the people of the client, not to whoever shares the tower, and to nobody of another company', async () => {
      const client_shared_stations = [{ client_id: idOf('clients', 'A1') }]
      const [own, shared] = [await stationOf('A1'), await stationOf('B1', { client_shared_stations })]
      const photo = made(await send(own.uuid, 'a.txt', 'da própria'))
      const paper = made(await send(shared.uuid, 'b.txt', 'de outro cliente', 'staffB'))
      const sees = async (who: string, uuid: unknown) => [
        (await world.call(who, 'GET', `station-uploads/${String(uuid)}`)).status,
        (await world.call(who, 'GET', `internal-uploads/get-file/${String(uuid)}`)).status,
      ]
      expect((await world.call('clientA', 'GET', `stations/${shared.uuid}`)).status).toBe(200)
      expect(await sees('clientA', photo.uuid)).toEqual([200, 200])
      expect(await sees('clientA', paper.uuid)).toEqual([404, 404])
      expect(await sees('clientB', paper.uuid)).toEqual([200, 200])
      expect(await sees('staffA', paper.uuid)).toEqual([404, 404])
      expect((await send(shared.uuid, 'c.txt', 'de fora')).status).toBe(404)
      expect((await send(own.uuid, 'c.txt', 'do cliente', 'clientA')).status).toBe(403)
      expect((await world.call('staffA', 'DELETE', `station-uploads/${paper.uuid}`)).status).toBe(404)
      await put('stations/disable', { ids: [own.id] })
      expect((await send(own.uuid, 'd.txt', 'inativa')).status).toBe(409)
    })
  })

  describe('handed to another client', () => {
    const move = (uuid: unknown, to = 'A2' as 'A2' | 'B1') =>
      put(`stations/${String(uuid)}`, { client_id: idOf('clients', to) })

    test('a station with notes, files or fields that name rows of its client stays, and says why; a bare one goes', async () => {
      const station = await stationOf('A1')
      await post('station-notes', { station_id: station.id, content: 'Nota', happened_on: '2026-03-04' })
      await send(station.uuid, 'a.txt', 'foto')
      const refused = await move(station.uuid)
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        {
          client_id: [
            'A estação guarda 1 nota de estação e 1 arquivo de estação: não passa a outro cliente. Duplique-a para ele, ou retire antes o que é deste.',
          ],
        },
      ])
      const meta = {
        key: 'torre',
        meta_type_id: metaTypeId('model'),
        value: String(idOf('fistels', 'A1')),
        extras: { label: 'Fistel', model: 'fistels' },
      }
      const named = await stationOf('A1', { metas: [meta] })
      const held = await move(named.uuid)
      expect([held.status, String(held.body.errors?.client_id)]).toEqual([422, expect.stringContaining('(Fistel)')])
      // Emptied in the same write, it may go.
      const emptied = await put(`stations/${named.uuid}`, {
        client_id: idOf('clients', 'A2'),
        metas: [{ ...meta, value: null }],
      })
      expect(emptied.status).toBe(200)
      expect((await move((await stationOf('A1')).uuid)).status).toBe(200)
      expect((await move((await stationOf('A1')).uuid, 'B1')).status).toBe(422)
    })

    test('of a link it is refused, and of twelve who try at once nobody is answered with a fault', async () => {
      const [one, other] = [await stationOf('A1'), await stationOf('A1')]
      const stations = [one, other].map(({ id }) => ({ station_id: id }))
      made(await post('station-links', { client_id: idOf('clients', 'A1'), stations }))
      const refused = await move(one.uuid)
      expect([refused.status, String(refused.body.errors?.client_id)]).toEqual([
        422,
        expect.stringContaining('1 enlace'),
      ])
      const station = await stationOf('A1')
      const twelve = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          i % 2
            ? move(station.uuid)
            : post('station-notes', { station_id: station.id, content: `Nota ${i}`, happened_on: '2026-03-04' }),
        ),
      )
      expect(twelve.filter(({ status }) => status >= 500)).toEqual([])
    })
  })

  test('fees are estimated for whoever sees the client, by its key, and as a sheet', async () => {
    const client = idOf('clients', 'A2')
    const station = await stationOf('A2', { licensed_on: '2020-01-01', station_type: 'propria' })
    const { status, body } = await world.call('staffA', 'GET', `clients/${client}/taxas-de-estacoes?year=2027`)
    expect(status).toBe(200)
    const lines = z
      .object({
        data: z.object({
          due_on: z.string(),
          lines: z.array(z.looseObject({ uuid: z.string(), why: z.string().nullable() })),
        }),
      })
      .parse(body)
    expect(lines.data.due_on).toBe('2027-03-31')
    expect(lines.data.lines.find(({ uuid }) => uuid === station.uuid)).toMatchObject({ why: 'unserved' })
    const sheet = await world.call('staffA', 'GET', `clients/${client}/taxas-de-estacoes/planilha?year=2027`)
    expect([sheet.status, sheet.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="taxas-de-estacoes-2027.csv"',
    ])
    expect(sheet.text).toContain('Total estimado (R$)')
    for (const path of ['', '/planilha']) {
      const url = `clients/${idOf('clients', 'B1')}/taxas-de-estacoes${path}?year=2027`
      expect((await world.call('staffA', 'GET', url)).status).toBe(404)
      expect((await world.call('clientA', 'GET', url)).status).toBe(403)
    }
    expect((await world.call('staffA', 'GET', `clients/${client}/taxas-de-estacoes?year=2011`)).status).toBe(422)
  })
})
