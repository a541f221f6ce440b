import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import type { PoolClient, QueryResult as Answered } from 'pg'
import { RememberingCompiler } from '#server/database/compiled.ts'
import { fly, type Statement } from '#server/database/flight.ts'

/** What goes with the next statement: nobody waits for its answer by itself. */
interface AlongStatement extends Statement {
  readonly answered?: (result: Answered) => void
}
/** A query of `sendAlong`, as the query builder hands it on. */
interface AlongQuery extends CompiledQuery {
  readonly answered?: (result: Answered) => void
}
const gives = /^\s*rollback\b/i
/** Nothing to ask besides what goes along. */
const nothing = CompiledQuery.raw('')

const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const resultOf = <R>(answer: Answered | undefined): QueryResult<R> => ({
  ...(answer && writing.has(answer.command) && { numAffectedRows: BigInt(answer.rowCount ?? 0) }),
  rows: answer?.rows ?? [],
})

/** A connection on which a `begin`, and what goes along, is sent with the next statement: where that begin fails, nothing follows. */
class Carrier implements DatabaseConnection {
  readonly client: PoolClient
  #along: AlongStatement[] = []
  #hasBegun = false

  constructor(client: PoolClient) {
    this.client = client
  }
  async executeQuery<R>({ sql: text, parameters: values, answered }: AlongQuery): Promise<QueryResult<R>> {
    if (answered) {
      this.#along.push({ text, values, answered })
      return { rows: [] }
    }
    // What is given up is not done first.
    if (this.#hasBegun && gives.test(text)) this.#along = []
    return resultOf(await this.#depart(text ? { text, values } : undefined))
  }
  // oxlint-disable-next-line require-yield -- nothing of ours streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are read a page at a time')
  }

  begin(text: string) {
    this.#along = [{ text }]
    this.#hasBegun = false
  }
  /** Commits nothing where the transaction ran no statement. */
  async commit() {
    if (this.#hasBegun || this.#along.length > 1) await this.#depart({ text: 'commit' })
    this.#along = []
  }
  async rollback() {
    this.#along = []
    if (this.#hasBegun) await this.client.query('rollback')
  }
  /** The answer of the last of them. */
  async #depart(last: Statement | undefined): Promise<Answered | undefined> {
    const going: readonly AlongStatement[] = last ? [...this.#along, last] : this.#along
    this.#along = []
    this.#hasBegun = true
    const results = await fly(this.client, going)
    for (const [at, { answered }] of going.entries()) if (results[at]) answered?.(results[at])
    return results.at(-1)
  }
}

function carrierOf(connection: DatabaseConnection): Carrier {
  if (connection instanceof Carrier) return connection
  throw new Error('this connection is of another driver')
}

/** The query builder's way to connections like these; `connect` may turn a request away. */
export const carrying = (connect: () => Promise<PoolClient>, end: () => Promise<void>): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => ({
    init: async () => {},
    acquireConnection: async () => new Carrier(await connect()),
    beginTransaction: async (connection, { isolationLevel, accessMode }) =>
      carrierOf(connection).begin(
        ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '),
      ),
    commitTransaction: connection => carrierOf(connection).commit(),
    rollbackTransaction: connection => carrierOf(connection).rollback(),
    releaseConnection: async connection => carrierOf(connection).client.release(),
    destroy: end,
  }),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new RememberingCompiler(),
})

/** The rows of a query sent along; throws before they are there. */
export type AlongRows<T> = () => readonly T[]

/**
 * Has a query go with the next of its transaction, or with its commit: its rows are there once that is answered. Where it fails, so
 * does what it goes with.
 */
export async function sendAlong<T>(db: Kysely<unknown>, query: RawBuilder<T>): Promise<AlongRows<T>> {
  let found: readonly T[] | undefined
  const answered = ({ rows }: Pick<QueryResult<T>, 'rows'>) => void (found = rows)
  if (db.isTransaction) {
    const going: AlongQuery = { ...query.compile(db), answered }
    await db.executeQuery(going)
  } else answered(await query.execute(db))
  return () => {
    if (!found) throw new Error('these rows are not there yet')
    return found
  }
}

/** Sends what goes along, and waits for it. */
export const sendNow = (db: Kysely<unknown>) => db.executeQuery(nothing)
