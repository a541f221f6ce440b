import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { anonymousUser } from '#kernel/access.ts'
import { enqueue } from '#parts/integration/enqueue.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import { contextOf } from '#server/context.ts'
import { openMortal } from './mortal.ts'

// A process that sends to another house until it is killed. Once, it lays thirty; each that settles adds a line to a table of
// its own. It says 'ready' when it begins, and 'done' when all went.

const outside = new URL(process.env.OUTSIDE_URL ?? '')
const standIn: Integration = {
  key: 'cnpja',
  lacking: () => null,
  send: async ({ key, attempt }, talk) => {
    const at = new URL(`notas/${key}`, outside)
    const known = attempt > 1 ? await talk(at) : null
    if (known?.status !== 200) await talk(at, { method: 'POST', body: '{}' })
    return {
      state: 'enviado',
      note: 'Foi.',
      settle: async ({ sql: db }) => {
        await sql`insert into settled_keys (key) values (${key})`.execute(db)
        await after(Math.random() * 10)
        await sql`update settled_keys set twice = true where key = ${key}`.execute(db)
      },
    }
  },
}

const { db, house, runner } = await openMortal(1, {}, { integrations: [standIn] })
await sql`create table if not exists settled_keys (key text not null, twice boolean not null default false)`.execute(db)
await db.transaction().execute(async trx => {
  const { rows } = await sql`select 1 from integration_queues limit 1`.execute(trx)
  if (rows.length) return
  const ctx = contextOf(
    house,
    { user: anonymousUser, session_id: 0 },
    { id: 'r', ip: '', agent: '', headers: {} },
    trx,
    [],
  )
  for (let i = 0; i < 30; i++)
    await enqueue(ctx, {
      integration: 'cnpja',
      name: `Nota ${i}`,
      key: `k${i}`,
      about: { text: 'Uma ordem', path: '/' },
      payload: { i },
    })
})
process.stdout.write('ready\n')
for (;;) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from integration_queues where state <> 'enviado'`.execute(db)
  if (!rows[0]?.n) break
  await runner.settled()
  await after(100)
}
const { rows: settled } = await sql<{
  key: string
  twice: boolean
}>`select key, twice from settled_keys order by key`.execute(db)
process.stdout.write(`done ${JSON.stringify(settled)}\n`)
