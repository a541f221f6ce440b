import { Pool, type ClientBase, type PoolConfig } from 'pg'
import { Commits } from '#server/database/commits.ts'
import { openCopy } from '#server/database/copy.ts'
import type { Database, Health, Subscriber, Tuning } from '#server/database/database.ts'
import { openChangeListener, type ChangeListener } from '#server/database/listener.ts'
import { peerName } from '#server/database/peers.ts'
import { connectionsOf, endPool, kyselyOn, survive } from '#server/database/pool.ts'
import type { Server } from '#server/database/server.ts'
import { sessionSettings } from '#server/database/session.ts'
import { endSilence, within } from '#server/database/silence.ts'
import { ourTypes } from '#server/database/types.ts'
import { releaseOf } from '#server/migrate.ts'

/** Milliseconds the database has to show a sign of life. */
const signOfLife = 2_000

/** Where what may be a little old is read, and the milliseconds it may be behind. */
interface CopyPlace {
  readonly url: string
  readonly patience: number
}

interface ConnectMore {
  readonly copyAt?: CopyPlace | undefined
  /** What this process does, as others see it; unset: a command. */
  readonly role?: string | undefined
}

/** A pool of connections to this server, with what the product keeps beside them. Stops the server where it does not fit. */
export async function connect(
  server: Server,
  tuning: Tuning,
  { copyAt, role = 'comando' }: ConnectMore = {},
): Promise<Database> {
  const settings = settingsOf(server.connection, tuning)
  const commits = new Commits()
  const pool = survive(new Pool(settings), commits)
  let listener: ChangeListener | undefined
  const subscribers = new Set<Subscriber>()
  const listening = () => {
    const tell = (channel: string, word: string) => pool.query('select pg_notify($1, $2)', [channel, word])
    const named = { ...settings, application_name: peerName(role, releaseOf()) }
    return (listener ??= openChangeListener(named, tell, {
      changed: table => commits.tell(table),
      word: word => subscribers.forEach(each => each.receive(word)),
      regained: () => subscribers.forEach(each => each.missed()),
    }))
  }
  const reserve = openReserve(settings, tuning, commits)
  try {
    await server.prove(pool, tuning)
    const copy = copyAt
      ? await openCopy({
          settings: settingsOf({ connectionString: copyAt.url }, tuning),
          waiting: tuning.waiting,
          patience: copyAt.patience,
          primary: pool,
        })
      : null
    return {
      exclusive: server.exclusive,
      pool,
      kysely: kyselyOn(pool, tuning.waiting),
      reserve: () => (server.room() === 'spare' ? reserve.open() : null),
      copy,
      health: () => healthOf(pool, server),
      watch: (tables, changed) => {
        commits.watch(tables, changed)
        return { isComplete: listening().isUp }
      },
      wire: {
        isUp: () => listening().isUp(),
        publish: word => listening().publish(word),
        subscribe: subscriber => {
          subscribers.add(subscriber)
          listening()
        },
      },
      close: async () => {
        await listener?.close()
        await Promise.all([endPool(pool, 5_000), reserve.close(), copy?.close()])
        await server.stop()
      },
    }
  } catch (error) {
    // One that waits for its turn in a pooler is not waited for.
    await endPool(pool, 1_000)
    await server.stop()
    throw error
  }
}

const settingsOf = (connection: PoolConfig, tuning: Tuning): PoolConfig => ({
  application_name: 'outorga',
  max: 10,
  connectionTimeoutMillis: 2_000,
  // A connection remembers its statements: after a pause in use they are not planned anew.
  idleTimeoutMillis: 600_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types: ourTypes,
  onConnect: client => begin(client, sessionSettings(tuning), tuning),
  ...connection,
  ...(tuning.connections && { max: tuning.connections }),
})

function begin(client: ClientBase, settings: string, { statementMs }: Tuning) {
  endSilence(client, statementMs)
  return client.query(settings)
}

/** Two connections that write though others only read, opened by the first who needs them. */
function openReserve(settings: PoolConfig, tuning: Tuning, commits: Commits) {
  let pool: Pool | undefined
  let kysely: Database['kysely'] | undefined
  const writing = `${sessionSettings(tuning)}; set default_transaction_read_only = 'off'`
  return {
    open: () => {
      pool ??= survive(
        new Pool({
          ...settings,
          max: 2,
          idleTimeoutMillis: 10_000,
          onConnect: client => begin(client, writing, tuning),
        }),
        commits,
      )
      return (kysely ??= kyselyOn(pool, tuning.waiting))
    },
    close: async () => {
      if (pool) await endPool(pool, 5_000)
    },
  }
}

/** Rejects where no answer comes in time; the connection that gave none is not used again. */
async function healthOf(pool: Pool, server: Server): Promise<Health> {
  const client = await pool.connect()
  try {
    const start = performance.now()
    const { rows } = await within(client, signOfLife, () =>
      client.query<{ recovering: boolean; reads: boolean }>(
        `select pg_is_in_recovery() as recovering, current_setting('transaction_read_only') = 'on' as reads`,
      ),
    )
    const { recovering = true, reads = true } = rows[0] ?? {}
    return {
      milliseconds: performance.now() - start,
      freeBytes: server.freeBytes(),
      writable: !recovering && !reads && server.room() === 'enough',
      recovering,
      connections: connectionsOf(pool),
    }
  } finally {
    client.release()
  }
}
