import type { Letter } from '#server/letter.ts'
import type { Sql } from '#server/operation.ts'

/** A mail about to go. */
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
 * What a kind of mail needs right before it goes, in a transaction of its own: the link that is made only now, or who it is
 * for. A `problem` says why it should not go any more; null, that it never should have, and nothing of it is kept.
 */
export type Prepare = (
  trx: Sql,
  mail: DueMail,
  now: Date,
) => Promise<Partial<Pick<Letter, 'to' | 'name' | 'link'>> | null>
