import { statfsSync } from 'node:fs'
import type { Pool } from 'pg'
import type { Tuning } from '#server/database/database.ts'
import type { Ballast } from '#server/database/embedded/ballast.ts'
import type { DiskRoom } from '#server/database/server.ts'

/** Milliseconds between two looks at the free space: what is written meanwhile must fit into the floor. */
const interval = 250
/** Milliseconds before the ballast is taken, and taken anew: a start has other things to write, and a disk may fill again at once. */
const patience = 10_000
/** Part of the floor below which the ballast is let go, and nothing more is written once it is gone: a file of the log has 16 MB. */
const lastPart = 1 / 4

export interface SpaceWatch {
  readonly room: () => DiskRoom
  readonly stop: () => void
}

/** Bytes an ordinary process may still write where this path lives. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/** Lets the ballast go where the disk is nearly full. */
export function makeRoom(folder: string, ballast: Ballast, { freeFloor }: Pick<Tuning, 'freeFloor'>): void {
  if (ballast.isHeld() && freeBytes(folder) < freeFloor * lastPart) ballast.letGo()
}

/**
 * Below the floor of free bytes new transactions only read: a server whose log finds no room ends. A session learns of it with its
 * next statement. Where others go on filling the disk, the ballast is let go, and taken again once there is room for it.
 */
export async function watchSpace(
  pool: Pick<Pool, 'query'>,
  folder: string,
  ballast: Ballast,
  { freeFloor: floor }: Pick<Tuning, 'freeFloor'>,
  rest = patience,
): Promise<SpaceWatch> {
  let isLow: boolean | undefined
  let takenAt = performance.now()
  // What the ballast leaves is not for all.
  const missing = () => (ballast.isHeld() ? 0 : ballast.bytes)
  const room = (): DiskRoom => {
    const free = freeBytes(folder)
    if (free - missing() >= floor) return 'enough'
    return free >= floor * lastPart || ballast.isHeld() ? 'spare' : 'none'
  }
  const look = async () => {
    makeRoom(folder, ballast, { freeFloor: floor })
    const isRested = performance.now() - takenAt >= rest
    if (!ballast.isHeld() && isRested && freeBytes(folder) >= floor + ballast.bytes) {
      takenAt = performance.now()
      await ballast.take()
    }
    const now = room() !== 'enough'
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
  return { room, stop: () => clearInterval(timer) }
}
