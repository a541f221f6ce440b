import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { callerOf } from './calls.ts'
import { enter } from './population.ts'
import { openMortal } from './mortal.ts'

// A process that turns all of 1,500 plans, by one act each time, until it is killed: it disables them and enables them again, or with
// TURNED=fields it describes them in one way and in another. It says when an act begins, and what came of it: how many lines of
// history the act has, and of how many rows.

const rows = 1_500
const { app, database, db, house, runner } = await openMortal(1, { REQUESTS_PER_MINUTE: '1000000' })
const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0]

await sql`insert into plans (name, slug) select 'Comprido ' || n, 'comprido-' || n from generate_series(1, ${rows}) n
  where not exists (select 1 from plans where name = 'Comprido 1')`.execute(db)
const user = (await one(sql<{ id: number }>`select min(id) as id from users`))?.id ?? 0
const call = callerOf(app, { me: await enter(db, user) })
await house.jobs.queue.recover(database.exclusive)

/** The act that goes on, or a new one that turns the rows the other way. */
async function begin(): Promise<string> {
  const going = await one(sql<{ uuid: string }>`
    select uuid from bulk_acts where state in ('na-fila', 'processando') order by id desc limit 1`)
  if (going) return going.uuid
  const state = await one(sql<{ active: boolean; description: string | null }>`
    select active, description from plans where name = 'Comprido 1'`)
  const turn =
    process.env.TURNED === 'fields'
      ? {
          act: 'update',
          query: 'search=Comprido',
          draft: { description: state?.description === 'um' ? 'outro' : 'um' },
        }
      : { act: state?.active ? 'disable' : 'enable', query: `search=Comprido&active=${state?.active ?? true}` }
  const body = { resource: 'plans', count: rows, ...turn }
  const sent = await call('me', 'POST', 'bulk-acts', { body })
  if (sent.status !== 200) throw new Error(sent.text)
  return String(Object(sent.body.data).uuid)
}

for (;;) {
  const uuid = await begin()
  process.stdout.write('ready\n')
  runner.nudge()
  for (;;) {
    const act = await one(sql<{ state: string; act: string; changed: number; refused: number; error: string | null }>`
      select state, act, changed, refused, error from bulk_acts where uuid = ${uuid}`)
    if (act && !['na-fila', 'processando'].includes(act.state)) {
      const told = await one(sql<{ n: number; apart: number }>`
        select count(*)::int as n, count(distinct row_id)::int as apart from audit_events
        where request_id = ${uuid} and event = ${`plans.${act.act}`}`)
      process.stdout.write(
        `done ${[act.state, act.changed, act.refused, told?.n, told?.apart, act.error ?? ''].join(' ')}\n`,
      )
      break
    }
    await after(40)
  }
}
