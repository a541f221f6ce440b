import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { theirStations } from '#features/regulatory/infrastructure/theirs.ts'
import { stations } from '#features/network/stations/stations.ts'
import { importing } from '#test/support/importing.ts'
import { dataOf, rowsOf } from '#test/support/world.ts'

// One number, in each way people and spreadsheets write it, at each door by which it comes in.

const number = '1004203714'
const ways = [
  number,
  '1.004.203.714',
  '1,004,203,714',
  '1 004 203 714',
  '1.004.203.714,00',
  `${number}.0`,
  `${number},00`,
]
const padded = [`'${number}`, `’${number}`, `0${number}`, ` ${number} `, `\u200b${number}`]
const none = ['0', '0000', '0,00', '-', 'N/I', 's/nº', 'Não informado', 'NULL']
const unread = ['1,00421E+09', '1.004203714E9', '203.000', 'A12', '#N/D', '1004203714-5', '-1004203714']
const values: readonly (readonly [text: string, stored: string | null | undefined])[] = [
  ...[...ways, ...padded].map(text => [text, number] as const),
  ...none.map(text => [text, null] as const),
  ...unread.map(text => [text, undefined] as const),
]

const wrongIn = (stored: string | null | undefined) => (stored === undefined ? ['station_number'] : [])

describe('the number of a station is one, however it is written', () => {
  const { world, fresh, call, judged, preview } = importing()
  const clientOf = (document = fresh()) =>
    world().make(clients, 'A1', { name: `Dona ${document}`, document, client_users: [] })
  const post = (client_id: unknown, station_number: string, name = 'Torre') =>
    call('POST', 'stations', { name, client_id, station_number })

  test('typed, or sent to the API', async () => {
    for (const [text, stored] of values) {
      const { id } = await clientOf()
      const reply = await post(id, text)
      const found = reply.status === 201 ? dataOf(reply).station_number : undefined
      expect([text, found, Object.keys(reply.body.errors ?? {})]).toEqual([text, stored, wrongIn(stored)])
    }
    const { id } = await clientOf()
    const { body } = await post(id, '1,00421E+09')
    expect(body.errors?.station_number).toEqual([
      'A planilha trocou o número por notação científica. Formate a coluna como texto e cole de novo.',
    ])
  })

  test('of one client it is registered once, and where there is none as often as wanted', async () => {
    const { id } = await clientOf()
    await post(id, number, 'A primeira')
    for (const text of [...ways, ...padded]) {
      const { status, body } = await post(id, text)
      expect([text, status]).toEqual([text, 422])
      expect(body.errors?.station_number?.[0]).toContain('A primeira')
    }
    for (const text of none) expect([text, (await post(id, text)).status]).toEqual([text, 201])
  })

  test('imported, it is known again; what is no number is matched to nothing', async () => {
    const document = fresh()
    const { id } = await clientOf(document)
    const [one, blank] = [dataOf(await post(id, number)), dataOf(await post(id, '0', 'Sem número'))]
    for (const [text, stored] of values) {
      const uuid = await judged('stations', [
        ['Nome', 'CNPJ', 'Número da estação'],
        [`Mirante ${text}`, document, text],
      ])
      const [row] = (await preview(uuid)).data
      const told = row?.verdict === 'atualizar' ? number : row?.verdict === 'criar' ? null : undefined
      expect([text, told, row?.problems.map(({ column }) => column)]).toEqual([text, stored, wrongIn(stored)])
      expect(row?.target ?? null).toBe(stored === number ? one.id : null)
    }
    expect(blank.station_number).toBeNull()
  })

  test('compared with the regulator’s file, it is the same station', () => {
    for (const [text, stored] of values) {
      const records = [{ line: 2, cells: [text, '-22,906', '-47,0606'] }]
      const read = theirStations(
        { header: ['NumEstacao', 'Latitude', 'Longitude'], records },
        { document: '11222333000181', fistels: [], names: [] },
      )
      const found = typeof read === 'string' ? read : read.stations[0]
      expect([text, typeof found === 'object' ? found.number : undefined]).toEqual([text, stored])
    }
  })

  test('searched, filtered and looked for by what is stored', async () => {
    const { id } = await clientOf()
    const { uuid } = dataOf(await post(id, '1.004.299.001'))
    for (const path of ['stations?search=1.004.299.001', 'stations?search=1004299001'])
      expect(rowsOf(await call('GET', path)).map(each => each.uuid)).toEqual([uuid])
    const look = await call('GET', 'stations/conferir?station_number=1.004.299.001')
    expect(look.body.twins).toMatchObject([{ uuid, why: ['number'] }])
  })

  test('stored before, it is brought to that form with a line of history; twins and what cannot be read stay, and are listed', async () => {
    const before = readFileSync(new URL('../../../../migrations/0109-station-numbers.sql', import.meta.url), 'utf8')
    const statements = before
      .slice(0, before.indexOf('drop index'))
      .split(/;\n/)
      .filter(part => part.trim())
    expect(statements).toHaveLength(3)
    const made = []
    for (const [text, stored] of values) {
      const { id } = await world().make(stations, 'A1', {
        client_id: (await clientOf()).id,
        fistel_id: null,
        client_shared_stations: [],
        station_number: null,
      })
      await sql`update stations set station_number = ${text} where id = ${id}`.execute(world().db)
      made.push({ id, text, stored })
    }
    const { id: client } = await clientOf()
    const [plain, twin] = [dataOf(await post(client, number)), dataOf(await post(client, ''))]
    await sql`update stations set station_number = ${`0${number}`} where id = ${twin.id}`.execute(world().db)
    await world()
      .db.transaction()
      .execute(async work => {
        for (const statement of statements) await sql.raw(statement).execute(work)
      })
    const { rows } = await sql<{ id: number; station_number: string | null }>`
      select id, station_number from stations`.execute(world().db)
    const numberOf = (id: unknown) => rows.find(row => row.id === id)?.station_number
    for (const { id, text, stored } of made)
      expect([text, numberOf(id)]).toEqual([text, stored === undefined ? text : stored])
    expect([numberOf(plain.id), numberOf(twin.id)]).toEqual([number, `0${number}`])
    const listed = rowsOf(await call('GET', 'stations?filter[number_in_doubt]=true&pagination=false'))
    const doubtful = [...made.filter(({ stored }) => stored === undefined).map(({ id }) => id), twin.id]
    expect(listed.map(({ id }) => id).toSorted()).toEqual(doubtful.toSorted())
    const { rows: events } = await sql<{ row_id: number; changes: unknown }>`
      select row_id, changes from audit_events where request_id = 'migration-0109'`.execute(world().db)
    const changed = made.filter(({ text, stored }) => stored !== undefined && stored !== text)
    expect(events).toHaveLength(changed.length)
    expect(events).toContainEqual({ row_id: changed[0]?.id, changes: { station_number: ['1.004.203.714', number] } })
  })
})
