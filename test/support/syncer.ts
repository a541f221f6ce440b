import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { callerOf, dataOf } from './calls.ts'
import { cnpj } from './drafts.ts'
import { enter } from './population.ts'
import { openMortal } from './mortal.ts'

// A process that brings a new template to 300 clients, again and again, until it is killed. It says when one begins, and what
// came of it: how many tasks there are, and of how many clients and periods.

const clients = 300
const { app, database, db, house, runner } = await openMortal(1, { REQUESTS_PER_MINUTE: '1000000' })
const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0]

await db.transaction().execute(async trx => {
  const { rows } = await sql`select id from clients limit 1`.execute(trx)
  if (rows.length) return
  const made = Array.from({ length: clients }, (_, n) => ({ name: `Provedor ${n}`, document: cnpj(8_000_000 + n) }))
  await sql`insert into clients (name, document, prospect, created_at)
    select name, document, false, now() - interval '400 days'
    from json_to_recordset(${JSON.stringify(made)}::json) as r(name text, document text)`.execute(trx)
})
const user = (await one(sql<{ id: number }>`select min(id) as id from users`))?.id ?? 0
const call = callerOf(app, { me: await enter(db, user) })
await house.jobs.queue.recover(database.exclusive)

/** The template whose tasks are being made; a new one when none is. */
async function begin(): Promise<number> {
  const going = await one(sql<{ name: string }>`
    select name from tarefa_syncs where state in ('na-fila', 'processando') order by id desc limit 1`)
  const named = going && (await one(sql<{ id: number }>`select max(id) as id from tarefas`))
  if (named) return named.id
  await sql`update tarefas set active = false`.execute(db)
  const body = {
    nome: `Modelo ${Date.now()}`,
    recurrence: 'ultimo-dia-util',
    items: [{ name: 'Um' }, { name: 'Dois' }],
  }
  const { id, uuid } = dataOf(await call('me', 'POST', 'tarefas', { body }))
  const seen = await call('me', 'PUT', 'tarefas/sincronizar', { body: { tarefa: uuid } })
  const { plan } = Object(seen.body.data)
  const sent = await call('me', 'PUT', 'tarefas/sincronizar', { body: { tarefa: uuid, plan } })
  if (sent.status !== 200) throw new Error(sent.text)
  return id
}

for (;;) {
  const template = await begin()
  process.stdout.write('ready\n')
  runner.nudge()
  for (;;) {
    const last = await one(
      sql<{ state: string; error: string | null }>`select state, error from tarefa_syncs order by id desc limit 1`,
    )
    if (last && !['na-fila', 'processando'].includes(last.state)) {
      const came = await one(sql<{ n: number; apart: number; clients: number; items: number }>`
        select count(*)::int as n, count(distinct (client_id, period))::int as apart, count(distinct client_id)::int as clients,
          (select count(*)::int from client_tarefas_items i join client_tarefas x on x.id = i.parent_id where x.tarefa_id = ${template}) as items
        from client_tarefas where tarefa_id = ${template} and deleted_at is null`)
      const whole = came && came.n === came.apart && came.items === came.n * 2
      process.stdout.write(
        `done ${last.state} ${came?.clients} ${whole ? 'whole' : JSON.stringify(came)} ${last.error ?? ''}\n`,
      )
      break
    }
    await after(40)
  }
}
