import type { Kysely, Transaction } from 'kysely'
import type { ZodType } from 'zod'
import type { User } from '#kernel/access.ts'
import type { Access, ProofLevel, Rate } from '#kernel/call.ts'
import type { AnswerSchema, JsonSchema } from '#kernel/json.ts'
import type { Problem } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { Config } from '#server/config.ts'
import type { RowChange } from '#server/events.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { MailRoom } from '#server/mail.ts'
import type { Rows } from '#server/rows.ts'

/** Tables are known to the declarations, not to TypeScript: SQL is built by `#server/sql.ts` or written out in full. */
export type Sql = Kysely<unknown> | Transaction<unknown>

/** What a request knows. In a writing operation `sql` is its one transaction; nothing reaches the network or a file inside it. */
export interface Ctx {
  readonly user: User
  /** The user's session this request came through; 0 for nobody's. */
  readonly session_id: number
  /** How the user proved a short while ago who they are; absent: not at all. */
  readonly proof?: RecentProof
  readonly request: RequestFacts
  readonly sql: Sql
  readonly config: Config
  readonly mail: MailRoom
  /** Work that goes on after the answer. */
  readonly jobs: Jobs
  /** The only way to the tables of resources: narrowed to what the user may see, never the deleted, always on the record. */
  rows<R extends AnyResource>(of: R): Rows<R>
  /** The same rows without the user's visibility limits: each use is a decision, and one search finds them all. */
  unscoped<R extends AnyResource>(of: R): Rows<R>
  /** One transaction, for an operation that opens its own. */
  transact<T>(work: (inner: Ctx) => Promise<T>): Promise<T>
  /** One transaction that is rolled back, to see what would come of its work: nothing of it stays, nor runs after. */
  rehearse<T>(work: (inner: Ctx) => Promise<T>): Promise<T>
  /** Notifies the screens of the users concerned, once the transaction is committed. */
  tell(changed: RowChange): void
  /**
   * The problem that answers a failed statement, with the row that already has a value. Call it after the transaction, or back
   * at a savepoint. `written`: the body of the request.
   */
  problemOf(thrown: unknown, written?: unknown): Promise<Problem>
  /** Runs once the transaction is committed; a failure is logged, never answered. */
  after(effect: () => Promise<void>): void
}

/** Which levels of proof hold for the session of a request. */
export type RecentProof = Readonly<Record<ProofLevel, boolean>>

export interface RequestFacts {
  readonly id: string
  readonly ip: string
  readonly agent: string
  /** Lower-cased names. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * One route of the API. The registry of these is the whole of it: the permissions a profile may hold, the OpenAPI
 * document and the authorization matrix are read from here, and one that leaves something out does not compile.
 */
export interface Operation<P = never, Q = never, B = never> {
  /** Its permission's name too: 'clients.index', 'collects.reports'. */
  readonly id: string
  /** What it does, in Portuguese, for `/api/docs` and the permission editor. */
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** From the root: '/api/v1/clients/:id'. */
  readonly url: string
  readonly access: Access
  /** A permission of people of the office alone: no profile of clients has it, and one that had it may do nothing by it. */
  readonly staffOnly?: true
  /** Answered only to who proved a short while ago who they are; the refusal is `unproven`. */
  readonly proof?: ProofLevel
  /** Whose rows it touches: nobody's, the user's own, or those of a resource under its scope. */
  readonly scope: 'none' | 'self' | AnyResource
  readonly rate: Rate
  /** The event its audit rows carry; null for what changes nothing. */
  readonly audit: string | null
  readonly params?: ZodType<P>
  readonly query?: ZodType<Q>
  /** The section whose list it answers: it takes that list's pages, order and filters beside `query`. */
  readonly lists?: AnyResource
  readonly body?: ZodType<B>
  /** Media types it takes instead of JSON: of 'text/csv', say, the body is a Buffer. */
  readonly media?: readonly string[]
  /** The body is the stream itself, for the handler to bound: nothing of it is buffered in memory. */
  readonly stream?: true
  /** Bytes; 1 MB by default. */
  readonly limit?: number
  /** Answers by status; what a schema does not declare is not sent. */
  readonly answers: Readonly<Record<number, AnswerSchema>>
  /** Media types of the file it answers. */
  readonly gives?: readonly string[]
  /** Its answer has the row's version as ETag, and a PUT takes it back as If-Match. */
  readonly versioned?: true
  /**
   * Every write runs in one transaction. 'own' leaves opening it to the handler (`ctx.transact`), for work (a password
   * hash, a mail, a file) that must not hold a connection.
   */
  readonly transaction?: 'own'
  /** Goes on while the disk has room for little more, as what deletes does; false: a deletion that writes much does not. */
  readonly urgent?: boolean
  /** Whether a user who looks as somebody else gets an answer: by default, to reads and not to writes. */
  readonly asOther?: boolean
  /**
   * Of a public route that is somebody's private link: whose it is. It then answers as that person would be answered;
   * nobody's is a 404.
   */
  readonly caller?: (sql: Sql, params: P) => Promise<User | null>
  readonly handle: (ctx: Ctx, input: Input<P, Q, B>) => Promise<Answer | LastAnswer | object>
}

export interface Input<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
}

/** An answer that is more than a body with 200. */
export class Answer<T = unknown> {
  readonly status: number
  readonly body: T
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: T, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** A list answered whole: its rows become JSON a piece at a time, and others are answered between the pieces. */
export class WholeList {
  readonly row: JsonSchema
  readonly pieces: AsyncIterable<readonly object[]>
  constructor(row: JsonSchema, pieces: AsyncIterable<readonly object[]>) {
    this.row = row
    this.pieces = pieces
  }

  /** All of it before anything is sent: a fault in the middle is still an answer of its own. */
  async json(serialize: (row: Record<string, unknown>) => string): Promise<readonly Buffer[]> {
    const written: Buffer[] = []
    let total = 0
    for await (const piece of this.pieces) {
      if (!piece.length) continue
      const rows = piece.map(row => serialize({ ...row })).join(',')
      written.push(Buffer.from(`${total ? ',' : ''}${rows}`))
      total += piece.length
    }
    return [Buffer.from('{"data":['), ...written, Buffer.from(`],"total":${total}}`)]
  }
}

/** An answer made of what is read with the commit: once that is done. */
export class LastAnswer {
  readonly made: () => Answer
  constructor(made: () => Answer) {
    this.made = made
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of operations holds every shape of input
export type AnyOperation = Operation<any, any, any>

/**
 * A route with its access, its schemas and what it does; keeps the shapes of params, query and body together with the handler.
 * @example
 * operation<{ id: string }>({
 *   id: 'clients.pending-documents',
 *   summary: 'Ver os documentos que faltam',
 *   method: 'GET',
 *   url: '/api/v1/clients/:id/pending-documents',
 *   access: 'permission',
 *   scope: clients,
 *   rate: 'read',
 *   audit: null,
 *   params: z.object({ id: key }),
 *   answers: { 200: shape({ data: list(string) }) },
 *   handle: async (ctx, { params }) => ({ data: await pendingOf(ctx, params.id) }),
 * })
 */
export const operation = <P = unknown, Q = unknown, B = unknown>(declared: Operation<P, Q, B>): AnyOperation => declared

/** The body of a successful write. */
export const doneAnswer = <T>(status: 200 | 201, message: string, data: T) => ({
  type: 'success',
  status,
  message,
  data,
})
