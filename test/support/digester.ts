import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { readingsDigest } from '#features/support/informative/digest.server.ts'
import { sendDigests } from '#features/support/notices/digest.server.ts'
import { assigned } from '#parts/person/told.ts'
import { openMortal } from './mortal.ts'

// A process that sends the summaries of one day until it is killed. Once, it makes forty people with a notice and a reading that
// is asked for; it says 'ready' when it begins, and 'done' when nobody waits and all mails went.

const people = 40
const now = new Date('2026-11-25T15:00:00Z')

const { db, house, runner } = await openMortal(4)
await db.transaction().execute(async trx => {
  const { rows } = await sql`select 1 from informative where mandatory`.execute(trx)
  if (rows.length) return
  await sql`
    insert into users (name, email, password, profile_id)
    select 'Pessoa ' || n, 'p' || n || '@exemplo.com.br', '', (select id from profiles where slug = 'colaborador')
    from generate_series(1, ${people}::int) n`.execute(trx)
  await sql`
    insert into informative (title, content, audience, mandatory, created_at)
    values ('Prazo novo', '<p>Leia.</p>', 'equipe', true, '2026-11-24T12:00:00Z')`.execute(trx)
  await sql`
    insert into notices (user_id, kind, resource, row_uuid, path, title, updated_at)
    select id, ${assigned.name}, '', '', '/', 'Você recebeu 2 tarefas', '2026-11-24T12:00:00Z' from users
    where email like 'p%@exemplo.com.br'`.execute(trx)
})
const room = { catalog: () => house.catalog, noticeKinds: () => [assigned], digests: () => [readingsDigest] }
process.stdout.write('ready\n')
await sendDigests(room, house, now)
house.mail.sender?.nudge()
for (;;) {
  await runner.settled()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mails where kind = 'avisos' and state in ('aguardando', 'enviando')`.execute(db)
  if (!rows[0]?.n) break
  await after(100)
}
process.stdout.write('done\n')
