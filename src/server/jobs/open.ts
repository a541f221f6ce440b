import { companyOf } from '#kernel/access.ts'
import type { Database } from '#server/database/database.ts'
import { openQueue, type Queue } from '#server/jobs/queue.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Ctx } from '#server/operation.ts'

/** How jobs are done on this database. */
export interface JobPace {
  /** Jobs at once: requests want connections too. */
  readonly atOnce: number
  /** Milliseconds between checks for jobs from other processes and for retries. */
  readonly pollMs: number
  /** Seconds without a sign of life after which another process takes a job over. */
  readonly lease: number
}

export const jobPace: JobPace = { atOnce: 3, pollMs: 2_000, lease: 30 }

/** The queue of an application, and its runner, once there is one. */
export interface JobRoom {
  readonly queue: Queue
  runner: { readonly nudge: () => void; readonly abort: (uuid: string) => void } | null
}
export const openJobs = (database: Database, pace: JobPace): JobRoom => ({
  queue: openQueue(database.kysely, pace.lease),
  runner: null,
})

/** The queue as one request sees it. */
export const jobsFor = (room: JobRoom, ctx: Pick<Ctx, 'sql' | 'user' | 'after'>): Jobs => {
  const who = { user_id: ctx.user.id, token_id: ctx.user.token?.id ?? null }
  const nudge = () => ctx.after(async () => room.runner?.nudge())
  return {
    async send(work, { uuid }, given) {
      await room.queue.send(ctx.sql, uuid, { ...who, company: companyOf(ctx.user), work: work.name, given })
      nudge()
    },
    async cancel({ uuid }) {
      await room.queue.cancel(ctx.sql, uuid)
      ctx.after(async () => void room.runner?.abort(uuid))
    },
    async again({ uuid }) {
      await room.queue.again(ctx.sql, uuid, who)
      nudge()
    },
  }
}
