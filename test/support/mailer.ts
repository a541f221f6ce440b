import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { write } from '#parts/outbox/outbox.server.ts'
import { openMortal } from './mortal.ts'

// A process that sends mail until it is killed. Once, it lays forty; it says 'ready' when it begins, and 'done' when all went.

const letter = {
  name: 'Ana Reis',
  subject: 'Aviso da casa',
  reason: 'Um aviso.',
  link: 'http://localhost/clients',
  label: 'Abrir',
  terms: [],
}

const { config, db, house, runner } = await openMortal(1)
await db.transaction().execute(async trx => {
  const { rows } = await sql`select 1 from mails limit 1`.execute(trx)
  if (rows.length) return
  const mails = Array.from({ length: 40 }, (_, i) => ({ kind: 'teste' as const, to: `m${i}@exemplo.com.br`, letter }))
  await write(trx, config, mails)
})
process.stdout.write('ready\n')
house.mail.sender?.nudge()
for (;;) {
  await runner.settled()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from mails where state <> 'enviado'`.execute(db)
  if (!rows[0]?.n) break
  await after(100)
}
process.stdout.write('done\n')
