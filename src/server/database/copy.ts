import { setTimeout as after } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { Commits } from '#server/database/commits.ts'
import { endPool, kyselyOn, survive } from '#server/database/pool.ts'
import { WrongSettings } from '#server/environment.ts'

/** How often it was read, and how often the database was read in its place, by the reason. */
interface CopyReads {
  copia: number
  atrasada: number
  ausente: number
}

/** A server that follows the database, as a standby does. */
export interface ReadCopy {
  readonly reads: Readonly<CopyReads>
  /** The present state of the database, for `since`. */
  mark(): Promise<string>
  /** The copy, once it has all that was committed before the mark; null where it is behind for too long, or away. */
  since(mark: string): Promise<Kysely<unknown> | null>
  /** Seconds it is behind; null where it follows nothing. Rejects while it is away. */
  lag(): Promise<number | null>
  close(): Promise<void>
}

interface CopyParts {
  readonly settings: PoolConfig
  readonly waiting: number
  /** Milliseconds the copy may be behind. */
  readonly patience: number
  readonly primary: Pick<Pool, 'query'>
}

/** Milliseconds between two looks at a copy that is behind. */
const pause = 100

/** Which database this is, the same in its copies. */
const identity = `select (select system_identifier::text from pg_control_system()) || ' ' || oid as id from pg_database where datname = current_database()`

/**
 * Opens the copy. One that is another database is refused, in Portuguese, here or, where it is away, when it is first read.
 */
export async function openCopy({ settings, waiting, patience, primary }: CopyParts): Promise<ReadCopy> {
  const pool = survive(new Pool(settings), new Commits())
  const reads: CopyReads = { copia: 0, atrasada: 0, ausente: 0 }
  const kysely = kyselyOn(pool, waiting)
  let isProved = false
  const prove = async () => {
    const [one, other] = await Promise.all([
      primary.query<{ id: string }>(identity),
      pool.query<{ id: string }>(identity),
    ])
    isProved = one.rows[0]?.id === other.rows[0]?.id
    if (!isProved) throw new WrongSettings('O banco de DATABASE_READ_URL não é uma cópia do de DATABASE_URL.')
  }
  /** Whether it has what came before the mark; null where it follows nothing. */
  const isFresh = async (mark: string) => {
    const { rows } = await pool.query<{ fresh: boolean | null }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as fresh',
      [mark],
    )
    return rows[0]?.fresh ?? null
  }
  const stateAt = async (mark: string): Promise<keyof CopyReads> => {
    if (!isProved) await prove()
    const until = performance.now() + patience
    for (;;) {
      const fresh = await isFresh(mark)
      if (fresh === null) return 'ausente'
      if (fresh) return 'copia'
      if (performance.now() > until) return 'atrasada'
      await after(pause)
    }
  }
  await prove().catch(async (error: unknown) => {
    if (!(error instanceof WrongSettings)) return
    await endPool(pool, 1_000)
    throw error
  })
  const markNow = async () =>
    (await primary.query<{ mark: string }>('select pg_current_wal_lsn()::text as mark')).rows[0]?.mark ?? ''
  return {
    reads,
    mark: markNow,
    // The database says what there is to be replayed: a standby that lost its connection believes that it has all.
    lag: async () => {
      const { rows } = await pool.query<{ lag: number | null }>(
        `select case when pg_last_wal_replay_lsn() >= $1::pg_lsn then 0
           else greatest(0, extract(epoch from now() - pg_last_xact_replay_timestamp())) end::float8 as lag`,
        [await markNow()],
      )
      return rows[0]?.lag ?? null
    },
    since: async mark => {
      const state = await stateAt(mark).catch(() => 'ausente' as const)
      reads[state] += 1
      return state === 'copia' ? kysely : null
    },
    close: () => endPool(pool, 5_000),
  }
}
