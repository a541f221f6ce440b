import { sql } from 'kysely'
import type { User } from '#kernel/access.ts'
import { isBankDay } from '#kernel/calendar.ts'
import { dayIn } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { rowSeen, type NoticesHouse } from '#features/support/notices/seen.server.ts'
import { notices } from '#parts/notice/notices.ts'
import { write } from '#parts/outbox/outbox.server.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import { digestHour } from '#parts/setting/setting.ts'
import { readNumberSetting } from '#parts/setting/setting.server.ts'
import { publicUrl } from '#server/config.ts'
import type { House } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

/** Notices named in a summary; of the others it gives the number only. */
const noticesNamed = 20

interface DigestNotice {
  readonly id: number
  readonly title: string
  readonly times: number
}

/**
 * Sends each person, once a working day and from the configured hour on, the unread notices from before that hour that no earlier
 * summary listed. Returns how many summaries were stored in the outbox.
 */
export async function sendDigests(
  room: NoticesHouse,
  house: Pick<House, 'database' | 'config' | 'mail' | 'person'>,
  now: Date,
): Promise<number> {
  const { kysely } = house.database
  const { day, hour } = dayIn(now)
  const at = await readNumberSetting(kysely, digestHour)
  if (!isBankDay(day) || hour < at) return 0
  const before = `${day}T${String(at).padStart(2, '0')}:00:00-03:00`
  const { rows: waiting } = await sql<{ user_id: number }>`
    select distinct n.user_id from notices n
    where n.read_at is null and n.digested_at is null and n.deleted_at is null and n.updated_at < ${before}::timestamptz
      and not exists (select 1 from notice_digests d where d.user_id = n.user_id and d.day = ${day}::date)
    order by 1`.execute(kysely)
  const people = new Set(waiting.map(({ user_id }) => user_id))
  for (const part of room.digests()) for (const id of await part.waiting(kysely, before)) people.add(id)
  let sent = 0
  for (const id of people)
    if (await kysely.transaction().execute(trx => sendOne(room, house, trx, { id, day, before }))) sent++
  if (sent) house.mail.sender?.nudge()
  return sent
}

/** The day and notices are marked and the mail is stored in one transaction: a crash leaves none of them. */
async function sendOne(
  room: NoticesHouse,
  { config, person }: Pick<House, 'config' | 'person'>,
  trx: Sql,
  { id, day, before }: { readonly id: number; readonly day: string; readonly before: string },
): Promise<boolean> {
  const { rows: first } = await sql`
    insert into notice_digests (user_id, day) values (${id}, ${day}::date) on conflict do nothing returning user_id`.execute(
    trx,
  )
  if (!first.length) return false
  const user = await person(trx, id)
  const found = user ? await takeUnread(room, trx, user, before) : []
  if (!user) return false
  const besides = await Promise.all(room.digests().map(part => part.take(trx, user, before)))
  if (!found.length && !besides.some(({ isNew }) => isNew)) return false
  const lines = besides.flatMap(part => part.lines)
  const said = found.length ? count(found.length, notices.text) : 'leitura obrigatória'
  const left = found.length - noticesNamed
  await write(trx, config, [
    {
      kind: 'avisos',
      to: user.email,
      person_id: user.id,
      empresa_id: user.empresa_id,
      about: { text: said, path: '/notices' },
      letter: {
        name: user.name,
        subject: `${config.APP_NAME}: ${said} para você`,
        reason: found.length ? `Há ${said} que você ainda não leu:` : 'Há leitura que você ainda não confirmou:',
        link: `${publicUrl(config)}/notices`,
        label: 'Ver os avisos',
        terms: [
          ...lines,
          ...found
            .slice(0, noticesNamed)
            .map(({ title, times }) => `• ${title}${times > 1 ? ` (${times} vezes)` : ''}`),
          ...(left > 0 ? [`E mais ${left}.`] : []),
          'Escolha no seu perfil, em “Avisos”, o que entra neste resumo.',
        ],
      },
    },
  ])
  return true
}

/** Takes unread notices that are wanted in the summary and still visible, the newest first, and marks them as sent. */
async function takeUnread(room: NoticesHouse, trx: Sql, user: User, before: string): Promise<readonly DigestNotice[]> {
  const kinds = room.noticeKinds().map(({ name, inDigest }) => ({ name, wanted: inDigest }))
  const { rows } = await sql<DigestNotice>`
    with wanted as (
      select k.name from json_to_recordset(${JSON.stringify(kinds)}::json) as k(name text, wanted boolean)
      left join notice_choices c on c.kind = k.name and c.user_id = ${user.id} where coalesce(c.in_digest, k.wanted)),
    told as (
      update notices t set digested_at = now(),
        -- In the summary alone: there is nowhere else to read it.
        read_at = case when t.shown then t.read_at else now() end
      where t.user_id = ${user.id} and t.read_at is null and t.digested_at is null and t.deleted_at is null
        and t.updated_at < ${before}::timestamptz and t.kind in (select name from wanted) and ${rowSeen(room, user, 't')}
      returning t.id, t.title, t.times, t.updated_at)
    select id, title, times from told order by updated_at desc, id desc`.execute(trx)
  return rows
}

/** A summary that waited goes to nobody who may not come in any more. */
export const stillWelcome: Prepare = async (trx, { person_id }) => {
  const { rows } = await sql`
    select 1 from users u join profiles p on p.id = u.profile_id
    where u.id = ${person_id} and u.active and u.deleted_at is null and p.active and p.deleted_at is null`.execute(trx)
  if (!rows.length) throw problem('conflict', 'A pessoa não tem mais acesso: o resumo não foi enviado.')
  return {}
}
