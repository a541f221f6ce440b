import { sql } from 'kysely'
import * as z from 'zod'
import { mailKinds, type MailKind, type MailState } from '#parts/outbox/outbox.ts'
import { atMoment, leasesOf, secondsLater } from '#server/jobs/leases.ts'
import type { Sql } from '#server/operation.ts'

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

export const mailLeases = leasesOf({
  table: 'mails',
  waiting: 'aguardando',
  running: 'enviando',
  nextAt: 'next_at',
  among: sql`true`,
  counts: sql`tries = tries + 1`,
  columns: sql`q.id, uuid, run, kind, recipient, subject, tries, message_id, person_id, about_path, request, letter`,
  row: mailSchema,
})

/** Deletes the mail as if nobody had requested it. */
export const forgetMail = (db: Sql, mail: LeasedMail) =>
  sql`delete from mails where ${mailLeases.owned(mail)}`.execute(db)

/** Records the end of a try in the mail and in its log line alike. Does nothing when another process has the mail. */
export async function endMail(
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
      update mails set state = ${state}, error = ${words}, next_at = ${next === null ? null : secondsLater(now, next)},
        sent_at = case when ${state} = 'enviado' then ${atMoment(now)} else sent_at end, leased_until = null, version = version + 1, updated_at = now()
      where ${mailLeases.owned(mail)} returning id)
    insert into mails_attempts (parent_id, position, at, outcome, message)
    select id, (select count(*) from mails_attempts a where a.parent_id = ended.id), ${atMoment(now)}, ${state}, ${words} from ended`.execute(
    db,
  )
}
