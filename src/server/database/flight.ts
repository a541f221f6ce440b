import { Query, type ClientBase, type Connection, type QueryResult, type Submittable } from 'pg'
import { ourTypes } from '#server/database/types.ts'

export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  /** Under which the connection keeps its plan. */
  readonly name?: string | undefined
}

/** Asks a connection of ours, whose `query` takes them, for several statements at once. */
export const fly = (client: ClientBase, statements: readonly Statement[]): Promise<readonly QueryResult[]> =>
  Reflect.apply(client.query, client, [statements])

/** How the driver reads the rows of a statement, once the server has described them. */
interface RowReading {
  readonly fields: unknown
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}
/** The result shape of each named statement of this connection: described once, it does not change while its plan lasts. */
export type Descriptions = Map<string, RowReading | 'no rows'>

/** What the driver calls on whatever it has in hand, and its own types leave out; tried with 8.23. */
interface SpokenQuery {
  readonly name: string | undefined
  readonly text: string
  readonly _result: RowReading
  prepare(connection: object): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}

const unsaid = () => {}
const sync = Buffer.from([0x53, 0, 0, 0, 4])

/**
 * Statements that go to the server in one message, and come back in one: the first that fails is the last that runs, for the
 * server skips what is left of the message. Each is one of the driver's own queries, which speaks for itself in its turn.
 */
export class Flight implements Submittable {
  readonly #queries: readonly SpokenQuery[]
  readonly #results: QueryResult[] = []
  readonly #described: Descriptions
  readonly callback: (error: unknown) => void
  #at = 0
  #failed: unknown

  constructor(
    statements: readonly Statement[],
    described: Descriptions,
    landed: (error: unknown, results: readonly QueryResult[]) => void,
  ) {
    this.callback = error => landed(error, this.#results)
    this.#described = described
    this.#queries = statements.map(({ text, name, values = [] }) => {
      const query: SpokenQuery = Object(
        new Query(text, [...values], (error, result) => {
          if (error) this.#failed ??= error
          else this.#results.push(result)
        }),
      )
      Object.assign(query._result, { _types: ourTypes })
      return Object.assign(query, { name })
    })
  }
  get name() {
    return this.#queries[this.#at]?.name
  }
  get text() {
    return this.#queries[this.#at]?.text
  }
  get texts(): readonly string[] {
    return this.#queries.map(({ text }) => text)
  }

  submit(connection: Connection) {
    const parts: Buffer[] = []
    const stream = { writable: true, write: (part: Buffer) => parts.push(part) }
    const own: object = Object.assign(Object.create(connection), { stream, sync: unsaid })
    for (const query of this.#queries) {
      const known = query.name === undefined ? undefined : this.#described.get(query.name)
      query.prepare(Object.assign(own, { describe: known ? unsaid : connection.describe }))
      if (typeof known === 'object') {
        Object.assign(query._result, known)
        Object.assign(query, { _accumulateRows: true })
      }
      // A statement that could not be sent ends the batch, since the next ones may depend on it.
      if (this.#failed) break
    }
    connection.stream.write(Buffer.concat([...parts, sync]))
    return null
  }
  handleRowDescription(message: unknown) {
    const query = this.#queries[this.#at]
    query?.handleRowDescription(message)
    if (query?.name === undefined) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = query._result
    this.#described.set(query.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
  handleDataRow(message: unknown) {
    this.#queries[this.#at]?.handleDataRow(message)
  }
  handleCommandComplete(message: unknown, connection: Connection) {
    const { name } = this
    if (name !== undefined && !this.#described.has(name)) this.#described.set(name, 'no rows')
    this.#queries[this.#at]?.handleCommandComplete(message, connection)
    this.#at += 1
  }
  handleEmptyQuery() {
    this.#at += 1
  }
  handleError(error: unknown, connection: Connection & { submittedNamedStatements?: Record<string, string> }) {
    // PostgreSQL ignores what follows a failed statement: these are not prepared, and have to be parsed again.
    for (const { name } of this.#queries.slice(this.#at))
      if (name !== undefined) delete connection.submittedNamedStatements?.[name]
    this.callback(error)
  }
  handleReadyForQuery(connection: Connection) {
    for (const query of this.#queries) query.handleReadyForQuery(connection)
    this.callback(this.#failed ?? null)
  }
}
