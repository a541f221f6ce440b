import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { Problem } from '#kernel/problem.ts'
import { mails } from '#features/platform/mails/mails.ts'
import { endMail, forgetMail, mailLeases, type LeasedMail } from '#features/platform/mails/sending.server.ts'
import { mailKinds, ownHeader, type MailKind } from '#parts/outbox/outbox.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import type { House } from '#server/house.ts'
import { openDispatcher } from '#server/jobs/dispatcher.ts'
import type { JobPace } from '#server/jobs/open.ts'
import { letter } from '#server/letter.ts'
import { troubleOf } from '#server/mail.ts'

/** Seconds until the next try of what may go later; after the last it is given up. */
const pauses = [60, 600, 3_600, 21_600] as const
const mostTries = pauses.length + 1

/** Is every kind of mail prepared by somebody? One that is not would go without its link. */
export const areAllPrepared = (
  prepare: Partial<Readonly<Record<MailKind, Prepare>>>,
): prepare is Readonly<Record<MailKind, Prepare>> => Object.keys(mailKinds).every(kind => kind in prepare)

const mailSchema = z.object({
  name: z.string(),
  reason: z.string(),
  label: z.string(),
  terms: z.array(z.string()),
  above: z.string().optional(),
  link: z.string().optional(),
  replyTo: z.string().optional(),
  thread: z.object({ replyTo: z.string(), inReplyTo: z.string(), references: z.array(z.string()) }).optional(),
})

/** Machines answer no machine (RFC 3834), and ours are known by a header of their own. */
const ofMachine = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', [ownHeader]: '1' } as const

const dead = 'O envio parou no meio mais de uma vez. Envie de novo mais tarde.'

/** Sends what waits in the outbox, a few at a time, until it is stopped. */
export function openSender(
  house: Pick<House, 'database' | 'mail' | 'events'>,
  prepare: Readonly<Record<MailKind, Prepare>>,
  pace: Pick<JobPace, 'pollMs' | 'lease'>,
  now: () => Date,
  failed: (error: unknown) => void,
) {
  const { kysely } = house.database
  const dispatcher = openDispatcher({ house, of: mails, leases: mailLeases, pace, now, failed, attempt })

  async function attempt(mail: LeasedMail) {
    await (mail.tries > mostTries ? endMail(kysely, mail, now(), { state: 'desistiu', words: dead }) : go(mail))
  }

  async function go(mail: LeasedMail) {
    try {
      const ready = await kysely.transaction().execute(trx => prepare[mail.kind](trx, mail, now()))
      if (!ready) return void (await forgetMail(kysely, mail))
      const { link = '', thread, replyTo, attachments = [], ...said } = { ...mailSchema.parse(mail.letter), ...ready }
      const message = letter({ to: mail.recipient, subject: mail.subject, link, ...said })
      const headers = {
        ...ofMachine,
        ...(replyTo && { 'Reply-To': replyTo }),
        ...(thread && {
          'Reply-To': thread.replyTo,
          'In-Reply-To': thread.inReplyTo,
          References: thread.references.join(' '),
        }),
      }
      await house.mail.mailer.send({ ...message, messageId: mail.message_id, headers, attachments })
    } catch (error) {
      return endMail(kysely, mail, now(), verdict(mail, error))
    }
    await insist(() => endMail(kysely, mail, now(), { state: 'enviado' }))
  }

  function verdict({ tries }: LeasedMail, error: unknown) {
    if (error instanceof Problem && error.status < 500) return { state: 'dispensado', words: error.message } as const
    const { words, final } = troubleOf(error)
    if (final) return { state: 'recusado', words } as const
    dispatcher.report(error)
    const next = pauses[tries - 1]
    return next === undefined
      ? ({ state: 'desistiu', words } as const)
      : ({ state: 'aguardando', words, next } as const)
  }

  return dispatcher
}

/** What the server took must be written down, or it would be sent again: a database that is away for a moment is waited for. */
async function insist(write: () => Promise<unknown>) {
  for (let left = 4; ; left--)
    try {
      return await write()
    } catch (error) {
      if (!left) throw error
      await pause(1_000)
    }
}
