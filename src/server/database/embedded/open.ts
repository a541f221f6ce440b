import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import type { Tuning } from '#server/database/database.ts'
import { openBallast } from '#server/database/embedded/ballast.ts'
import { prepareCluster } from '#server/database/embedded/cluster.ts'
import { prepareHome } from '#server/database/embedded/home.ts'
import { lockStore } from '#server/database/embedded/lock.ts'
import { openPostmaster } from '#server/database/embedded/postmaster.ts'
import { durable, serverSettings } from '#server/database/embedded/settings.ts'
import { freeBytes, makeRoom, watchSpace, type SpaceWatch } from '#server/database/embedded/space.ts'
import { say } from '#server/log.ts'
import type { Server } from '#server/database/server.ts'

/**
 * The packaged PostgreSQL on this folder, made if it is not there, for this process alone. `user`: who runs it where the product
 * runs as root and namespaces are forbidden. Rejects with an Error in Portuguese where it cannot be opened.
 */
export async function startEmbedded(path: string, user: string | undefined, tuning: Tuning): Promise<Server> {
  const lock = lockStore(`${path}.lock`)
  try {
    const home = prepareHome(path, user, line => say('warn', line))
    const cluster = await prepareCluster(home)
    const ballast = openBallast(join(home.folder, 'reserva'), tuning.reserve)
    // A server that finds no room for its own files does not start.
    makeRoom(home.folder, ballast, tuning)
    const settings = { ...serverSettings, max_connections: String(Math.max(40, (tuning.connections ?? 0) + 30)) }
    const postmaster = await openPostmaster(home, cluster, settings, line => say('error', line))
    let space: SpaceWatch | undefined
    return {
      // Each is a process of 17 MB once it knows the day's statements; two processors answer no more with ten.
      connection: { ...postmaster.address, max: 6 },
      exclusive: true,
      prove: async pool => {
        await proveDurable(pool)
        space = await watchSpace(pool, cluster.folder, ballast, tuning)
      },
      freeBytes: () => freeBytes(cluster.folder),
      room: () => space?.room() ?? 'enough',
      stop: async () => {
        space?.stop()
        await postmaster.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The first connection of a start: the machine is busy with it, and a pool gives up after two seconds. */
const firstOf = (pool: Pick<Pool, 'connect'>, tries = 10): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => (tries > 1 ? firstOf(pool, tries - 1) : Promise.reject(error)))

/**
 * Rejects unless commits are forced to the disk before they are acknowledged, as shown by the settings and by PostgreSQL's count of
 * forced writes.
 */
export async function proveDurable(pool: Pick<Pool, 'connect'>): Promise<void> {
  const client = await firstOf(pool)
  try {
    const { rows } = await client.query(`select from pg_settings where name = any($1) and setting = 'on'`, [durable])
    const forced = async () => {
      await client.query('select pg_stat_force_next_flush()')
      return Number(
        (await client.query<{ forced: string }>('select wal_sync as forced from pg_stat_wal')).rows[0]?.forced,
      )
    }
    const before = await forced()
    // Another process of the server may force this one's commit, and counts it a moment later.
    for (let tries = 0; rows.length === durable.length && tries < 50; tries++) {
      await client.query(`select pg_logical_emit_message(true, 'outorga', 'durable')`)
      if ((await forced()) > before) return
    }
  } finally {
    client.release()
  }
  throw new Error(
    'O banco embutido não está gravando em disco a cada confirmação (fsync). Nada foi aberto, para não perder dados.',
  )
}
