import { Pool, type PoolConfig } from 'pg'
import { Commits } from '#server/database/commits.ts'
import type { Database, Tuning } from '#server/database/database.ts'
import { openChangeListener, type ChangeListener } from '#server/database/listener.ts'
import { connectionsOf, endPool, kyselyOn, pulse, survive } from '#server/database/pool.ts'
import { ourTypes } from '#server/database/types.ts'

const oldest = 15

export async function openPostgres(url: string, tuning: Tuning): Promise<Database> {
  const settings: PoolConfig = {
    connectionString: url,
    application_name: 'outorga',
    // No statement of ours runs long enough to earn what compiling it costs: a list of 10,000 rows took 17 s instead of 2.
    options: '-c TimeZone=UTC -c DateStyle=ISO -c jit=off',
    max: 10,
    connectionTimeoutMillis: 2_000,
    // A connection knows the statements it was asked: a house that pauses does not have them planned anew.
    idleTimeoutMillis: 600_000,
    statement_timeout: tuning.statementMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types: ourTypes,
  }
  const commits = new Commits()
  const pool = survive(new Pool(settings), commits)
  let listener: ChangeListener | undefined
  try {
    const { rows } = await pool.query(
      `select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`,
    )
    const complaint = unfit(rows[0])
    if (complaint) throw new Error(complaint)
  } catch (cause) {
    await pool.end()
    throw new Error(`Não foi possível usar o PostgreSQL de DATABASE_URL: ${messageOf(cause)}`, { cause })
  }
  return {
    kind: 'postgres',
    pool,
    kysely: kyselyOn(pool, tuning.waiting),
    health: async () => {
      const milliseconds = await pulse(pool)
      const { rows } = await pool.query<{ writable: boolean }>(
        `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable`,
      )
      return { milliseconds, freeBytes: null, writable: rows[0]?.writable ?? false, connections: connectionsOf(pool) }
    },
    unhurried: work => work(),
    watch: (tables, changed) => {
      commits.watch(tables, changed)
      const tell = (channel: string, word: string) => pool.query('select pg_notify($1, $2)', [channel, word])
      listener ??= openChangeListener(settings, tell, table => commits.tell(table))
      return { isComplete: listener.isUp }
    },
    close: async () => {
      await listener?.close()
      await endPool(pool, 5_000)
    },
  }
}

/** Why this server cannot be used, in words for whoever installs it; `version` as in `server_version_num`: 150004. */
export function unfit(server: { readonly version: number; readonly encoding: string }): string | undefined {
  const major = Math.floor(server.version / 10_000)
  if (major < oldest) return `o servidor é a versão ${major}, e o Outorga precisa da ${oldest} ou mais nova.`
  if (server.encoding !== 'UTF8') return `o banco usa a codificação ${server.encoding}, e o Outorga precisa de UTF8.`
  return undefined
}

/** A refused connection to a name of several addresses comes as many errors and no message. */
const messageOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
