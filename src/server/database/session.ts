import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Tuning } from '#server/database/database.ts'

/** Milliseconds the proof may take: a pooler with one connection to give lets the second wait for minutes. */
const patience = 5_000
const channel = 'session_proof'

/**
 * What each session is set to, as one statement. Startup parameters would save a message, but PgBouncer refuses or drops them
 * (`ignore_startup_parameters`), and a limit that was dropped is missed by nobody until it is needed.
 */
export const sessionSettings = ({ statementMs, lockMs }: Tuning): string =>
  Object.entries({
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    // No statement of ours runs long enough to earn what compiling it costs: a list of 10,000 rows took 17 s instead of 2.
    jit: 'off',
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: 30_000,
  })
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')

/**
 * Why connections of this pool are not sessions of their own, in Portuguese; undefined where they are. Prepared statements, limits,
 * locks and LISTEN live in a session of the server: where a pooler changes it between two transactions, one client's statement
 * is answered by another's.
 */
export async function sessionComplaint(pool: Pool, tuning: Tuning): Promise<string | undefined> {
  const clients: PoolClient[] = []
  const late = after(patience, 'late', { ref: false })
  let complaint: string | undefined
  try {
    const proof = (async () => {
      for (let count = 0; count < 2; count++) clients.push(await pool.connect())
      const [one, other] = clients
      return one && other ? compare(one, other, tuning) : undefined
    })()
    proof.catch(() => {})
    const outcome = await Promise.race([proof, late])
    complaint =
      outcome === 'late' ? 'não há duas conexões ao mesmo tempo: o pooler no meio precisa de mais conexões.' : outcome
    return complaint
  } finally {
    // A connection that failed the proof may still wait for an answer: it is closed, not given to the next.
    for (const client of clients) client.release(complaint !== undefined)
  }
}

interface SessionFacts {
  readonly pid: number
  readonly mark: string
  /** Longest a statement may run, in milliseconds. */
  readonly limit: number
}

/** Two connections in turns, one of them also in a transaction: whatever order a pooler gives its sessions out in, they mix. */
async function compare(one: PoolClient, other: PoolClient, { statementMs }: Tuning): Promise<string | undefined> {
  const mark = randomUUID()
  await one.query(`set outorga.session = '${mark}'`)
  const own = [await factsOf(one), await factsOf(one)]
  await other.query('begin')
  const foreign = await factsOf(other)
  own.push(await factsOf(one))
  await other.query('commit')
  const isMixed = own.some(({ pid }) => pid !== own[0]?.pid || pid === foreign.pid)
  const isLost = own.some(each => each.mark !== mark || each.limit !== statementMs) || foreign.mark !== ''
  if (isMixed || isLost || !(await hears(one, other)))
    return 'um pooler no meio troca a sessão a cada transação. Nele, use pool_mode = session, ou dê o endereço do próprio servidor.'
  return undefined
}

async function factsOf(client: PoolClient): Promise<SessionFacts> {
  const { rows } = await client.query<SessionFacts>(
    `select pg_backend_pid() as pid, coalesce(current_setting('outorga.session', true), '') as mark,
      (select setting::integer from pg_settings where name = 'statement_timeout') as limit`,
  )
  return rows[0] ?? { pid: 0, mark: '', limit: 0 }
}

/** Whether a notification of one connection reaches the other. */
async function hears(one: PoolClient, other: PoolClient): Promise<boolean> {
  const word = randomUUID()
  const heard = new Promise<boolean>(resolve => {
    one.on('notification', ({ payload }) => payload === word && resolve(true))
  })
  await one.query(`listen ${channel}`)
  await other.query('select pg_notify($1, $2)', [channel, word])
  const came = await Promise.race([heard, after(patience / 2, false, { ref: false })])
  one.removeAllListeners('notification')
  await one.query(`unlisten ${channel}`)
  return came
}
