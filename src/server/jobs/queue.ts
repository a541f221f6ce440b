import { CompiledQuery, sql, type Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import * as z from 'zod'
import { problem } from '#kernel/problem.ts'
import type { Sql } from '#server/operation.ts'

/** One queue for all work: the first request is done first. */
const name = 'work'
/** Tries of a job that does not get any further. */
export const mostTries = 5
/** Marks a job that failed for good: the queue knows it as cancelled, as it does those that a user stopped. */
export const gaveUpMark = 'gave_up'
/** Days in which a job that ended may be requested again. */
const retryDays = 30

const jobSchema = z.object({
  work: z.string(),
  user_id: z.number(),
  /** The token of the program that requested it; absent or null where the user did. */
  token_id: z.number().nullish(),
  /** The job was requested for this company; null for all. */
  company: z.number().nullable(),
  given: z.unknown(),
  mark: z.unknown(),
})
/** What a job carries. */
export type JobPayload = z.infer<typeof jobSchema>
export interface LeasedJob extends JobPayload {
  readonly id: string
  /** How often it was begun without getting further. */
  readonly tries: number
  /** Whose run this is: another one, begun after this was thought dead, has its own. */
  readonly run: string
}

/** The jobs of one work in the queue. */
interface QueuedWork {
  readonly work: string
  /** Jobs by their state, in the words of their rows. */
  readonly states: Readonly<Record<string, number>>
  /** Seconds that the oldest of those whose time has come waits. */
  readonly oldest: number
}

const sqlOf = (db: Sql): PgBoss.Db => ({
  executeSql: async (text, values) => ({ rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows }),
})

export type Queue = ReturnType<typeof openQueue>

/**
 * Runs pg-boss over the product's own pool. Its polling workers are not used: a lease, taken anew with every chunk together
 * with the chunk's mark, shows at once a job that was cancelled, that another process took over, or whose process is dead.
 * `lease` in seconds.
 */
export function openQueue(db: Kysely<unknown>, lease: number) {
  const boss = new PgBoss({
    db: sqlOf(db),
    migrate: false,
    supervise: false,
    schedule: false,
  })
  const ran = async (text: string, values: readonly unknown[], on: Sql = db) =>
    (await sqlOf(on).executeSql(text, [name, ...values])).rows

  return {
    send: (on: Sql, id: string, job: Omit<JobPayload, 'mark'>) =>
      boss.send(name, { ...job, mark: null }, { id, expireInSeconds: lease, db: sqlOf(on) }),

    cancel: (on: Sql, id: string) => boss.cancel(name, id, { db: sqlOf(on) }),

    /** From its mark, whatever ended it. */
    async again(on: Sql, id: string, who: Pick<JobPayload, 'user_id' | 'token_id'>) {
      const found = await ran(
        `update pgboss.job set state = 'created', started_on = null, completed_on = null, retry_count = 0, start_after = now(),
           data = (data - '${gaveUpMark}') || $3::jsonb
         where name = $1 and id = $2 and state in ('completed', 'cancelled', 'failed') returning id`,
        [id, JSON.stringify(who)],
        on,
      )
      if (!found.length) throw problem('conflict', 'Não dá mais para tentar de novo: faça o pedido outra vez.')
    },

    /** The next job whose time has come, now ours; null when there is none. */
    async take(run: string): Promise<LeasedJob | null> {
      // Nothing is written for nothing: on a full disk that would be refused every two seconds.
      const waiting = `select from pgboss.job where name = $1 and state < 'active' and start_after <= now() limit 1`
      if (!(await ran(waiting, [])).length) return null
      const [job] = await boss.fetch<object>(name, { includeMetadata: true })
      if (!job) return null
      await ran(`update pgboss.job set data = data || $3::jsonb where name = $1 and id = $2`, [
        job.id,
        JSON.stringify({ run }),
      ])
      return { ...jobSchema.parse(job.data), id: job.id, tries: job.retryCount + 1, run }
    },

    /** Keeps the job ours for another lease, from a new mark on if one is given; false when it is ours no more. */
    async hold(on: Sql, { id, run }: LeasedJob, mark?: unknown): Promise<boolean> {
      const left = mark === undefined ? null : JSON.stringify({ mark })
      const found = await ran(
        `update pgboss.job set started_on = now(), data = data || coalesce($4::jsonb, '{}'),
           retry_count = case when $4::jsonb is null then retry_count else 0 end
         where name = $1 and id = $2 and state = 'active' and data ->> 'run' = $3 returning id`,
        [id, run, left],
        on,
      )
      return found.length > 0
    },

    complete: (on: Sql, { id }: LeasedJob) => boss.complete(name, id, {}, { db: sqlOf(on) }),
    /** Ends the job, which failed: it is not tried again by itself. */
    giveUp: (on: Sql, { id }: LeasedJob) => giveUpIn(boss, on, id),
    /** Returns the job to the queue as a failed try, with a longer pause each time. */
    postpone: (on: Sql, { id }: LeasedJob) => boss.fail(name, id, {}, { db: sqlOf(on) }),
    /** Back in the queue as if it had not begun: a process that ends is no failed try. */
    release: ({ id, run }: LeasedJob) =>
      ran(
        `update pgboss.job set state = 'created', started_on = null
         where name = $1 and id = $2 and state = 'active' and data ->> 'run' = $3`,
        [id, run],
      ),
    /** Back in the queue, a try more: those whose process is dead. With one process only, all that were begun before it. */
    async recover(all: boolean) {
      const dead = `name = $1 and state = 'active' and ($2 or started_on + expire_in < now())`
      if ((await ran(`select from pgboss.job where ${dead} limit 1`, [all])).length)
        await ran(`update pgboss.job set state = 'retry', start_after = now() where ${dead}`, [all])
    },
    ...queueReads(db),
    /** Forgets those that ended long ago. */
    sweep: () =>
      ran(`delete from pgboss.job where name = $1 and completed_on < now() - $2 * interval '1 day'`, [retryDays]),
  }
}

/** How the queue is, by work, and the newest jobs that failed for good: of those requested for one company, or of all. */
const queueReads = (db: Sql) => ({
  standing: (company: number | null = null) => standingIn(db, company),
  failed: (company: number | null, most: number) => failedIn(db, company, most),
})

async function giveUpIn(boss: PgBoss, on: Sql, id: string): Promise<void> {
  await sql`update pgboss.job set data = data || ${JSON.stringify({ [gaveUpMark]: true })}::jsonb
    where name = ${name} and id = ${id}`.execute(on)
  await boss.cancel(name, id, { db: sqlOf(on) })
}

/** How many jobs of each work are in which state, and the seconds that the oldest of those whose time has come waits. */
async function standingIn(db: Sql, company: number | null): Promise<readonly QueuedWork[]> {
  const { rows } = await sql<QueuedWork>`
    select coalesce(data ->> 'work', '') as work,
      jsonb_build_object(
        'na-fila', count(*) filter (where state < 'active'),
        'processando', count(*) filter (where state = 'active'),
        'falhou', count(*) filter (where state = 'failed' or state = 'cancelled' and data ? ${gaveUpMark}),
        'cancelado', count(*) filter (where state = 'cancelled' and not data ? ${gaveUpMark})) as states,
      coalesce(max(extract(epoch from now() - start_after)) filter (where state < 'active' and start_after <= now()), 0)::float8 as oldest
    from pgboss.job where name = ${name} and ${isOfCompany(company)} group by 1`.execute(db)
  return rows
}

const isOfCompany = (company: number | null) =>
  sql`(${company}::bigint is null or data ->> 'company' = ${company}::text)`

async function failedIn(db: Sql, company: number | null, most: number) {
  const { rows } = await sql<{ readonly id: string; readonly work: string; readonly at: string }>`
    select id, coalesce(data ->> 'work', '') as work, coalesce(completed_on, created_on) as at
    from pgboss.job
    where name = ${name} and (state = 'failed' or state = 'cancelled' and data ? ${gaveUpMark}) and ${isOfCompany(company)}
    order by at desc limit ${most}`.execute(db)
  return rows
}
