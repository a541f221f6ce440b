import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { DurableFiles, openEngine, proveDurable } from '#server/database/embedded/durable.ts'
import { closeDown, type WorkerMessage, type WorkerSettings } from '#server/database/embedded/messages.ts'
import { serve, type Served } from '#server/database/embedded/session.ts'
import { damaged, prepareStore } from '#server/database/embedded/store.ts'
import { checkpointer, vacuum, wornTables } from '#server/database/embedded/upkeep.ts'

/** The thread of the embedded engine: its statements block, so nothing else lives here. */

const upkeepMs = 60_000
/** How the engine throws an ordinary SQL error out of its main loop. */
const sqlError = 100

const settings: WorkerSettings = workerData
const tell = (told: WorkerMessage) => parentPort?.postMessage(told)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error))

/**
 * Anything but an SQL error leaves the engine in an unknown state, and it would go on serving from it: a failed fsync, say.
 * The thread ends there and then, and the store recovers as after a crash.
 */
function fault(error: unknown): never {
  tell({ kind: 'trouble', message: `O banco embutido parou: ${messageOf(error)}` })
  process.exit(1)
}

function endOnFault(engine: PGlite): void {
  const loop = engine.Module._PostgresMainLoopOnce
  engine.Module._PostgresMainLoopOnce = () => {
    try {
      loop()
    } catch (error) {
      if (typeof error === 'object' && error && 'status' in error && error.status === sqlError) throw error
      fault(error)
    }
  }
}

async function openStore(): Promise<{ engine: PGlite; files: DurableFiles }> {
  await prepareStore(settings.directory)
  const files = new DurableFiles(settings.directory)
  const heard: string[] = []
  const listen = (line: string) => {
    if (/\b(FATAL|PANIC): /.test(line)) heard.push(line.replace(/^.*?(FATAL|PANIC): +/, ''))
    return true
  }
  const engine = await openEngine(files, listen, settings.code).catch((error: unknown) => {
    throw new Error(damaged(settings.directory, heard.at(-1) ?? messageOf(error)), { cause: error })
  })
  await proveDurable(engine, () => files.syncs)
  return { engine, files }
}

async function run(): Promise<void> {
  const { engine, files } = await openStore()
  endOnFault(engine)
  const checkpoint = checkpointer(engine, files)
  const inTurn = queue()
  const served: Served = {
    engine,
    settings,
    inTurn,
    rested: () => checkpoint('due'),
  }

  const whenResting = (work: () => Promise<unknown>) =>
    inTurn(async () => {
      if (!engine.isInTransaction()) await work()
    })
  const upkeep = async () => {
    let worn: readonly string[] = []
    await whenResting(async () => (worn = await wornTables(engine)))
    for (const table of worn) await whenResting(() => vacuum(engine, table))
    await whenResting(() => checkpoint('always'))
  }
  const trouble = (error: unknown) => tell({ kind: 'trouble', message: `Banco embutido: ${messageOf(error)}` })
  setInterval(() => void upkeep().catch(trouble), upkeepMs).unref()

  const connections = queue()
  parentPort?.on('message', (message: MessagePort | typeof closeDown) => {
    if (message !== closeDown) return void connections(() => serve(message, served)).catch(fault)
    void inTurn(async () => {
      if (engine.isInTransaction()) await engine.exec('rollback')
      await engine.exec('checkpoint')
      await engine.close()
    }).finally(() => process.exit(0))
  })
  tell({ kind: 'ready' })
}

/** One work at a time, in the order asked; one that fails does not stop the next. */
function queue(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  return work => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

run().catch((error: unknown) => {
  tell({ kind: 'refused', message: messageOf(error) })
  process.exit(1)
})
