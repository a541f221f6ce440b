import { setTimeout as after } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Commits } from '#server/database/commits.ts'
import { carrying } from '#server/database/driver.ts'
import { prepareOften } from '#server/database/prepared.ts'
import { problem } from '#kernel/problem.ts'

/**
 * A connection that breaks between two queries emits an event, and an event nobody hears ends the process. The pool drops the
 * connection by itself, and its user learns by the next query.
 */
export function survive(pool: Pool, commits: Commits): Pool {
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('connect', prepareOften)
  pool.on('connect', client => commits.follow(client))
  return pool
}

/** The query builder, turning requests away once too many wait for a connection. */
export const kyselyOn = (pool: Pool, waiting: number) =>
  new Kysely<unknown>({
    dialect: carrying(
      async () => {
        if (pool.waitingCount >= waiting) throw problem('unavailable', { retryAfter: 2 })
        return pool.connect()
      },
      () => pool.end(),
    ),
  })

export const connectionsOf = (pool: Pool) => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

/** Ends the pool, waiting at most this many milliseconds for connections in use. */
export async function endPool(pool: Pool, milliseconds: number): Promise<void> {
  await Promise.race([pool.end(), after(milliseconds, undefined, { ref: false })])
}
