import { statfsSync } from 'node:fs'
import type { Pool } from 'pg'

/** Milliseconds between two looks at the free space: what is written meanwhile must fit into the floor. */
const interval = 250

/** Bytes an ordinary process may still write where this path lives. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/**
 * Below the floor of free bytes new transactions only read: a server whose log finds no room ends. Answers what ends the watch.
 * A session learns of it with its next statement.
 */
export async function watchSpace(pool: Pick<Pool, 'query'>, folder: string, floor: number): Promise<() => void> {
  let isLow: boolean | undefined
  const look = async () => {
    const now = freeBytes(folder) < floor
    if (now === isLow) return
    await pool.query(`alter system set default_transaction_read_only = ${now ? 'on' : 'off'}`)
    await pool.query('select pg_reload_conf()')
    isLow = now
  }
  await look()
  let looking: Promise<void> | undefined
  // While the server comes up again a look fails, and the next one finds it.
  const lookAgain = () =>
    (looking ??= look()
      .catch(() => {})
      .finally(() => (looking = undefined)))
  const timer = setInterval(() => void lookAgain(), interval).unref()
  return () => clearInterval(timer)
}
