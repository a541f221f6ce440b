// What a floor stands on: `node:http`, `pg`, statements prepared by name, and who asks looked up by their token.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Pool, types } from 'pg'

const parsers = {
  20: Number,
  1700: Number,
  1082: (text: string) => text,
  1184: (text: string) => new Date(text).toISOString(),
}
type Ask = (name: string, text: string, values: readonly unknown[]) => Promise<readonly object[]>

export function askServer(connectionString: string): Ask {
  for (const [type, parse] of Object.entries(parsers)) types.setTypeParser(Number(type), parse)
  const pool = new Pool({ connectionString, max: 10, options: '-c TimeZone=UTC -c jit=off' })
  return async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows
}

export interface Caller {
  readonly id: number
  /** The company they work for; null for all of them. */
  readonly empresa_id: number | null
  /** 'equipe' or 'clientes'. */
  readonly audience: string
}

/** What a floor does whatever it answers; a total is counted each time, or `remembers` it for a second. */
export function bareOf(ask: Ask, remembers: boolean) {
  const rowsOf = async <T extends object>(name: string, text: string, values: readonly unknown[]) =>
    (await ask(name, text, values)) as readonly T[]
  const totals = new Map<string, { readonly n: number; readonly at: number }>()
  return {
    rowsOf,
    async callerOf({ headers }: IncomingMessage) {
      const hash = createHash('sha256')
        .update(headers.authorization?.slice(7) ?? '')
        .digest()
      const [caller] = await rowsOf<Caller>(
        'caller',
        `select u.id, u.empresa_id, p.audience from access_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
          join profiles p on p.id = u.profile_id
          where t.hash = $1 and t.expires_at > now() and s.ended_at is null and u.active and u.deleted_at is null`,
        [hash],
      )
      return caller
    },
    /** `from`: all that follows it. */
    async totalOf(name: string, from: string, values: readonly unknown[]): Promise<number> {
      const key = `${name} ${values.join()}`
      const known = totals.get(key)
      if (remembers && known && performance.now() - known.at < 1_000) return known.n
      const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
        `${name} total`,
        `select count(*) as n from ${from}`,
        values,
      )
      totals.set(key, { n, at: performance.now() })
      return n
    },
    pageOf(data: readonly object[], total: number, number: number, size: number) {
      const before = (number - 1) * size
      return {
        data,
        total,
        per_page: size,
        current_page: number,
        last_page: Math.max(1, Math.ceil(total / size)),
        from: data.length ? before + 1 : null,
        to: data.length ? before + data.length : null,
      }
    },
  }
}

export function serveBare(answer: (request: IncomingMessage) => Promise<object>) {
  createServer((request, response) => {
    if (request.url === '/') return void response.end('{}')
    answer(request).then(
      body => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(body))
      },
      (error: unknown) => {
        // Whoever asks goes away when a round is over.
        if (!request.destroyed) console.error(error)
        response.statusCode = 500
        response.end()
      },
    )
  }).listen(Number(process.env.PORT), '127.0.0.1')
}
