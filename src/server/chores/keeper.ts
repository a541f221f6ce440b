import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { Came, Chore, ChoreStatus, House, Keeper } from '#server/house.ts'
import { wordsOf } from '#server/chores/words.ts'
import type { Sql } from '#server/operation.ts'

/** Milliseconds: before the first look, between two looks, for which one chore keeps the next from beginning, and after a change. */
const pace = { first: 15_000, look: 60_000, patience: 10_000, soon: 2_000 }
/** Seconds without a sign of life after which another process takes a chore over. */
const lease = 120
/** Minutes until what failed is tried again. */
const again = 15

interface KeeperParts {
  readonly house: () => House
  readonly chores: readonly Chore[]
  readonly now: () => Date
  readonly failed: (error: unknown, chore: string) => void
}

/**
 * Runs each chore when it is due, independently: a failure is stored in its row, and neither a failed nor a slow chore stops
 * the others. A lease in the row ensures that only one process on the database runs a chore at a time.
 */
export function openKeeper({ house, chores, now, failed }: KeeperParts): Keeper {
  const db = () => house().database.kysely
  const running = new Map<string, { readonly abort: AbortController; readonly over: Promise<void> }>()
  const hastened = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopHearing = () => {}
  let closing = false
  let looking: Promise<void> | null = null

  /** The chore, from now on of this run; false when somebody else has it, or its time has not come. */
  async function claim(on: Sql, name: string, run: string, asked?: { readonly by: number | null }): Promise<boolean> {
    const { rows } = await sql`
      update chores set run = ${run}, leased_until = now() + ${lease} * interval '1 second', started_at = now(),
        asked_by = ${asked?.by ?? null}
      where name = ${name} and (leased_until is null or leased_until < now()) and (${asked !== undefined} or next_at <= now())
      returning id`.execute(on)
    return rows.length > 0
  }

  function begin(chore: Chore, run: string, byHand: boolean): Promise<void> {
    const abort = new AbortController()
    const over = perform(chore, run, byHand, abort)
      .catch((error: unknown) => failed(error, chore.name))
      .finally(() => running.delete(run))
    running.set(run, { abort, over })
    if (closing) abort.abort()
    return over
  }

  async function perform(chore: Chore, run: string, byHand: boolean, abort: AbortController) {
    const { signal } = abort
    const mine = sql`name = ${chore.name} and run = ${run}`
    const holding = setInterval(
      () => {
        sql`update chores set leased_until = now() + ${lease} * interval '1 second' where ${mine} returning id`
          .execute(db())
          .then(({ rows }) => void (rows.length || abort.abort()))
          // If the renewal fails, the lease expires by itself.
          .catch(() => undefined)
      },
      (lease * 1000) / 3,
    )
    try {
      const came = await chore.run(house(), { now: now(), byHand, signal })
      await succeed(chore, mine, came ?? null)
    } catch (error) {
      if (signal.aborted) await sql`update chores set run = null, leased_until = null where ${mine}`.execute(db())
      else {
        failed(error, chore.name)
        await sql`
          update chores set run = null, leased_until = null, failed_at = now(), error = ${wordsOf(error).slice(0, 1_000)},
            failures = failures + 1, next_at = now() + ${Math.min(again, chore.every)} * interval '1 minute'
          where ${mine}`.execute(db())
      }
    } finally {
      clearInterval(holding)
    }
  }

  const succeed = (chore: Chore, mine: ReturnType<typeof sql>, came: Came | null) =>
    sql`
      update chores set run = null, leased_until = null, succeeded_at = now(), error = null, said = ${came?.said ?? null},
        figures = ${came?.figures ? JSON.stringify(came.figures) : null}::jsonb,
        next_at = now() + ${chore.every} * interval '1 minute'
      where ${mine}`.execute(db())

  async function look() {
    const { rows } = await sql<{ name: string }>`
      select name from chores where next_at <= now() and (leased_until is null or leased_until < now()) order by next_at, id`.execute(
      db(),
    )
    for (const { name } of rows) {
      const chore = chores.find(each => each.name === name)
      const run = randomUUID()
      if (closing || !chore || !(await claim(db(), name, run))) continue
      const over = begin(chore, run, false)
      let waiting: NodeJS.Timeout | undefined
      const enough = new Promise<void>(resolve => (waiting = setTimeout(resolve, pace.patience)))
      await Promise.race([over, enough]).finally(() => clearTimeout(waiting))
    }
  }

  /** Does a chore soon, once for all that changes until then; one that is just being done may have read before, and is done again. */
  function hasten(chore: Chore) {
    if (hastened.has(chore.name)) return
    hastened.add(chore.name)
    setTimeout(() => {
      hastened.delete(chore.name)
      const run = randomUUID()
      const claiming = closing ? Promise.resolve(null) : claim(db(), chore.name, run, { by: null })
      claiming.then(
        claimed => (claimed === false ? hasten(chore) : claimed && void begin(chore, run, false)),
        (error: unknown) => closing || failed(error, chore.name),
      )
    }, pace.soon).unref()
  }

  /** Does what is due; meant to be called now and then. */
  function turn(): Promise<void> {
    looking ??= look()
      .catch((error: unknown) => void (closing || failed(error, 'chores')))
      .finally(() => (looking = null))
    return looking
  }

  return {
    chores,
    async register(only: boolean) {
      await sql`insert into chores (name) select unnest(${chores.map(({ name }) => name)}::text[]) on conflict do nothing`.execute(
        db(),
      )
      if (only) await sql`update chores set run = null, leased_until = null where run is not null`.execute(db())
    },
    start() {
      const soon = chores.filter(({ soonAfter = [] }) => soonAfter.length)
      stopHearing = house().events.hear(({ of }) => soon.filter(each => each.soonAfter?.includes(of)).forEach(hasten))
      timer = setTimeout(() => {
        timer = setInterval(() => void turn(), pace.look).unref()
        void turn()
      }, pace.first).unref()
    },
    turn,
    soon: name => chores.filter(each => each.name === name).forEach(hasten),
    async ask(on: Sql, name: string, by: number | null) {
      const chore = chores.find(each => each.name === name)
      if (!chore) throw problem('missing')
      const run = randomUUID()
      if (!(await claim(on, name, run, { by }))) throw problem('conflict', `${chore.title}: já está em andamento.`)
      const { rows } = await sql<{ id: number }>`select id from chores where name = ${name}`.execute(on)
      return { id: rows[0]?.id ?? 0, title: chore.title, begin: () => void begin(chore, run, true) }
    },
    async standing(on: Sql = db()): Promise<readonly ChoreStatus[]> {
      const { rows } = await sql<ChoreStatus>`
        select id, name, next_at, coalesce(leased_until > now(), false) as running, asked_by, started_at, succeeded_at,
          failed_at, error, failures, said, figures
        from chores where name = any(${chores.map(({ name }) => name)}::text[])`.execute(on)
      return rows
    },
    async settled() {
      await looking
      await Promise.all([...running.values()].map(({ over }) => over))
    },
    async stop() {
      closing = true
      stopHearing()
      clearTimeout(timer)
      for (const { abort } of running.values()) abort.abort()
      await looking
      await Promise.all([...running.values()].map(({ over }) => over))
    },
  }
}
