import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Wire } from '#server/database/database.ts'

/** Milliseconds in which changes are gathered into one word, and until a word is sent again that could not be. */
const pace = { gather: 100, again: 1_000 }
/** Bytes of the entries of a word: PostgreSQL takes fewer than 8000 in a notification. */
const longestWord = 7_500
/** Users one entry names, of 19 digits at most. */
const usersEach = 300
/** Entries that wait while nothing can be sent. */
const mostWaiting = 2_000

/** A path, a uuid and the ids of the users it concerns, none for all; null: more changed than could be listed. */
const entry = z.tuple([z.string(), z.string()], z.number().int()).nullable()
const word = z.object({ from: z.string(), changes: z.array(entry) })

/** A changed row, by the path of its resource; without `users` it concerns all who may see it. */
export interface RelayedChange {
  readonly path: string
  readonly uuid: string
  readonly users?: readonly number[] | undefined
}

export interface Relay {
  send(change: RelayedChange): void
  /** Sends what waits, if it can be sent now. */
  close(): Promise<void>
}

interface RelayReceiver {
  readonly changed: (change: RelayedChange) => void
  readonly missed: () => void
}

/**
 * Carries events between processes: facts of a few bytes, from which the receiver reads what its user may see. A word that could not
 * be sent waits and is sent later; of too many that wait, the others get one that has everything read again.
 */
export function openRelay(wire: Wire, { changed, missed }: RelayReceiver): Relay {
  const origin = randomUUID()
  /** Entries as JSON: a change that is published twice before it is sent goes once. */
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function add(waitingEntry: string) {
    if (waiting.size >= mostWaiting) {
      waiting.clear()
      waiting.add('null')
    }
    waiting.add(waitingEntry)
  }

  async function sendWaiting() {
    while (waiting.size) {
      const some = firstFitting(waiting)
      for (const each of some) waiting.delete(each)
      try {
        await wire.publish(`{"from":"${origin}","changes":[${some.join()}]}`)
      } catch (error) {
        some.forEach(add)
        throw error
      }
    }
  }

  function sendAfter(milliseconds: number) {
    if (closed || timer) return
    timer = setTimeout(() => void sendAndGoOn(), milliseconds).unref()
  }

  async function sendAndGoOn() {
    const next = await sendWaiting().then(
      () => pace.gather,
      () => pace.again,
    )
    timer = undefined
    if (waiting.size) sendAfter(next)
  }

  wire.subscribe({
    missed,
    receive: text => {
      const { from, changes } = readWord(text)
      if (from === origin) return
      for (const each of changes) {
        if (!each) {
          missed()
          continue
        }
        const [path, uuid, ...users] = each
        changed({ path, uuid, users: users.length ? users : undefined })
      }
    },
  })

  return {
    send({ path, uuid, users }) {
      if (!users) add(JSON.stringify([path, uuid]))
      else
        for (let at = 0; at < users.length; at += usersEach)
          add(JSON.stringify([path, uuid, ...users.slice(at, at + usersEach)]))
      if (waiting.size) sendAfter(pace.gather)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await sendWaiting().catch(() => undefined)
    },
  }
}

function firstFitting(entries: Iterable<string>): readonly string[] {
  const some: string[] = []
  let bytes = 0
  for (const each of entries) {
    bytes += Buffer.byteLength(each) + 1
    if (some.length && bytes > longestWord) break
    some.push(each)
  }
  return some
}

/** Nothing where somebody else published on this channel. */
function readWord(text: string): z.infer<typeof word> {
  try {
    return word.parse(JSON.parse(text))
  } catch {
    return { from: '', changes: [] }
  }
}
