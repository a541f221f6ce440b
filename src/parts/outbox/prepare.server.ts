import type { Letter } from '#server/letter.ts'
import type { Mail } from '#server/mail.ts'
import type { Sql } from '#server/operation.ts'

/** The mail that will be sent next, as its row has it. */
export interface DueMail {
  readonly id: number
  readonly uuid: string
  readonly recipient: string
  /** This one included. */
  readonly tries: number
  /** The user it is written to. */
  readonly person_id: number | null
  readonly about_path: string | null
  readonly request: string | null
}

/**
 * Prepares a kind of mail right before it is sent, in a transaction of its own: a link made only now, or the recipient. A
 * `problem` says why it should no longer go; null means that it never should have, and nothing of it remains.
 */
export type Prepare = (
  trx: Sql,
  mail: DueMail,
  now: Date,
) => Promise<Partial<Pick<Letter, 'to' | 'name' | 'link'> & Pick<Mail, 'attachments'>> | null>
