import type { ZodType } from 'zod'

/** What the queue knows of a work: `Work` in `#server/jobs/work.ts` is the whole. */
interface SentWork<G> {
  readonly name: string
  readonly given: ZodType<G>
}

/** What a request may ask of the queue; all of it happens with the transaction, or not at all. */
export interface Jobs {
  /** Puts the row's work in the queue; it starts once the transaction is committed. */
  send<G>(work: SentWork<G>, row: { readonly uuid: string }, given: G): Promise<void>
  /** Takes it out, or stops it at its next chunk. The row is the caller's to mark. */
  cancel(row: { readonly uuid: string }): Promise<void>
  /** Runs a failed job again from where it stopped, for the current user, in the job's company. Throws a 409 if it is too old. */
  again(row: { readonly uuid: string }): Promise<void>
}
