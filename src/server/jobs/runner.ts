import { randomUUID } from 'node:crypto'
import { companyOf, type User } from '#kernel/access.ts'
import { problem, Problem, refusalIn } from '#kernel/problem.ts'
import type { RowChange } from '#server/events.ts'
import type { House } from '#server/house.ts'
import { contextOf } from '#server/context.ts'
import { repeatEvery, openCrew } from '#server/jobs/crew.ts'
import type { JobPace } from '#server/jobs/open.ts'
import { beginRow, endRow, lockJobRow, progressRow } from '#server/jobs/progress.ts'
import { mostTries, type LeasedJob } from '#server/jobs/queue.ts'
import type { AnyWork, Job, ChunkResult } from '#server/jobs/work.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** Why a run stops before its end. */
class Stop extends Error {
  readonly why: 'cancelled' | 'lost' | 'closing'
  constructor(why: Stop['why']) {
    super(`the job stops: ${why}`)
    this.why = why
  }
}

const dead = 'O trabalho parou no meio mais de uma vez no mesmo lugar e não foi adiante. Tente de novo mais tarde.'
const broken = 'Algo falhou do nosso lado. Tente de novo; se continuar, avise o responsável pelo sistema.'

/** A job while it runs: whatever fails after a chunk fails at a new place, for the first time. */
type JobRun = Omit<LeasedJob, 'tries'> & { tries: number }

export type Runner = ReturnType<typeof openRunner>

/** Does what is in the queue, a few at a time, until it is stopped. */
export function openRunner(house: House, works: readonly AnyWork[], pace: JobPace, failed: (error: unknown) => void) {
  const { queue } = house.jobs
  const { kysely } = house.database
  const aborts = new Map<string, AbortController>()
  const crew = openCrew({
    atOnce: pace.atOnce,
    take: () => queue.take(randomUUID()),
    work: async taken => {
      const abort = new AbortController()
      aborts.set(taken.id, abort)
      await attempt({ ...taken }, abort.signal).finally(() => aborts.delete(taken.id))
    },
    failed,
  })
  const unlessClosing = (error: unknown) => crew.closing || failed(error)

  async function attempt(taken: JobRun, signal: AbortSignal) {
    const work = works.find(each => each.name === taken.work)
    if (!work) throw new Error(`nobody knows how to do '${taken.work}'`)
    // A chunk that takes long keeps its lease meanwhile.
    const holding = repeatEvery((pace.lease * 1000) / 3, () => queue.hold(kysely, taken), unlessClosing)
    try {
      if (taken.tries > mostTries) throw problem('unavailable', dead)
      await house.database.kysely.transaction().execute(sql => beginRow(sql, work.of, taken.id))
      house.events.tell({ of: work.of, uuid: taken.id })
      await work.run(work.given.parse(taken.given), jobOf(taken, work, signal))
      await end(taken, work, 'concluido', null)
    } catch (error) {
      await stopped(taken, work, error)
    } finally {
      clearInterval(holding)
    }
  }

  function jobOf(taken: JobRun, work: AnyWork, signal: AbortSignal): Job<unknown> {
    let mark: unknown = taken.mark ?? null
    const contextIn = async (sql: Sql, effects: (() => Promise<void>)[], read: Sql = sql) => {
      signal.throwIfAborted()
      const user = await requesterOf(house, sql, taken, work)
      return contextOf(house, { user, session_id: 0 }, { id: taken.id, ip: '', agent: '', headers: {} }, read, effects)
    }
    const copyNow = openCopyOf(house, taken.tries > 1)
    return {
      id: taken.id,
      signal,
      get mark() {
        return mark
      },
      look: () => contextIn(kysely, []),
      lookBack: async () => contextIn(kysely, [], (await copyNow()) ?? undefined),
      async chunk(step: (ctx: Ctx) => Promise<ChunkResult<unknown>>) {
        const effects: (() => Promise<void>)[] = []
        const left = await kysely.transaction().execute(async sql => {
          const left = await step(await contextIn(sql, effects))
          signal.throwIfAborted()
          // The row before its place in the queue, as when it is cancelled: two orders of locks would wait for each other.
          await progressRow(sql, work.of, taken.id, left)
          if (!(await queue.hold(sql, taken, left.mark))) throw new Stop('lost')
          return left
        })
        mark = left.mark
        taken.tries = 1
        house.events.tell({ of: work.of, uuid: taken.id })
        for (const effect of effects) await effect().catch(failed)
      },
    }
  }

  /** The row and the queue say the same, at the same moment. */
  async function end(taken: LeasedJob, work: AnyWork, state: 'concluido' | 'falhou', error: string | null) {
    const told: RowChange[] = [{ of: work.of, uuid: taken.id }]
    await kysely.transaction().execute(async sql => {
      await lockJobRow(sql, work.of, taken.id)
      if (!(await queue.hold(sql, taken))) throw new Stop('lost')
      await (state === 'concluido' ? queue.complete(sql, taken) : queue.giveUp(sql, taken))
      await endRow(sql, work.of, taken, state, error)
      await work.ended?.({ sql, tell: each => void told.push(each) }, { uuid: taken.id, user_id: taken.user_id, error })
    })
    for (const each of told) house.events.tell(each)
  }

  async function stopped(taken: LeasedJob, work: AnyWork, error: unknown): Promise<void> {
    if (error instanceof Stop) {
      if (error.why === 'closing') await queue.release(taken)
      return house.events.tell({ of: work.of, uuid: taken.id })
    }
    const said = error instanceof Problem && (error.status < 500 || taken.tries > mostTries) ? error : null
    if (!said) failed(error)
    if (!said && taken.tries < mostTries) return void (await queue.postpone(kysely, taken))
    const sentence = said ? (said.status < 500 ? refusalIn(said).join(' ') : said.message) : broken
    await end(taken, work, 'falhou', sentence).catch((later: unknown) => {
      if (!(later instanceof Stop)) throw later
    })
  }

  const poll = async () => {
    await queue.recover(false)
    crew.nudge()
  }
  const polling = repeatEvery(pace.pollMs, poll, unlessClosing)

  return {
    nudge: crew.nudge,
    /** Stops it here, at once, if it is here that it runs. */
    abort: (id: string) => aborts.get(id)?.abort(new Stop('cancelled')),
    settled: crew.settled,
    /** Gives back what was not finished: it goes on at the next start. */
    async stop() {
      clearInterval(polling)
      await crew.stop(() => aborts.forEach(abort => abort.abort(new Stop('closing'))))
    },
  }
}

/**
 * The copy of the database once it has all that was committed before this run, or null. A run that failed before reads none: what a
 * copy gives up may be what it failed of.
 */
function openCopyOf({ database: { copy } }: House, isRepeated: boolean): () => Promise<Sql | null> {
  let mark: Promise<string> | undefined
  return async () => {
    if (!copy || isRepeated) return null
    return (mark ??= copy.mark()).then(
      begun => copy.since(begun),
      () => null,
    )
  }
}

/** The requester with their current rights. Throws a 403 when they lost those the job needs, or no longer see its company. */
async function requesterOf(house: House, sql: Sql, taken: LeasedJob, work: AnyWork): Promise<User> {
  const found = await house.person(sql, taken.user_id, taken.token_id)
  if (!found || found.redefinir_senha_apos_login)
    throw problem('forbidden', 'Quem pediu não pode mais entrar no sistema.')
  // What an administrator looks at since is their own business; what they may look at is not.
  const user: User = { ...found, empresa_visualizacao_id: taken.company }
  if (companyOf(user) !== taken.company)
    throw problem('forbidden', 'Quem pediu não vê mais a empresa em que o pedido foi feito.')
  const needed = work.needs(work.given.parse(taken.given))
  if (!needed.every(name => user.allow_routes.includes(name)))
    throw problem('forbidden', 'Quem pediu não tem mais permissão para isto.')
  return user
}
