import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { endSilence, within } from '#server/database/silence.ts'

/** Receives which tables commits of other processes changed. Triggers (`tell_change`) publish it through PostgreSQL. */
export interface ChangeListener {
  /** Whether all notifications arrive. */
  isUp(): boolean
  close(): Promise<void>
}

const channel = 'changes'
/** Milliseconds until it connects again after its connection broke. */
const pause = 1_000
/** Milliseconds in which it has to begin to listen. */
const limit = 5_000
/** Milliseconds between two signs of life, which write nothing, and until one counts as missing: a line that only listens never fails. */
const pulse = { every: 5_000, patience: 2_000 }

/**
 * Listens on its own connection. Calls `heard` with each table, and with null when notifications may have been missed. It is up
 * once its own notification, sent by the callback, came back: a pooler in between accepts `listen` and forwards nothing.
 */
export function openChangeListener(
  config: ClientConfig,
  tell: (channel: string, word: string) => Promise<unknown>,
  heard: (table: string | null) => void,
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
      heard(null)
      own.end().catch(() => {})
      if (!closed) again = setTimeout(() => void connect(), pause).unref()
    }
    own.on('error', broken)
    own.on('end', broken)
    own.on('notification', ({ payload = '' }) => {
      if (payload === proof) {
        heard(null)
        up = true
      } else if (up) heard(payload)
    })
    try {
      await own.connect()
      await own.query(`listen ${channel}`)
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
