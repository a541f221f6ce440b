import type { ZodType } from 'zod'
import type { Field } from '#kernel/field.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { Ctx } from '#server/operation.ts'

/** A section whose rows show how a job goes: each of its rows has one. */
export type JobResource = AnyResource & {
  readonly fields: Readonly<Record<'state' | 'rows_done' | 'rows_total' | 'finished_at' | 'error', Field>>
}

/** Work that outlives a request, declared as operations are. It belongs to a row people see, whose uuid is the job's id. */
export interface Work<G = never, M = never> {
  /** 'exports.write'. */
  readonly name: string
  /** The rows of this section show its state. */
  readonly of: JobResource
  /** What it is given; checked again when it runs, for a release may have come between. */
  readonly given: ZodType<G>
  /** Permissions its requester must hold from the beginning to the end. */
  readonly needs: (given: G) => readonly string[]
  /**
   * Does it, chunk by chunk, with the rights its requester has at that moment. It may be called again at any time, after a
   * crash say, and goes on from `job.mark`: whatever is not in a committed chunk has not happened. A `problem` fails the row
   * at once; anything else is tried again, five times at the same place.
   */
  readonly run: (given: G, job: Job<M>) => Promise<void>
  /** Runs in the transaction that ends its row, to notify the requester. */
  readonly ended?: (ctx: Pick<Ctx, 'sql' | 'tell'>, end: JobEnd) => Promise<void>
}
/** How the row of a job ended, and who requested it; `error` gives the reason of a failure. */
export type JobEnd = { readonly uuid: string; readonly user_id: number; readonly error: string | null }

// oxlint-disable-next-line typescript/no-explicit-any -- a list of works holds every shape of what is given and left
export type AnyWork = Work<any, any>
/**
 * @example
 * export const openMonth = work<Period, { after: number }>({
 *   name: 'collects.abrir-mes',
 *   of: monthOpenings,
 *   given: period,
 *   needs: () => ['collects.abrir-mes'],
 *   run: async (period, job) => {
 *     for (const some of await missingAfter(job.look(), period, job.mark?.after ?? 0))
 *       await job.chunk(ctx => openSome(ctx, some))
 *   },
 * })
 */
export const work = <G, M>(declared: Work<G, M>): Work<G, M> => declared

/** One run of a work. */
export interface Job<M> {
  /** The uuid of its row. */
  readonly id: string
  /** Ends when somebody cancels, or the process does. */
  readonly signal: AbortSignal
  /** What the last committed chunk left; null at first. */
  readonly mark: M | null
  /** For reading, outside any transaction, with the rights of now. Throws when they were lost, or the job was cancelled. */
  look(): Promise<Ctx>
  /**
   * The same from a copy of the database, where there is one: as it is now or was when this run began. For what is only read and
   * takes long; what the run itself wrote may be missing.
   */
  lookBack(): Promise<Ctx>
  /** One chunk: a transaction with the rights of now, which commits its writes, its mark and the row's progress together. */
  chunk(step: (ctx: Ctx) => Promise<ChunkResult<M>>): Promise<void>
}

/** What a chunk leaves: where to go on from, and how far the row is. Should take well under a second. */
export interface ChunkResult<M> {
  readonly mark: M | null
  readonly rows_done: number
  readonly rows_total: number | null
}
