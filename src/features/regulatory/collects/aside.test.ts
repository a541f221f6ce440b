import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

describe('an access set aside', () => {
  let world: World
  let about: Readonly<Record<string, unknown>>
  let place: number
  const kind: Record<string, number> = {}
  const one = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(world.db)).rows[0]?.n ?? 0
  const call = (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
    world.call('staffA', method, url, body ? { body } : {})
  const idOf = (table: string) =>
    one(sql<{ n: number }>`select min(id)::int as n from ${sql.table(table)} where term is not null`)

  beforeAll(async () => {
    world = await openWorld()
    const document = '11767820000120'
    const client_id = (await world.make(clients, 'A1', { document, name: 'Vale do Rio Telecom' })).id
    const service_type_id = await one(sql<{ n: number }>`select id::int as n from service_types where term = '045'`)
    about = { client_id, fistel_id: (await world.make(fistels, 'A1', { client_id, service_type_id })).id }
    place = await one(sql<{ n: number }>`select id::int as n from cities where ibge = 2931350`)
    for (const name of ['client_type', 'attendance_type', 'attendance_middle', 'product_type', 'technology_type'])
      kind[`${name}_id`] = await idOf(`${name}s`)
  })
  afterAll(() => world.close())

  const access = (speed: number, amount: number, more: object = {}) => ({ ...kind, speed, amount, ...more })
  const coleta = async (month: number, accesses_ordered: readonly object[]) => {
    const body = { ...about, year: 2026, month, locations: [{ city_id: place, accesses_ordered }] }
    const made = await call('POST', 'collects', body)
    expect(made.status).toBe(201)
    return dataOf(made)
  }
  const linesIn = (row: unknown) => Object(row).locations[0].accesses_ordered.map(({ speed, amount, active }: never) => [speed, amount, active]) // prettier-ignore

  test('is written as such and brought back, by whoever may write the coleta', async () => {
    const row = await coleta(1, [access(100, 60), access(300, 40, { active: false })])
    expect(linesIn(row)).toEqual([[100, 60, true], [300, 40, false]]) // prettier-ignore
    const [location] = Object(row).locations
    const [first, second] = location.accesses_ordered
    const put = (active: unknown, who = 'staffA') => {
      const lines = [first, second].map(({ id, ...line }) => ({ id, ...access(line.speed, line.amount), active }))
      const locations = [{ id: location.id, city_id: place, accesses_ordered: lines }]
      return world.call(who, 'PUT', `collects/${row.uuid}`, { body: { locations } })
    }
    expect(linesIn(dataOf(await put(false)))).toEqual([[100, 60, false], [300, 40, false]]) // prettier-ignore
    expect(linesIn(dataOf(await put(true)))).toEqual([[100, 60, true], [300, 40, true]]) // prettier-ignore
    expect((await put('não')).status).toBe(422)
    expect((await put(false, 'staffB')).status).toBe(404)
  })

  test('is in no file, count or report of its month', async () => {
    const with40 = [access(100, 60), access(300, 40, { active: false })]
    const row = await coleta(3, with40)
    const file = await world.app.inject({
      url: `/api/v1/collects/${row.uuid}/file`,
      headers: { authorization: `Bearer ${await world.enter('downloader', world.people.staffA)}` },
    })
    expect(file.statusCode).toBe(200)
    expect(file.body.trim().split('\r\n').slice(1)).toEqual([expect.stringMatching(/;100;60$/)])

    const board = Object((await call('GET', 'collects/quadro?year=2026&month=3')).body.data)
    const own = board.find(({ collect }: never) => Object(collect).uuid === row.uuid)
    expect(own.collect.accesses).toBe(60)
    const report = Object((await call('GET', `collects/${row.uuid}/reports`)).body.data)
    expect(report.total.values.at(-1)).toBe(60)
    expect(report.by.band.map(({ values }: never) => Object(values).at(-1))).toEqual([60, 0])
  })

  test('leaves a coleta without any when it was the only one', async () => {
    const row = await coleta(6, [access(100, 60, { active: false })])
    const found = await call('GET', `collects/${row.uuid}/conferencia`)
    expect(found.text).toContain('A coleta não tem acessos.')
    expect((await call('GET', `collects/${row.uuid}/file`)).status).toBe(422)
  })

  test('is left out in one place: nothing else reads the table of accesses', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    const readers = files.filter(
      name =>
        /^(?!.*\.(?:test|matrix)\.)[^.].*\.tsx?$/.test(name) &&
        readFileSync(`src/${name}`, 'utf8').includes('locations_accesses_ordered'),
    )
    expect(readers).toEqual(['features/regulatory/collects/coleta/counted.server.ts'])
  })
})
