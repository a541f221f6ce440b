import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { mailKinds, type MailKind, type MailState } from '#parts/outbox/outbox.ts'
import type { Sql } from '#server/operation.ts'

/** A moment as a parameter. */
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
const later = (now: Date, seconds: number) => at(new Date(now.getTime() + seconds * 1000))

const mailSchema = z.object({
  id: z.number(),
  uuid: z.string(),
  run: z.string(),
  kind: z.custom<MailKind>(value => typeof value === 'string' && value in mailKinds),
  recipient: z.string(),
  subject: z.string(),
  /** This one included. */
  tries: z.number(),
  message_id: z.string(),
  person_id: z.number().nullable(),
  about_path: z.string().nullable(),
  request: z.string().nullable(),
  letter: z.unknown(),
})
/** A mail while somebody tries to send it. */
export type LeasedMail = z.infer<typeof mailSchema>

/** The next mail whose time has come, now ours for `lease` seconds; null when there is none. Two never take the same one. */
export async function take(db: Sql, now: Date, lease: number): Promise<LeasedMail | null> {
  const { rows } = await sql`
    update mails set state = 'enviando', tries = tries + 1, run = ${randomUUID()}, leased_until = ${later(now, lease)}, updated_at = now()
    where id = (
      select id from mails where deleted_at is null
        and (state = 'aguardando' and (next_at is null or next_at <= ${at(now)}) or state = 'enviando' and leased_until <= ${at(now)})
      order by id limit 1 for update skip locked)
    returning id, uuid, run, kind, recipient, subject, tries, message_id, person_id, about_path, request, letter`.execute(
    db,
  )
  return rows[0] ? mailSchema.parse(rows[0]) : null
}

const ours = ({ id, run }: LeasedMail) => sql`id = ${id} and run = ${run} and state = 'enviando'`

/** Keeps it ours for another lease. */
export const hold = (db: Sql, mail: LeasedMail, now: Date, lease: number) =>
  sql`update mails set leased_until = ${later(now, lease)} where ${ours(mail)}`.execute(db)

/** Deletes the mail as if nobody had requested it. */
export const forgetMail = (db: Sql, mail: LeasedMail) => sql`delete from mails where ${ours(mail)}`.execute(db)

/** What was found begun when the one process of a database starts was begun by one that is dead. */
export const recover = (db: Sql, now: Date) =>
  sql`update mails set leased_until = ${at(now)} where state = 'enviando'`.execute(db)

/** Records the end of a try in the mail and in its log line alike. Does nothing when another process has the mail. */
export async function end(
  db: Sql,
  mail: LeasedMail,
  now: Date,
  {
    state,
    words = null,
    next = null,
  }: { readonly state: MailState; readonly words?: string | null; readonly next?: number | null },
) {
  await sql`
    with ended as (
      update mails set state = ${state}, error = ${words}, next_at = ${next === null ? null : later(now, next)},
        sent_at = case when ${state} = 'enviado' then ${at(now)} else sent_at end, leased_until = null, version = version + 1, updated_at = now()
      where ${ours(mail)} returning id)
    insert into mails_attempts (parent_id, position, at, outcome, message)
    select id, (select count(*) from mails_attempts a where a.parent_id = ended.id), ${at(now)}, ${state}, ${words} from ended`.execute(
    db,
  )
}
