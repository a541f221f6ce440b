import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod'
import { userById } from '#features/auth/authenticate.server.ts'
import { features, tenancy } from '#features/index.ts'
import { exportsOnServer } from '#features/jobs/exports.server.ts'
import { imports } from '#features/imports/imports.ts'
import { plans } from '#features/lookups.ts'
import { Catalog } from '#server/catalog.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { Events } from '#server/events.ts'
import { openJobs, paceOf } from '#server/jobs/open.ts'
import { openRunner } from '#server/jobs/runner.ts'
import { work } from '#server/jobs/work.ts'
import { openMailer } from '#server/mail.ts'
import { askAgain } from './again.ts'

// A process that does jobs until it is killed: an export of a long list, and work that writes rows. It says when it begins,
// and what came of each pair: the file's hash, how many rows were written and how many of them are different.

const chunks = 40
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

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' })
const database = await openDatabase(config)
const db = database.kysely
const exporting = exportsOnServer(() => features)
const pace = paceOf(database, { pollMs: 200, lease: 1 })
const house = {
  config,
  database,
  catalog: new Catalog(features, tenancy, [exporting.extension]),
  operations: [],
  mail: openMailer(config, () => {}),
  authenticate: async () => null,
  person: userById,
  jobs: openJobs(database, pace),
  events: new Events(),
}
const runner = openRunner(house, [...exporting.works, plant], pace, error => process.stderr.write(`${String(error)}\n`))
house.jobs.runner = runner

const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0]

async function settle(): Promise<number> {
  const known = await one(sql<{ id: number }>`select id from users where email = 'quem@exporta.com.br'`)
  if (known) return known.id
  return db.transaction().execute(async trx => {
    await sql`insert into service_types (name, slug, initial)
      select 'Comprido ' || n, 'comprido-' || n, 'S' from generate_series(1, 8000) n`.execute(trx)
    const { rows } = await sql<{ id: number }>`
      with p as (insert into profiles (name, slug, is_admin) values ('Tudo', 'administrador', true) returning id),
        r as (insert into profiles_profile_roles (parent_id, position, role)
          select p.id, n, role from p, unnest(array['service-types.csv', 'exports.store', 'plans.index']) with ordinality x (role, n))
      insert into users (name, email, profile_id) select 'Quem', 'quem@exporta.com.br', id from p returning id`.execute(
      trx,
    )
    return rows[0]?.id ?? 0
  })
}

/** The pair that is being worked on; another when the last one ended. */
async function begin(user_id: number) {
  const last = await one(sql<{ name: string; file: string; rows: string }>`
    select x.name, x.uuid as file, i.uuid as rows from exports x join imports i on i.name = x.name
    where 'na-fila' in (x.state, i.state) or 'processando' in (x.state, i.state)`)
  if (last) return last
  const name = `par ${Date.now()}`
  const given = { resource: 'service-types', format: 'xlsx', query: 'search=Comprido&sort=-name' }
  return db.transaction().execute(async trx => {
    const add = async (table: string, more: string) => {
      const { rows } = await sql<{
        uuid: string
      }>`insert into ${sql.table(table)} (name, resource, user_id ${sql.raw(more)})
        values (${name}, 'service-types', ${user_id} ${sql.raw(more ? `, 'xlsx', '${given.query}'` : '')}) returning uuid`.execute(
        trx,
      )
      return rows[0]?.uuid ?? ''
    }
    const pair = { name, file: await add('exports', ', format, query'), rows: await add('imports', '') }
    const who = { user_id, company: null }
    await house.jobs.queue.send(trx, pair.file, { ...who, work: 'exports.write', given })
    await house.jobs.queue.send(trx, pair.rows, { ...who, work: plant.name, given: { name } })
    return pair
  })
}

const user = await settle()
await house.jobs.queue.recover(database.kind === 'embedded')
let begun = false
house.events.hear(() => {
  if (!begun) process.stdout.write('ready\n')
  begun = true
})
for (;;) {
  const { name, file, rows } = await begin(user)
  runner.nudge()
  for (;;) {
    await askAgain(db, house.jobs.queue, { table: 'exports', uuid: file, user_id: user })
    await askAgain(db, house.jobs.queue, { table: 'imports', uuid: rows, user_id: user })
    const state = await one(sql<{ x: string; i: string; sha256: string | null; error: string | null }>`
      select x.state as x, i.state as i, x.sha256, coalesce(x.error, i.error) as error from exports x, imports i where x.uuid = ${file} and i.uuid = ${rows}`)
    if (state && ![state.x, state.i].some(each => ['na-fila', 'processando'].includes(each))) {
      const written = await one(sql<{ n: number; apart: number }>`
        select count(*) as n, count(distinct name) as apart from plans where name like ${`${name} %`}`)
      process.stdout.write(
        `pair ${state.x} ${state.i} ${state.sha256} ${written?.n} ${written?.apart} ${state.error ?? ''}\n`,
      )
      break
    }
    await after(60)
  }
}
