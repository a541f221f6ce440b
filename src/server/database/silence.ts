import { Client, type ClientBase } from 'pg'

/** Milliseconds an answer may come after the server's own limit: a server that still lives ends the statement itself, with a reason. */
const grace = 2_000
/** Milliseconds in which a loop that was busy reads what came meanwhile. */
const secondLook = 100
const limitIn = /\bset (local )?statement_timeout = '?(\d+)/
const ends = /^\s*(commit|rollback(?!\s+to))\b/i

const unanswered = () => Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })
const destroy = (client: ClientBase) =>
  void (client instanceof Client && client.connection.stream.destroy(unanswered()))

/**
 * Destroys this connection once an answer is overdue: a cut cable or a dead machine sends nothing, and TCP would wait for minutes.
 * The limit is that of the session, read from its own statements: `set statement_timeout = …`, 0 for none, or `set local` until
 * the transaction ends; `limit` until the first of these.
 */
export function endSilence(client: ClientBase, limit: number): void {
  let ofSession = limit
  let ofTransaction: number | undefined
  let rest = () => {}
  const wait = () => {
    rest()
    const milliseconds = ofTransaction ?? ofSession
    rest = milliseconds > 0 ? destroyLater(client, milliseconds + grace) : () => {}
  }
  const read = (text: string) => {
    if (ends.test(text)) ofTransaction = undefined
    // Most texts are long, and none of those sets anything.
    const [, isLocal, value] = (text.startsWith('set ') && limitIn.exec(text)) || []
    if (isLocal) ofTransaction = Number(value)
    else if (value !== undefined) ofSession = Number(value)
  }
  const query = client.query.bind(client)
  Object.assign(client, {
    query: (asked: unknown, ...more: unknown[]) => {
      for (const text of textsOf(asked)) read(text)
      wait()
      return Reflect.apply(query, client, [asked, ...more])
    },
  })
  client.on('drain', () => rest())
  client.on('end', () => rest())
}

/** Does something on this connection, and destroys it where that takes longer than so many milliseconds. */
export async function within<T>(client: ClientBase, milliseconds: number, work: () => Promise<T>): Promise<T> {
  const rest = destroyLater(client, milliseconds)
  try {
    return await work()
  } finally {
    rest()
  }
}

/** Destroys it after so many milliseconds, unless what this answers is called before. */
function destroyLater(client: ClientBase, milliseconds: number): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(() => destroy(client), secondLook).unref()
  }, milliseconds).unref()
  return () => clearTimeout(timer)
}

/** The statements in a call of `query`: a text, one with its values, or several in one message. */
function textsOf(asked: unknown): readonly string[] {
  if (typeof asked === 'string') return [asked]
  if (typeof asked !== 'object' || asked === null) return []
  if ('texts' in asked && Array.isArray(asked.texts)) return asked.texts
  return 'text' in asked ? [String(asked.text)] : []
}
