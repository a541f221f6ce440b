import { Pool, type PoolConfig } from 'pg'
import { Commits } from '#server/database/commits.ts'
import type { Database, Tuning } from '#server/database/database.ts'
import { openChangeListener, type ChangeListener } from '#server/database/listener.ts'
import { connectionsOf, endPool, kyselyOn, pulse, survive } from '#server/database/pool.ts'
import type { Server } from '#server/database/server.ts'
import { sessionSettings } from '#server/database/session.ts'
import { ourTypes } from '#server/database/types.ts'

/** A pool of connections to this server, with what the product keeps beside them. Stops the server where it does not fit. */
export async function connect(server: Server, tuning: Tuning): Promise<Database> {
  const settings: PoolConfig = {
    application_name: 'outorga',
    max: 10,
    connectionTimeoutMillis: 2_000,
    // A connection remembers its statements: after a pause in use they are not planned anew.
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    types: ourTypes,
    onConnect: client => client.query(sessionSettings(tuning)),
    ...server.connection,
  }
  const commits = new Commits()
  const pool = survive(new Pool(settings), commits)
  let listener: ChangeListener | undefined
  try {
    await server.prove(pool, tuning)
  } catch (error) {
    // One that waits for its turn in a pooler is not waited for.
    await endPool(pool, 1_000)
    await server.stop()
    throw error
  }
  return {
    exclusive: server.exclusive,
    pool,
    kysely: kyselyOn(pool, tuning.waiting),
    health: async () => {
      const milliseconds = await pulse(pool)
      const { rows } = await pool.query<{ writable: boolean }>(
        `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
      )
      const free = server.freeBytes()
      return {
        milliseconds,
        freeBytes: free,
        writable: (rows[0]?.writable ?? false) && (free === null || free >= tuning.freeFloor),
        connections: connectionsOf(pool),
      }
    },
    watch: (tables, changed) => {
      commits.watch(tables, changed)
      const tell = (channel: string, word: string) => pool.query('select pg_notify($1, $2)', [channel, word])
      listener ??= openChangeListener(settings, tell, table => commits.tell(table))
      return { isComplete: listener.isUp }
    },
    close: async () => {
      await listener?.close()
      await endPool(pool, 5_000)
      await server.stop()
    },
  }
}
