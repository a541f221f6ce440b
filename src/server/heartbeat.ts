import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { loggedPath } from '#server/log.ts'

/** What a server sends to the process beside it: that its loop turns, how long it may not, and what was being answered. */
export interface Beat {
  /** Seconds without a beat after which the server is started anew; 0: never. */
  readonly watch: number
  /** Seconds it takes to end after a signal, at most. */
  readonly drain: number
  readonly running: readonly string[]
}

/** Milliseconds between beats, and between reports of a request which has just begun. */
const intervals = { beat: 1_000, request: 10 } as const
/** Requests named in a beat. */
const mostNamed = 5

/**
 * Reports to the supervisor, where there is one, that this process answers. What holds the loop is most often the last that began:
 * so a request is reported as it begins, and not with the next beat, which would come too late. `orphaned` is called once the
 * supervisor is gone.
 */
export function beatFor({ watch, drain }: Omit<Beat, 'running'>, orphaned: () => void): void {
  if (!process.send) return
  process.once('disconnect', orphaned)
  const running = new Map<ServerResponse, string>()
  let told = 0
  const beat = () => {
    const named = [...running.values()].slice(-mostNamed)
    // One that cannot be sent has nobody to hear it.
    process.send?.({ watch, drain, running: named } satisfies Beat, undefined, undefined, () => undefined)
  }
  if (watch > 0)
    subscribe('http.server.request.start', message => {
      const { request, response } = Object(message)
      if (!(request instanceof IncomingMessage) || !(response instanceof ServerResponse)) return
      running.set(response, `${request.method} ${loggedPath(request.url ?? '')}`)
      response.once('close', () => running.delete(response))
      if (performance.now() - told < intervals.request) return
      told = performance.now()
      beat()
    })
  beat()
  setInterval(beat, intervals.beat).unref()
}
