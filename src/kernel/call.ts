import type { input, output, ZodType } from 'zod'
import type { Page } from '#kernel/page.ts'
import type { ActionOf, AnyResource, ListedOf, RowOf } from '#kernel/resource.ts'

/** Who may send a call: anyone, anyone signed in, or holders of the permission named by its id. */
export type Access = 'public' | 'session' | 'permission'
/** How often a call may be sent: `auth` is limited per account and address, the others per user. */
export type Rate = 'read' | 'write' | 'auth' | 'heavy'
/** How a user must have proved who they are a short while ago: by whatever they have, or by a second factor if they have one. */
export type ProofLevel = 'any' | 'factor'
export type CallMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** A JSON body, bytes, or nothing. */
export type WireAnswer = ZodType | 'file' | 'empty'

/** What a list takes besides its own query: page, order, search and filters. */
export type CallQuery = Readonly<Record<string, string | number | boolean | undefined>>
type ParamNames<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never

/** All that server, browser and document need to know of a call, beside its method and path. */
interface CallFacts<Q extends ZodType, B extends ZodType, A extends WireAnswer> {
  /** Also the name of its permission: 'clients.index', 'collects.reports'. */
  readonly id: string
  /** What it does, in Portuguese, for the API document and the permission editor. */
  readonly summary: string
  /** Whose rows it touches: nobody's, the user's own, or those of a resource under its scope. */
  readonly of: 'none' | 'self' | AnyResource
  /** Resources whose rows a success changes: the browser reads them again. `of` is always among them. */
  readonly writes?: readonly AnyResource[]
  /** 'permission' by default. */
  readonly access?: Access
  /** 'read' for GET and 'write' for the others by default. */
  readonly rate?: Rate
  /** The event in the audit log; null when nothing changes. By default the id, and null for GET. */
  readonly audit?: string | null
  /** Checks of path parameters that are no row key. */
  readonly params?: ZodType
  readonly query?: Q
  readonly body?: B
  /** The whole body of a success. */
  readonly answer: A
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 202
  readonly lists?: AnyResource
  readonly staffOnly?: true
  readonly media?: readonly string[]
  readonly gives?: readonly string[]
  readonly stream?: true
  readonly limit?: number
  readonly versioned?: true
  readonly transaction?: 'own'
  readonly urgent?: boolean
  readonly asOther?: boolean
  readonly proof?: ProofLevel
}

/** What the browser knows of a call; the schemas are there for the compiler alone. */
export interface SendableCall<
  P extends string = string,
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
  A extends WireAnswer = WireAnswer,
> {
  readonly method: CallMethod
  /** After '/api/v1': '/tickets/:id/dizer'. */
  readonly path: P
  readonly id: string
  readonly of: 'none' | 'self' | AnyResource
  readonly writes?: readonly AnyResource[]
  /** The resource whose rows it answers, where that is not `of`. */
  readonly lists?: AnyResource
  readonly query?: Q
  readonly body?: B
  readonly answer?: A
}
// oxlint-disable-next-line typescript/no-explicit-any -- accepts calls of every input and answer
export type AnySendable = SendableCall<string, any, any, any>

/**
 * The contract of one call, which the server answers (`serve`) and the browser sends (`useAnswer`, `useCall`). It lives in
 * the `api.ts` of its room. The browser build leaves the schemas out.
 */
export interface Call<
  P extends string = string,
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
  A extends WireAnswer = WireAnswer,
> extends CallFacts<Q, B, A> {
  readonly method: CallMethod
  readonly path: P
}
// oxlint-disable-next-line typescript/no-explicit-any -- accepts calls of every input and answer
export type AnyCall = Call<string, any, any, any>

const declare =
  (method: CallMethod) =>
  <const P extends string, A extends WireAnswer, Q extends ZodType = never, B extends ZodType = never>(
    path: P,
    facts: CallFacts<Q, B, A>,
  ): Call<P, Q, B, A> => ({ method, path, ...facts })

/**
 * Declares a call.
 * @example
 * export const postMessage = call.post('/tickets/:id/dizer', {
 *   id: 'tickets.dizer',
 *   summary: 'Escrever no chamado',
 *   of: tickets,
 *   writes: [ticketMessages],
 *   body: z.strictObject({ content: line(10_000) }),
 *   answer: doneShape(rowShape(ticketMessages)),
 * })
 */
export const call = {
  get: declare('GET'),
  post: declare('POST'),
  put: declare('PUT'),
  delete: declare('DELETE'),
}

interface DoneWith<T> {
  readonly message: string
  readonly data: T
}
type Reads<P extends string, T> = SendableCall<P, never, never, ZodType<T>>
type Writes<P extends string, T> = SendableCall<P, never, ZodType<unknown>, ZodType<DoneWith<T>>>

/**
 * The calls every section answers, as far as its declaration allows.
 * @example
 * const { data } = useAnswer(callsOf(clients).list, { query: { active: 'true', sort: 'name' } })
 */
export function callsOf<R extends AnyResource>(of: R) {
  const [all, one] = [`/${of.path}`, `/${of.path}/:id`] as const
  const list: Reads<typeof all, Page<ListedOf<R>>> = { method: 'GET', path: all, id: `${of.path}.index`, of }
  const read: Reads<typeof one, { readonly data: RowOf<R> }> = { method: 'GET', path: one, id: `${of.path}.show`, of }
  const create: Writes<typeof all, RowOf<R>> = { method: 'POST', path: all, id: `${of.path}.store`, of }
  const update: Writes<typeof one, RowOf<R>> = { method: 'PUT', path: one, id: `${of.path}.update`, of }
  const remove: Reads<typeof one, DoneWith<unknown>> = { method: 'DELETE', path: one, id: `${of.path}.destroy`, of }
  return { list, read, create, update, remove }
}
/** An act of one row: '/tickets/:id/reabrir'. */
export function actOf<R extends AnyResource>(of: R, name: ActionOf<R>) {
  const path = `/${of.path}/:id/${name}` as const
  const act: Writes<typeof path, RowOf<R>> = { method: 'PUT', path, id: `${of.path}.${name}`, of }
  return act
}

type KeysIn<P extends string> = { readonly [N in ParamNames<P>]: string | number }
type QueryIn<Q> = [Q] extends [never]
  ? { readonly query?: CallQuery }
  : Q extends ZodType
    ? Partial<Record<never, never>> extends input<Q>
      ? { readonly query?: input<Q> & CallQuery }
      : { readonly query: input<Q> & CallQuery }
    : never
type BodyIn<B> = [B] extends [never] ? unknown : B extends ZodType ? { readonly body: input<B> } : never
/** What the browser sends: the keys of the path by name, with `query` and `body` where the call has them. */
export type CallInput<C> =
  C extends SendableCall<infer P, infer Q, infer B, WireAnswer> ? KeysIn<P> & QueryIn<Q> & BodyIn<B> : never

/** The whole body of a success. */
export type AnswerOf<C> = C extends { readonly answer?: infer A } ? (A extends ZodType ? output<A> : never) : never

type OutputOf<S, None> = [S] extends [never] ? None : S extends ZodType ? output<S> : never
type RawQuery = Readonly<Record<string, unknown>>
/** What the handler gets: the keys of the path by name, and `query` and `body` as their schemas left them. */
export type ServedInput<C> =
  C extends Call<infer P, infer Q, infer B, WireAnswer>
    ? { readonly [N in ParamNames<P>]: string } & {
        readonly query: OutputOf<Q, RawQuery>
        readonly body: OutputOf<B, undefined>
      }
    : never
