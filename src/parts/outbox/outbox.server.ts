import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { MailKind } from '#parts/outbox/outbox.ts'
import type { Letter } from '#server/letter.ts'
import { messageIdOf } from '#server/mail.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** A letter to be sent; without a link when it carries one that is made only as it goes. */
export type OutgoingLetter = Omit<Letter, 'to' | 'link'> & { readonly link?: string }

/** How a letter is answered by mail, and what it answers: addresses and Message-IDs. */
export interface MailThread {
  readonly replyTo: string
  readonly inReplyTo: string
  readonly references: readonly string[]
}

export interface Posted {
  readonly kind: MailKind
  readonly to: string
  readonly letter: OutgoingLetter
  readonly thread?: MailThread | null
  /** Who reads an answer, where the letter is of no conversation. */
  readonly replyTo?: string | null
  /** What it is about, in words and as an address of the interface. */
  readonly about?: { readonly text: string; readonly path: string }
  /** The user it is written to. */
  readonly person_id?: number
  /** The client it is about, whose company may see it. */
  readonly client_id?: number
  /** Whose it is where it is neither the client's nor the user's. */
  readonly empresa_id?: number | null
  /** This user caused it, by this request; both are absent for automatic mails. */
  readonly user_id?: number | null
  readonly request?: string
}

/** Mails of a request, in its transaction: they go once it is committed, or not at all. */
export async function post(
  ctx: Pick<Ctx, 'sql' | 'config' | 'user' | 'request' | 'after' | 'mail'>,
  mails: readonly Posted[],
) {
  const caused = { user_id: ctx.user.id || null, request: ctx.request.id }
  const laid = await write(
    ctx.sql,
    ctx.config,
    mails.map(mail => ({ ...mail, ...caused })),
  )
  ctx.after(async () => ctx.mail.sender?.nudge())
  return laid
}

/** Lays mails in the outbox, in the caller's transaction; a mail of a client or a person is their company's. */
export async function write(db: Sql, config: Ctx['config'], mails: readonly Posted[]) {
  const rows = mails.map(({ to, letter: { subject, ...letter }, thread, replyTo, about, ...rest }) => ({
    ...rest,
    recipient: to,
    subject,
    letter: { ...letter, ...(thread && { thread }), ...(replyTo && { replyTo }) },
    about: about?.text,
    about_path: about?.path,
    message_id: messageIdOf(config, randomUUID()),
  }))
  const { rows: laid } = await sql<{ readonly id: number; readonly uuid: string; readonly message_id: string }>`
    insert into mails (kind, recipient, subject, letter, about, about_path, person_id, client_id, empresa_id, user_id, request, message_id)
    select m.kind, m.recipient, m.subject, m.letter, m.about, m.about_path, m.person_id, m.client_id,
      coalesce(m.empresa_id, c.empresa_responsavel_id, p.empresa_id), m.user_id, m.request, m.message_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (kind text, recipient text, subject text, letter jsonb, about text,
      about_path text, person_id bigint, client_id bigint, empresa_id bigint, user_id bigint, request text, message_id text)
    left join clients c on c.id = m.client_id left join users p on p.id = m.person_id returning id, uuid, message_id`.execute(
    db,
  )
  return laid
}
