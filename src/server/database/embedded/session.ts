import type { MessagePort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { framer } from '#server/database/embedded/frames.ts'
import { freeBytes } from '#server/database/embedded/space.ts'
import { beat, type WorkerSettings } from '#server/database/embedded/messages.ts'

/** The engine with its one queue: whatever touches it waits for the work before. */
export interface Served {
  readonly engine: PGlite
  readonly settings: WorkerSettings
  inTurn(work: () => Promise<void>): Promise<void>
  /** After each batch of statements, outside a transaction. */
  rested(): Promise<void>
}

const sync = Uint8Array.from([0x53, 0, 0, 0, 4])

/**
 * Serves one connection until its port closes, then leaves nothing of it: the engine has one session for all, and the next
 * connection must not inherit a transaction, a setting or a lock.
 */
export function serve(port: MessagePort, served: Served): Promise<void> {
  const due = framer()
  const guard = spaceGuard(served)
  return new Promise((resolve, reject) => {
    port.on('message', (chunk: Uint8Array) => {
      const batch = due(chunk)
      if (!batch) return
      served
        .inTurn(async () => {
          await guard()
          beat(served.settings.pulse)
          const answer = await ask(served.engine, batch)
          beat(served.settings.pulse)
          port.postMessage(answer, [answer.buffer])
          if (!served.engine.isInTransaction()) await served.rested()
        })
        .catch(reject)
    })
    port.on('close', () => served.inTurn(() => forget(served.engine)).then(resolve, reject))
  })
}

async function ask(engine: PGlite, batch: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const answer: Buffer[] = []
  // The bytes given are a window on the engine's memory, which the next message overwrites.
  const onRawData = (bytes: Uint8Array) => void answer.push(Buffer.from(bytes))
  await engine.execProtocolRawStream(batch, { syncToFs: false, onRawData })
  return new Uint8Array(Buffer.concat(answer))
}

async function forget(engine: PGlite): Promise<void> {
  await ask(engine, sync)
  await engine.exec('rollback')
  await engine.exec('discard all')
}

/** Before each batch: with the disk nearly full the session only reads, so the log always has room to finish what began. */
function spaceGuard({ engine, settings }: Served): () => Promise<void> {
  let low = false
  return async () => {
    const now = freeBytes(settings.directory) < settings.freeFloor
    if (engine.isInTransaction()) {
      // Refused where the transaction has failed already: then it writes nothing either.
      if (now) await engine.exec('set transaction read only').catch(() => {})
    } else if (now !== low) {
      await engine.exec(`set default_transaction_read_only = ${now ? 'on' : 'off'}`)
      low = now
    }
  }
}
