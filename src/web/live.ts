import { queryClient } from '#web/query.ts'
import { doubt } from '#web/session/store.ts'
import { bearer } from '#web/session/tokens.ts'
import { isRecord } from '#web/storage.ts'
import { createStore } from '#web/store.ts'

/** A row that changed by itself, as the server tells it: how far the work on it is. */
export interface Changed {
  readonly resource: string
  readonly uuid: string
  readonly state: string
  readonly rows_done: number | null
  readonly rows_total: number | null
}
/** A row that somebody else saved. */
export type Saved = Pick<Changed, 'resource' | 'uuid'>
const isSaved = (value: unknown): value is Saved =>
  isRecord(value) && typeof value.resource === 'string' && typeof value.uuid === 'string'
const isChanged = (value: Saved): value is Changed => 'state' in value

/** Whether changes are told as they happen; where they are not, whoever waits for one asks. */
export const live = createStore(false)
const listeners = new Set<(changed: Changed) => void>()
/** Answers what ends it. */
export function onChanged(listener: (changed: Changed) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const readers = new Set<(saved: Saved) => void>()
/** Answers what ends it. */
export function onSaved(reader: (saved: Saved) => void): () => void {
  readers.add(reader)
  return () => void readers.delete(reader)
}

const longestWait = 30_000

/** Listens to `/api/v1/events` until it is told to stop, and begins again, later each time, when the stream breaks. */
export function follow(): () => void {
  const over = new AbortController()
  void (async () => {
    for (let tries = 0; !over.signal.aborted; tries++) {
      await listen(over.signal, () => (tries = 0)).catch(() => undefined)
      live.set(false)
      // Among the reasons a stream ends is that its session did, or that its user may no longer listen.
      if (!over.signal.aborted) doubt()
      const wait = Math.min(longestWait, 1_000 * 2 ** tries) * (0.75 + Math.random() / 2)
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  })()
  return () => over.abort()
}

async function listen(signal: AbortSignal, begun: () => void) {
  const token = await bearer()
  if (!token) return
  // Not an EventSource: it cannot say who asks.
  const response = await fetch('/api/v1/events', {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
    signal,
  })
  const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  if (!reader) return
  begun()
  live.set(true)
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = `${rest}${value}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) hear(line.slice(6))
  }
}

function hear(data: string) {
  const changed: unknown = JSON.parse(data)
  if (!isSaved(changed)) return
  if (!isChanged(changed)) {
    for (const reader of readers) reader(changed)
    return
  }
  const { resource, uuid, ...progress } = changed
  let known = true
  const patched = (row: unknown) => {
    if (!isRecord(row) || row.uuid !== uuid) return row
    if (row.state !== progress.state) known = false
    return { ...row, ...progress }
  }
  queryClient.setQueriesData<unknown>({ queryKey: [resource] }, (read: unknown) => {
    if (!isRecord(read)) return read
    if (Array.isArray(read.data)) return { ...read, data: read.data.map(patched) }
    return 'row' in read ? { ...read, row: patched(read.row) } : read
  })
  // Another state is another row: it has a file, or an error, or other things to do with it.
  if (!known) void queryClient.invalidateQueries({ queryKey: [resource] })
  for (const listener of listeners) listener(changed)
}
