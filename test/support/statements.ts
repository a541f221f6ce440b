import type { Pool, PoolClient } from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Keeps what the pool's connections are asked until stopped: a transaction's `begin` and `commit` too. */
export function recording(pool: Pool) {
  const kept: Statement[] = []
  let messages = 0
  const connect = pool.connect.bind(pool)
  const watched = async (): Promise<PoolClient> => {
    const client = await connect()
    const query = client.query.bind(client)
    const release = client.release.bind(client)
    Object.assign(client, {
      query: (text: unknown, values?: unknown) => {
        messages++
        // Several that go together come as a list.
        if (Array.isArray(text)) kept.push(...text.map(each => ({ values: [], ...each })))
        else if (typeof text === 'string') kept.push({ text, values: Array.isArray(values) ? values : [] })
        return Reflect.apply(query, client, values === undefined ? [text] : [text, values])
      },
      release: (error?: boolean | Error) => {
        Object.assign(client, { query, release })
        release(error)
      },
    })
    return client
  }
  // What the pool asks by itself takes a connection by its callback, and is nobody's request.
  const taken = (answered?: Parameters<Pool['connect']>[0]) => (answered ? connect(answered) : watched())
  Object.assign(pool, { connect: taken })
  return {
    /** How many were sent so far: several statements may go in one. */
    messages: () => messages,
    stop: () => {
      Object.assign(pool, { connect })
      return kept
    },
  }
}
