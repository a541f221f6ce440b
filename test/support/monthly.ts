import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { cnpj } from './drafts.ts'
import { makeProvider } from './provider.ts'
import { dataOf, openWorld, type World } from './world.ts'

interface Answered {
  readonly name: string
  readonly reason: string
}
interface Finding {
  readonly key: string
  readonly severity: string
  readonly message: string
  readonly acknowledged: Answered | null
  readonly last_month: Answered | null
}
export interface BoardRow {
  readonly client: { readonly name: string }
  readonly collect: { readonly uuid: string; readonly step: string; readonly accesses: number } | null
  readonly before: number | null
}

export interface MonthOwner {
  readonly client: { readonly id: number }
  readonly fistel: { readonly id: number }
}

/** A house whose months are worked, for the tests of one `describe`: opened before them, closed after. */
export function monthly() {
  let opened: { readonly world: World; readonly scm: number; readonly city: number } | undefined
  let n = 9_000_000
  beforeAll(async () => {
    const world = await openWorld()
    const service = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world.db)
    const place = await sql<{ id: number }>`select id from cities where ibge = 2931350`.execute(world.db)
    opened = { world, scm: service.rows[0]?.id ?? 0, city: place.rows[0]?.id ?? 0 }
  })
  afterAll(() => opened?.world.close())
  const house = () => {
    if (!opened) throw new Error('the house is not open yet')
    return opened
  }
  const [world, scm, city] = [() => house().world, () => house().scm, () => house().city]

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, who = 'staffA') =>
    world().call(who, method, path, body === undefined ? {} : { body })
  /** A client with an SCM fistel, known for years. */
  async function provider(name: string) {
    const addresses = [{ city_id: city(), address: 'Rua A' }]
    const held = await makeProvider(world(), { name, document: cnpj(++n), addresses })
    await sql`update fistel_tenures set since = '2020-01-10' where fistel_id = ${held.fistel.id}`.execute(world().db)
    return held
  }
  const kinds = sql<Record<string, number>>`
    select (select id from client_types where term = 'PF') as client_type_id,
      (select id from attendance_types where term = 'URBANO') as attendance_type_id,
      (select id from attendance_middles where term = 'fibra') as attendance_middle_id,
      (select id from product_types where term = 'internet') as product_type_id,
      (select id from technology_types where term = 'FTTH') as technology_type_id`
  async function filled(of: MonthOwner, month: number, amount: number | null) {
    const { rows } = await kinds.execute(world().db)
    const locations =
      amount === null ? [] : [{ city_id: city(), accesses_ordered: [{ ...rows[0], speed: 250, amount }] }]
    const body = { client_id: of.client.id, fistel_id: of.fistel.id, year: 2026, month, locations }
    return dataOf(await call('POST', 'collects', body))
  }
  const findings = async (uuid: string, who = 'staffA') =>
    (await call('GET', `collects/${uuid}/conferencia`, undefined, who)).body.data as readonly Finding[]
  const step = async (uuid: string) => Object(dataOf(await call('GET', `collects/${uuid}`)).status).name
  const act = (uuid: string, name: string, body?: unknown) => call('PUT', `collects/${uuid}/${name}`, body)

  /** What is in the month's ZIP, by name. */
  async function zipped(year: number, month: number) {
    const zip = await world().app.inject({
      url: `/api/v1/collects/arquivos?year=${year}&month=${month}`,
      headers: { authorization: await bearer() },
    })
    const name = `coletas-${year}-${String(month).padStart(2, '0')}.zip`
    expect(zip.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    const entries = unzipSync(zip.rawPayload)
    return (name: string) => new TextDecoder().decode(entries[name])
  }
  const bearer = async () => `Bearer ${await world().enter('downloader', world().people.staffA)}`

  return { world, scm, city, call, provider, kinds, filled, findings, step, act, zipped, bearer }
}
