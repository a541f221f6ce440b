import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { endSilence, within } from '#server/database/silence.ts'

/** Receives which tables commits of other processes changed, which triggers (`tell_change`) publish through PostgreSQL, and their words. */
export interface ChangeListener {
  /** Whether all notifications arrive. */
  isUp(): boolean
  /** Sends a word to every process, this one too. Rejects while the connection is down. */
  publish(word: string): Promise<void>
  close(): Promise<void>
}

interface Receivers {
  /** Gets each table, and null when notifications may have been missed. */
  readonly changed: (table: string | null) => void
  readonly word: (word: string) => void
  /** Called when words arrive from now on, and may have been missed before. */
  readonly regained: () => void
}

const channel = 'changes'
const wordChannel = 'words'
/** Milliseconds until it connects again after its connection broke. */
const pause = 1_000
/** Milliseconds in which it has to begin to listen. */
const limit = 5_000
/** Milliseconds between two signs of life, which write nothing, and until one counts as missing: a line that only listens never fails. */
const pulse = { every: 5_000, patience: 2_000 }

/**
 * Listens on its own connection. It is up once its own notification, sent by the callback, came back: a pooler in between accepts
 * `listen` and forwards nothing.
 */
export function openChangeListener(
  config: ClientConfig,
  tell: (channel: string, word: string) => Promise<unknown>,
  { changed, word, regained }: Receivers,
): ChangeListener {
  let up = false
  let client: Client | undefined
  let again: NodeJS.Timeout | undefined
  let closed = false

  const connect = async () => {
    const own = new Client(config)
    endSilence(own, limit)
    client = own
    const proof = randomUUID()
    const broken = () => {
      if (client !== own) return
      client = undefined
      up = false
      changed(null)
      own.end().catch(() => {})
      if (!closed) again = setTimeout(() => void connect(), pause).unref()
    }
    own.on('error', broken)
    own.on('end', broken)
    own.on('notification', ({ channel: from, payload = '' }) => {
      if (payload === proof) {
        changed(null)
        up = true
        regained()
      } else if (up && from === wordChannel) word(payload)
      else if (up) changed(payload)
    })
    try {
      await own.connect()
      await own.query(`listen ${channel}; listen ${wordChannel}`)
      await tell(channel, proof)
    } catch {
      broken()
    }
  }
  void connect()
  const beating = setInterval(() => {
    const own = client
    if (own && up) within(own, pulse.patience, () => own.query('select')).catch(() => {})
  }, pulse.every).unref()

  return {
    isUp: () => up,
    publish: async text => {
      const own = client
      if (!own || !up) throw new Error('the connection that listens is down')
      await within(own, pulse.patience, () => own.query('select pg_notify($1, $2)', [wordChannel, text]))
    },
    close: async () => {
      closed = true
      clearInterval(beating)
      clearTimeout(again)
      const own = client
      client = undefined
      up = false
      await own?.end().catch(() => {})
    },
  }
}
