import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filed } from '#features/regulatory/collects/coleta/steps.ts'
import { judgedSql } from '#features/regulatory/tasks/done.server.ts'
import { settleTasks } from '#features/regulatory/tasks/settle.server.ts'
import type { Database } from '#server/database/database.ts'
import type { Sql } from '#server/operation.ts'
import { freshDatabase } from '#test/support/databases.ts'

// Tasks are noted as done so that they are not judged again. Whatever is written, by whichever door, a note must never remain on a task that is open.

const months = [1, 2, 3, 4] as const
const obligations = ['acessos', 'funttel'] as const
/** Clients and fistéis that what is written chooses from: the last fistel is of the second client. */
const [one, other] = [1, 2] as const
const fistels = [1, 2, 3] as const

const pick = <const T>(...all: readonly T[]) => fc.constantFrom(...all)
const month = pick(...months)
const fistel = pick(...fistels)
const periodOf = (n: number) => `2026-0${n}`
const status = fc.constantFrom('enviada', 'processada', 'dispensada', 'em-aberto')
const statusId = (slug: string) => sql`(select id from statuses where model = 'Collect' and slug = ${slug})`
const client = (n: number) => sql`(select id from clients where name = ${`Cliente ${n}`})`
const fistelId = (n: number) => sql`(select id from fistels where fistel = ${String(n).repeat(11)})`
const day = (n: number) => `2026-0${n}-10`

/** What may be written, as SQL: each is a door of the product, or comes to the same rows. */
const write = fc.oneof(
  fc.tuple(fistel, month, status).map(
    ([f, n, slug]) => sql`
    insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
    select client_id, id, service_type_id, 2026, ${n}, ${statusId(slug)} from fistels where id = ${fistelId(f)}
    on conflict do nothing`,
  ),
  fc
    .tuple(fistel, month, status)
    .map(
      ([f, n, slug]) =>
        sql`update collects set status_id = ${statusId(slug)} where fistel_id = ${fistelId(f)} and month = ${n} and deleted_at is null`,
    ),
  fc
    .tuple(fistel, month)
    .map(
      ([f, n]) =>
        sql`update collects set deleted_at = now() where fistel_id = ${fistelId(f)} and month = ${n} and deleted_at is null`,
    ),
  fc.tuple(fistel, month).map(([f, n]) => sql`delete from collects where fistel_id = ${fistelId(f)} and month = ${n}`),
  fc.tuple(fistel, month, month).map(
    ([f, n, to]) => sql`
    update collects set month = ${to} where fistel_id = ${fistelId(f)} and month = ${n} and deleted_at is null
      and not exists (select from collects k where k.fistel_id = ${fistelId(f)} and k.month = ${to})`,
  ),
  fc.tuple(fistel, pick(one, other)).map(
    ([f, c]) => sql`
    with moved as (update fistels set client_id = ${client(c)} where id = ${fistelId(f)} returning id)
    update collects set client_id = ${client(c)} where fistel_id in (select id from moved)`,
  ),
  fc
    .tuple(fistel, fc.boolean())
    .map(
      ([f, gone]) => sql`update fistels set deleted_at = ${gone ? sql`now()` : sql`null`} where id = ${fistelId(f)}`,
    ),
  fc
    .tuple(fistel, month)
    .map(
      ([f, n]) =>
        sql`update fistel_tenures set until = ${day(n)}::date where fistel_id = ${fistelId(f)} and since <= ${day(n)}::date`,
    ),
  fistel.map(f => sql`delete from fistel_tenures where fistel_id = ${fistelId(f)}`),
  fc.tuple(fistel, month).map(
    ([f, n]) => sql`
    insert into fistel_tenures (fistel_id, since) select ${fistelId(f)}, ${day(n)}::date
    where not exists (select from fistel_tenures where fistel_id = ${fistelId(f)})`,
  ),
  fc.tuple(pick(one, other), month).map(
    ([c, n]) => sql`
    insert into client_obligations (client_id, obligation, period, done_on) values (${client(c)}, 'funttel', ${periodOf(n)}, current_date)
    on conflict do nothing`,
  ),
  fc
    .tuple(pick(one, other), month)
    .map(
      ([c, n]) =>
        sql`update client_obligations set deleted_at = now() where client_id = ${client(c)} and period = ${periodOf(n)}`,
    ),
  fc.tuple(pick(one, other), month, pick(5, 6)).map(
    ([c, n, to]) => sql`
    update client_tarefas t set period = ${periodOf(to)} where client_id = ${client(c)} and period = ${periodOf(n)}
      and not exists (select from client_tarefas o where o.client_id = t.client_id and o.obligation = t.obligation and o.period = ${periodOf(to)})`,
  ),
  fc
    .boolean()
    .map(
      monthly =>
        sql`update service_types set term = ${monthly ? '045' : 'xyz'} where id = (select min(service_type_id) from fistels)`,
    ),
)

/** Months with a filed coleta of each fistel, and since which month it is in use; null: since long before. */
const beginnings = fc.record({
  coletas: fc.tuple(...fistels.map(() => fc.subarray([...months]))),
  since: fc.tuple(...fistels.map(() => fc.option(month))),
})
const begun = (coletas: readonly (readonly number[])[], since: readonly (number | null)[]) => sql`
  with used as (
    update fistel_tenures n set since = u.since::date
    from unnest(${since.map((_, at) => String(at + 1).repeat(11))}::text[], ${since.map(n => (n === null ? '2025-01-01' : day(n)))}::text[]) u (fistel, since)
    where n.fistel_id = (select id from fistels f where f.fistel = u.fistel))
  insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
  select f.client_id, f.id, f.service_type_id, 2026, (k ->> 1)::int, ${statusId('enviada')}
  from json_array_elements(${JSON.stringify(coletas.flatMap((all, at) => all.map(n => [String(at + 1).repeat(11), n])))}::json) k
  join fistels f on f.fistel = k ->> 0`

describe('noted tasks', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database?.close())

  const run = async (query: ReturnType<typeof sql>) => void (await query.execute(database.kysely))
  const settle = () => settleTasks({ database }, new AbortController().signal)
  const lies = async (db: Sql = database.kysely) =>
    (
      await sql<{ lies: number }>`
        select count(*)::int as lies from client_tarefas t where t.settled and not ${sql.raw(judgedSql('t'))}`.execute(
        db,
      )
    ).rows[0]?.lies
  const noted = async () =>
    (
      await sql<{ period: string }>`
        select period from client_tarefas where settled and client_id = ${client(one)} and obligation = 'acessos' order by period`.execute(
        database.kysely,
      )
    ).rows.map(({ period }) => period)

  const begin = async () => {
    await run(sql`truncate clients, fistels, collects, client_tarefas, client_obligations cascade`)
    await run(
      sql`insert into clients (name, document) select 'Cliente ' || n, '1144477700016' || n from generate_series(1, 2) n`,
    )
    await run(sql`update service_types set term = '045' where id = (select min(id) from service_types)`)
    await run(sql`
      insert into fistels (fistel, client_id, service_type_id)
      select repeat(n::text, 11), (select id from clients where name = 'Cliente ' || case when n = 3 then 2 else 1 end), (select min(id) from service_types)
      from generate_series(1, 3) n`)
    await run(sql`delete from fistel_tenures`)
    await run(sql`insert into fistel_tenures (fistel_id, since) select id, '2025-01-01' from fistels`)
    await run(sql`
      insert into client_tarefas (name, client_id, obligation, period, due_on)
      select o, c.id, o, '2026-0' || n, make_date(2026, n, 10) from clients c, generate_series(1, 4) n, unnest(${[...obligations]}::text[]) o`)
  }
  beforeEach(begin)
  const file = async (f: number, n: number, slug = 'enviada') =>
    run(sql`
      insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
      select client_id, id, service_type_id, 2026, ${n}, ${statusId(slug)} from fistels where id = ${fistelId(f)}`)

  test('are those that are done, and what was changed by somebody is theirs to judge again', async () => {
    await file(1, 1)
    expect(await settle()).toBe(0)
    await file(2, 1)
    expect(await settle()).toBe(1)
    expect(await noted()).toEqual(['2026-01'])
    expect(await settle()).toBe(0)
    await run(sql`update collects set status_id = ${statusId('em-aberto')} where fistel_id = ${fistelId(1)}`)
    expect(await noted()).toEqual([])
  })

  test(
    'never include an open one, whatever is written in whatever order',
    () =>
      fc.assert(
        fc.asyncProperty(
          beginnings,
          fc.array(write, { minLength: 1, maxLength: 4 }),
          async ({ coletas, since }, steps) => {
            const undone = new Error('undone')
            const tried = database.kysely.transaction().execute(async trx => {
              await begun(coletas, since).execute(trx)
              for (const step of steps) {
                await sql`update client_tarefas t set settled = true where not settled and ${sql.raw(judgedSql('t'))}`.execute(
                  trx,
                )
                await step.execute(trx)
                expect(await lies(trx)).toBe(0)
              }
              throw undone
            })
            await expect(tried).rejects.toBe(undone)
          },
        ),
        { numRuns: 300 },
      ),
    60_000,
  )

  test('wait for nobody, and are not noted by what somebody is changing at the moment', async () => {
    await file(1, 1)
    await file(2, 1)
    const writer = await database.pool.connect()
    try {
      await writer.query('begin')
      await writer.query(
        `update collects set status_id = (select id from statuses where model = 'Collect' and slug = 'em-aberto') where month = 1`,
      )
      // What it sees is still filed.
      expect(await settle()).toBe(0)
      await writer.query('commit')
    } finally {
      writer.release()
    }
    expect(await lies()).toBe(0)
    expect(await settle()).toBe(0)
  })

  test('the database and the program agree on which coletas are filed', async () => {
    const { rows } = await sql<{ slug: string }>`
      select slug from statuses where model = 'Collect' and not id = any(open_collect_statuses()) order by slug`.execute(
      database.kysely,
    )
    expect(rows.map(({ slug }) => slug)).toEqual(filed.toSorted())
  })
})
