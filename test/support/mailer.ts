import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { openHouse } from '../../src/house.server.ts'
import { write } from '#parts/outbox/outbox.server.ts'
import { readConfig } from '#settings.server.ts'
import { openDatabase } from '#server/database/open.ts'

// A process that sends mail until it is killed. Once, it lays forty; it says 'ready' when it begins, and 'done' when all went.

const letter = {
  name: 'Ana Reis',
  subject: 'Aviso da casa',
  reason: 'Um aviso.',
  link: 'http://localhost/clients',
  label: 'Abrir',
  terms: [],
}

const config = readConfig({
  ...process.env,
  OUTORGA_DEMO: '0',
  ADMIN_EMAIL: 'a@exemplo.com.br',
  ADMIN_PASSWORD: 'quatro cavalos no telhado',
  LOG_LEVEL: 'silent',
})
const database = await openDatabase(config)
const { house, runner } = await openHouse(config, database, {
  passwordCost: { memoryCost: 64, timeCost: 1 },
  pace: { lease: 1, pollMs: 200 },
})
const db = database.kysely
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
