import { setTimeout as after } from 'node:timers/promises'
import { dataOf, rowsOf, type Caller } from './caller.ts'
import type { Walk } from './walk.ts'

/** Rows that one server made, read by the other and changed by it as they are. */
export async function proveRowsOf(one: Caller, other: Caller, rows: Walk['left']): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const { path, row } of rows) {
    const [mine, theirs] = [await one('GET', `${path}/${row.uuid}`), await other('GET', `${path}/${row.uuid}`)]
    const differing = Object.entries(dataOf(mine))
      .filter(([key, value]) => key in dataOf(theirs) && JSON.stringify(dataOf(theirs)[key]) !== JSON.stringify(value))
      .map(([key]) => key)
    if (mine.status !== 200 || theirs.status !== 200 || differing.length)
      wrong.push(`${path}/:id is ${mine.status} here and ${theirs.status} there; not alike: ${differing.join(', ')}`)
  }
  return wrong
}

/** A document sent to one server is read, byte by byte, from the other. */
export async function proveFile(one: Caller, other: Caller): Promise<readonly string[]> {
  const [client] = rowsOf(await one('GET', 'clients?per_page=1'))
  const text = `um documento ${Math.random()}`
  const sent = await one('POST', `clients/${client?.uuid}/documents?name=nota.txt`, new TextEncoder().encode(text))
  if (sent.status !== 201)
    return [`a document is refused with ${sent.status}: ${JSON.stringify(sent.body).slice(0, 200)}`]
  const { status, body } = await other('GET', `internal-uploads/get-file/${dataOf(sent).uuid}`)
  return body === text ? [] : [`a document of one server is ${status} in the other`]
}

/** A long list becomes a file, in the background. */
export async function proveJob(call: Caller): Promise<readonly string[]> {
  const made = await call('POST', 'exports', { name: 'Clientes', resource: 'clients', format: 'csv', query: '' })
  const { uuid } = dataOf(made)
  for (let tries = 0; tries < 150; tries++) {
    const { state } = dataOf(await call('GET', `exports/${uuid}`))
    if (state === 'concluido') {
      const { body } = await call('GET', `exports/${uuid}/file`)
      return String(body).split('\n').length > 2 ? [] : ['the file of a job has no rows']
    }
    await after(200)
  }
  return [`a job does not end: ${made.status}`]
}

/** A row that one server writes reaches the open pages of the other. */
export async function proveStream(url: string, { token }: Caller, other: Caller): Promise<readonly string[]> {
  const over = new AbortController()
  const stream = await fetch(`${url}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: over.signal,
  })
  let text = ''
  const reading = (async () => {
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value
  })().catch(() => {})
  const made = await other('POST', 'exports', { name: 'Clientes', resource: 'clients', format: 'csv', query: '' })
  const uuid = String(dataOf(made).uuid)
  for (let tries = 0; tries < 100 && !text.includes(uuid); tries++) await after(200)
  over.abort()
  await reading
  return text.includes(uuid) ? [] : ['no event of the other server arrives']
}
