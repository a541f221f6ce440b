import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { renewSecret } from '#features/platform/webhooks/secret.server.ts'
import { openMortal } from './mortal.ts'

// A process that sends notices to a webhook until it is killed. Once, it writes thirty lines of history and an endpoint before them. It
// says 'ready' when it begins, and 'done' with the ids of what was delivered when all went.

const lines = 30
const { config, db, runner } = await openMortal(1, { WEBHOOK_HOSTS: new URL(process.env.RECEIVER_URL ?? '').host })
const { rows: begun } = await sql`select 1 from webhook_endpoints`.execute(db)
if (!begun.length) {
  const { rows } = await sql<{ id: number }>`select id from users order by id limit 1`.execute(db)
  const owner = rows[0]?.id ?? 0
  await db.transaction().execute(async trx => {
    const { rows: made } = await sql<{ id: number }>`
      insert into webhook_endpoints (name, url, types, user_id) values ('Quem recebe', ${process.env.RECEIVER_URL}, '{plans.update}', ${owner})
      returning id`.execute(trx)
    await renewSecret(trx, config, made[0]?.id ?? 0, new Date())
    const { rows: plans } = await sql<{
      id: number
    }>`insert into plans (name, slug) values ('P', 'p') returning id`.execute(trx)
    await sql`
      insert into audit_events (request_id, event, resource, row_id, changes)
      select 'r', 'plans.update', 'plans', ${plans[0]?.id}, '{}' from generate_series(1, ${lines})`.execute(trx)
  })
}
process.stdout.write('ready\n')
for (;;) {
  await runner.settled()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from integration_queues where kind = 'aviso' and state = 'enviado'`.execute(db)
  if (rows[0]?.n === lines) break
  await after(100)
}
const { rows: sent } = await sql<{ uuid: string }>`
  select uuid from integration_queues where kind = 'aviso' order by id`.execute(db)
process.stdout.write(`done ${JSON.stringify(sent.map(({ uuid }) => `msg_${uuid}`))}\n`)
