import { Pool } from 'pg'
import { Commits } from '#server/database/commits.ts'
import type { Database, Tuning } from '#server/database/database.ts'
import { Engine } from '#server/database/embedded/engine.ts'
import { lockStore } from '#server/database/embedded/lock.ts'
import { freeBytes } from '#server/database/embedded/space.ts'
import { connectionsOf, endPool, kyselyOn, pulse, survive } from '#server/database/pool.ts'
import { ourTypes } from '#server/database/types.ts'

/** The embedded engine on this directory, made if it is not there. */
export async function openEmbedded(directory: string, tuning: Tuning): Promise<Database> {
  const lock = lockStore(`${directory}.lock`)
  const engine = new Engine(directory, tuning)
  try {
    await engine.ready()
  } catch (error) {
    lock.release()
    throw error
  }
  const commits = new Commits()
  const pool = survive(
    new Pool({
      stream: () => engine.stream(),
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      // The engine has one session, and its queue is this pool's.
      max: 1,
      // The longest statement, and the time to open again after it was interrupted.
      connectionTimeoutMillis: tuning.statementMs + 5_000,
      idleTimeoutMillis: 0,
      types: ourTypes,
    }),
    commits,
  )
  return {
    kind: 'embedded',
    pool,
    kysely: kyselyOn(pool, tuning.waiting),
    health: async () => {
      const free = freeBytes(directory)
      return {
        milliseconds: await pulse(pool),
        freeBytes: free,
        writable: free >= tuning.freeFloor,
        connections: connectionsOf(pool),
      }
    },
    unhurried: work => engine.unhurried(work),
    watch: (tables, changed) => {
      commits.watch(tables, changed)
      // No other process has this directory.
      return { isComplete: () => true }
    },
    close: async () => {
      await endPool(pool, 4_000)
      await engine.close()
      lock.release()
    },
  }
}
