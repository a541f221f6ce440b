import type { FastifyInstance } from 'fastify'
import type { Target } from './holdings.ts'

export type Row = Readonly<Record<string, unknown>> & Target & { readonly active: boolean }
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What came, headers and all: where marks are looked for. */
  readonly text: string
  readonly body: Body
}
export interface Body extends Readonly<Record<string, unknown>> {
  readonly message: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly request_id: string
}
export interface Given {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Call = (who: string, method: Method, url: string, given?: Given) => Promise<Reply>

/** Asks the product as somebody: `tokens` by who it is. */
export const callerOf =
  (app: Pick<FastifyInstance, 'inject'>, tokens: Readonly<Record<string, string>>): Call =>
  async (who, method, url, { body, headers = {} } = {}) => {
    const token = tokens[who]
    const answer = await app.inject({
      method,
      url: url.startsWith('/') ? url : `/api/v1/${url}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
      }),
    })
    const json = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      text: `${JSON.stringify(answer.headers)}\n${answer.body}`,
      body: json && answer.body ? answer.json<Body>() : { message: '', request_id: '' },
    }
  }

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'id' in value
export function dataOf({ body, text }: Pick<Reply, 'body' | 'text'>): Row {
  if (!isRow(body.data)) throw new Error(`no row in ${text}`)
  return body.data
}
export function rowsOf({ body, text }: Pick<Reply, 'body' | 'text'>): readonly Row[] {
  if (!Array.isArray(body.data)) throw new Error(`no rows in ${text}`)
  return body.data.filter(isRow)
}
