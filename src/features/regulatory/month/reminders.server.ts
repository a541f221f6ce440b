import { sql } from 'kysely'
import { dayIn, daysTo } from '#kernel/clock.ts'
import { peopleOf, questionSql, reminders, type Awaited } from '#features/regulatory/month/remind.server.ts'
import { reminderDays } from '#features/regulatory/collects/coleta/settings.server.ts'
import { cutoffDay, previous } from '#parts/period/period.ts'
import { write } from '#parts/outbox/outbox.server.ts'
import type { House } from '#server/house.ts'

/** Nobody is written to at night. */
const morning = 8
const slug = 'aguardando-cliente'

/**
 * Mails a reminder, once on each day of `COLLECT_REMINDER_DAYS`, for last month's coletas that wait for their client; the
 * reminders and the mails are written in one transaction. Returns the number of coletas.
 */
export async function remindAwaited(
  { database, config, mail }: Pick<House, 'database' | 'config' | 'mail'>,
  now: Date,
): Promise<number> {
  const { day, hour } = dayIn(now)
  const [year = 0, month = 0] = day.split('-').map(Number)
  const period = previous({ year, month })
  const left = daysTo(cutoffDay(period), day)
  if (hour < morning || !config.of(reminderDays).split(',').includes(String(left))) return 0
  const asked = await database.kysely.transaction().execute(async trx => {
    const { rows } = await sql<Awaited>`
      with asked as (
        insert into collect_reminders (collect_id, day)
        select k.id, ${day} from collects k
        join statuses s on s.id = k.status_id and s.model = 'Collect' and s.slug = ${slug}
        join clients c on c.id = k.client_id and c.active and c.deleted_at is null
        join fistels f on f.id = k.fistel_id and f.show_for_client
        where k.year = ${period.year} and k.month = ${period.month} and k.active and k.deleted_at is null
        on conflict do nothing returning collect_id)
      select k.uuid, k.client_id, k.year, k.month, json_build_object('name', c.name) as client, json_build_object('name', f.fistel) as fistel,
        ${questionSql} as question
      from asked join collects k on k.id = asked.collect_id
      join clients c on c.id = k.client_id join fistels f on f.id = k.fistel_id order by k.id`.execute(trx)
    await write(trx, config, reminders({ config }, rows, await peopleOf({ sql: trx }, rows)))
    return rows.length
  })
  if (asked) mail.sender?.nudge()
  return asked
}
