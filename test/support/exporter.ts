import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod'
import { zipMonth } from '#features/regulatory/month/month-jobs.server.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { plans } from '#features/lookups.ts'
import { work } from '#server/jobs/work.ts'
import { askAgain } from './again.ts'
import { fillMonth } from './month.ts'
import { openMortal } from './mortal.ts'

// A process that does jobs until it is killed: an export of a long list, the files of a month, and work that writes rows. It
// says when it begins, and what came of each three: the files' hashes, how many rows were written and how many are different.

const chunks = 40
const period = { year: 2028, month: 4 }
const plant = work<{ readonly name: string }, { readonly at: number }>({
  name: 'test.plant',
  of: imports,
  given: z.object({ name: z.string() }),
  needs: () => ['plans.index'],
  run: async ({ name }, job) => {
    for (let at = job.mark?.at ?? 0; at < chunks; at++)
      await job.chunk(async ctx => {
        for (const part of ['a', 'b', 'c']) await ctx.rows(plans).create({ name: `${name} ${at} ${part}` })
        return { mark: { at: at + 1 }, rows_done: at + 1, rows_total: chunks }
      })
  },
})

const { database, db, house, runner } = await openMortal(1, {}, { works: [plant] })

const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0]

/** Something to export, once; answers whoever exports it. */
async function settle(): Promise<number> {
  await db.transaction().execute(async trx => {
    const { rows } = await sql`select id from service_types where name = 'Comprido 1'`.execute(trx)
    if (rows.length) return
    await fillMonth(trx, { ...period, clients: 600, company: null })
    await sql`insert into service_types (name, slug, initial)
      select 'Comprido ' || n, 'comprido-' || n, 'S' from generate_series(1, 8000) n`.execute(trx)
  })
  return (await one(sql<{ id: number }>`select min(id) as id from users`))?.id ?? 0
}

interface Told {
  readonly table: 'exports' | 'imports'
  readonly uuid: string
  readonly name: string
  readonly state: string
  readonly sha256: string | null
  readonly error: string | null
}
const told = sql<Told>`
  select 'exports' as table, uuid, name, state, sha256, error, kind from exports
  union all select 'imports', uuid, name, state, null, error, '' from imports order by kind`
const unended = ['na-fila', 'processando']

/** The name of the three being worked on; of others when the last ones ended. */
async function begin(user_id: number): Promise<string> {
  const last = (await told.execute(db)).rows.find(({ state }) => [...unended, 'falhou'].includes(state))
  if (last) return last.name
  const name = `três ${Date.now()}`
  const list = { resource: 'service-types', format: 'xlsx', query: 'search=Comprido&sort=-name' } as const
  const who = { user_id, company: null }
  await db.transaction().execute(async trx => {
    const { rows } = await sql<{ uuid: string; kind: string }>`
      insert into exports (name, user_id, resource, format, query, kind)
      values (${name}, ${user_id}, ${list.resource}, ${list.format}, ${list.query}, 'lista'),
        (${name}, ${user_id}, 'collects', 'csv', '', 'mes') returning uuid, kind`.execute(trx)
    for (const { uuid, kind } of rows)
      await house.jobs.queue.send(
        trx,
        uuid,
        kind === 'mes'
          ? { ...who, work: zipMonth.name, given: period }
          : { ...who, work: 'exports.write', given: list },
      )
    const planted = await sql<{ uuid: string }>`insert into imports (name, resource, user_id)
      values (${name}, 'service-types', ${user_id}) returning uuid`.execute(trx)
    for (const { uuid } of planted.rows)
      await house.jobs.queue.send(trx, uuid, { ...who, work: plant.name, given: { name } })
  })
  return name
}

const user = await settle()
await house.jobs.queue.recover(database.exclusive)
let begun = false
house.events.hear(() => {
  if (!begun) process.stdout.write('ready\n')
  begun = true
})
for (;;) {
  const name = await begin(user)
  runner.nudge()
  for (;;) {
    const three = (await told.execute(db)).rows.filter(each => each.name === name)
    // Given up, it is asked for once more before it is told of.
    let again = false
    for (const { table, uuid, state } of three)
      if (state === 'falhou' && (await askAgain(db, house.jobs.queue, { table, uuid, user_id: user }))) again = true
    if (!again && !three.some(({ state }) => unended.includes(state))) {
      const written = await one(sql<{ n: number; apart: number }>`
        select count(*) as n, count(distinct name) as apart from plans where name like ${`${name} %`}`)
      const said = (['state', 'sha256', 'error'] as const).map(key => three.flatMap(each => each[key] ?? []))
      const [states = [], hashes = [], errors = []] = said
      process.stdout.write(`done ${[...states, ...hashes, written?.n, written?.apart, ...errors].join(' ')}\n`)
      break
    }
    await after(60)
  }
}
