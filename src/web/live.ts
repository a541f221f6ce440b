import { hear } from '#web/liveChanges.ts'
import { queryClient } from '#web/query.ts'
import { doubt } from '#web/session/store.ts'
import { credentials, tokenInUse } from '#web/session/tokens.ts'
import { createStore } from '#web/store.ts'

/** Whether the stream of changes is connected; while it is not, screens that wait for one poll more often. */
export const live = createStore(false)

const longestWait = 30_000

/** Listens to `/api/v1/events` until the caller stops it, and begins again, later each time, when the stream breaks. */
export function follow(): () => void {
  const over = new AbortController()
  void (async () => {
    let [tries, streams] = [0, 0]
    const begun = () => {
      tries = 0
      // Between two streams changes were missed.
      if (streams++) void queryClient.invalidateQueries()
    }
    for (; !over.signal.aborted; tries++) {
      await listen(over.signal, begun).catch(() => undefined)
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
  const token = await tokenInUse()
  if (!token) return
  const path = '/api/v1/events'
  // Not an EventSource: it cannot say who asks.
  const response = await fetch(path, {
    headers: { Accept: 'text/event-stream', ...(await credentials(token, 'GET', path)) },
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
