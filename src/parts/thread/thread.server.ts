import { parentPort, Worker, workerData } from 'node:worker_threads'

/** What work in a thread may use before it is ended: megabytes of heap, and milliseconds. */
const room = { heap: 256, young: 48, ms: 60_000 } as const
/** Threads at a time: more would only wait for the processor, each with its memory. */
const most = 2

interface Errand {
  /** The `import.meta.url` of whoever asks: the thread's file lies beside it, from the sources and in the bundle alike. */
  readonly from: string
  /** Of its file, without `.server.ts`; the bundle has an entry of this name. */
  readonly name: string
}

let running = 0
const waiting: (() => void)[] = []

/**
 * Does heavy work on what somebody sent in a thread of its own, so that a hostile file ends the thread and not the process,
 * and others are answered meanwhile. `hear` is called for each message told. Throws when the thread ran out of memory or
 * time, or failed.
 */
export async function inThread<T>(
  { from, name }: Errand,
  given: unknown,
  hear: (told: T) => void,
  moved: readonly ArrayBuffer[] = [],
): Promise<void> {
  if (running >= most) await new Promise<void>(turn => waiting.push(turn))
  running++
  const fromSources = from.endsWith('.ts')
  const file = fromSources ? new URL('./thread.dev.mjs', import.meta.url) : new URL(`./${name}.js`, from)
  const thread = new Worker(file, {
    name,
    transferList: [...moved],
    workerData: { given, source: fromSources ? new URL(`./${name}.server.ts`, from).href : null },
    resourceLimits: { maxOldGenerationSizeMb: room.heap, maxYoungGenerationSizeMb: room.young },
  })
  const late = setTimeout(() => void thread.terminate(), room.ms)
  try {
    await new Promise<void>((resolve, reject) => {
      thread.on('message', hear)
      thread.on('error', reject)
      thread.on('exit', code => (code === 0 ? resolve() : reject(new Error(`the thread ${name} was ended`))))
    })
  } finally {
    clearTimeout(late)
    running--
    waiting.shift()?.()
  }
}

/** What a thread was given, and how it tells. */
export const errand = (): { readonly given: unknown; readonly tell: (told: unknown) => void } => ({
  given: Object(workerData).given,
  tell: told => parentPort?.postMessage(told),
})
