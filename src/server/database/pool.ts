import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Commits } from '#server/database/commits.ts'
import { RememberingCompiler } from '#server/database/compiled.ts'
import { prepareOften } from '#server/database/prepared.ts'
import { problem } from '#kernel/problem.ts'

/**
 * A connection that breaks between two queries says so by an event, and an event nobody hears ends the process. The pool
 * drops the connection by itself, and whoever holds it learns by the next query.
 */
export function survive(pool: Pool, commits: Commits): Pool {
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('connect', prepareOften)
  pool.on('connect', client => commits.follow(client))
  return pool
}

class OurDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new RememberingCompiler()
  }
}

/** The query builder, turning requests away once too many wait for a connection. */
export const kyselyOn = (pool: Pool, waiting: number) =>
  new Kysely<unknown>({
    dialect: new OurDialect({
      pool: {
        connect: async () => {
          if (pool.waitingCount >= waiting) throw problem('unavailable', { retryAfter: 2 })
          return pool.connect()
        },
        end: () => pool.end(),
      },
    }),
  })

/** One query's time there and back, in milliseconds. */
export async function pulse(pool: Pool): Promise<number> {
  const start = performance.now()
  await pool.query('select 1')
  return performance.now() - start
}

export const connectionsOf = (pool: Pool) => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

/** Ends the pool, waiting at most this many milliseconds for connections in use. */
export async function endPool(pool: Pool, milliseconds: number): Promise<void> {
  const { promise, resolve } = deferred()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([pool.end(), promise])
  clearTimeout(timer)
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>(done => (resolve = done))
  return { promise, resolve }
}
