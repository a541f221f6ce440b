import { parentPort, Worker, workerData } from 'node:worker_threads'

/** What work in a thread may use before it is ended: megabytes of heap, and milliseconds. */
const room = { heap: 256, young: 96, ms: 60_000 } as const
/** Threads at a time: more would only wait for the processor, each with its memory. */
const most = 2

interface Errand {
  /** The `import.meta.url` of whoever asks: the thread's file lies beside it, from the sources and in the bundle alike. */
  readonly from: string
  /** Of its file, without `.server.ts`; the bundle has an entry of this name. */
  readonly name: string
}

function begin({ from, name }: Errand, given: unknown, moved: readonly ArrayBuffer[] = []): Worker {
  const file = from.endsWith('.ts') ? new URL('./thread.dev.mjs', import.meta.url) : new URL(`./${name}.js`, from)
  return new Worker(file, {
    name,
    transferList: [...moved],
    workerData: { given, name },
    resourceLimits: { maxOldGenerationSizeMb: room.heap, maxYoungGenerationSizeMb: room.young },
  })
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
  const thread = begin({ from, name }, given, moved)
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

/** A thread that answers what it is asked, in order. */
export interface Helper<Q, A> {
  /** Throws when the thread failed. */
  ask(asked: Q): Promise<A>
  close(): Promise<void>
}

/** A thread for heavy work of our own that is asked for again and again, so that others are answered meanwhile. */
export function openHelper<Q, A>(errand: Errand): Helper<Q, A> {
  const thread = begin(errand, null)
  const asking: { resolve: (answer: A) => void; reject: (error: unknown) => void }[] = []
  let ended: { readonly why: unknown } | undefined
  const end = (why: unknown) => {
    ended ??= { why }
    for (const { reject } of asking.splice(0)) reject(ended.why)
  }
  thread.on('message', (answer: A) => asking.shift()?.resolve(answer))
  thread.on('error', end)
  thread.on('exit', () => end(new Error(`the thread ${errand.name} was ended`)))
  return {
    ask: asked =>
      new Promise((resolve, reject) => {
        // Nobody answers any more: who waits would wait for ever.
        if (ended) return void reject(ended.why)
        asking.push({ resolve, reject })
        thread.postMessage(asked)
      }),
    close: async () => void (await thread.terminate()),
  }
}
/** In such a thread: how it answers. */
export const answer = <Q, A>(work: (asked: Q) => A): void =>
  void parentPort?.on('message', (asked: Q) => parentPort?.postMessage(work(asked)))

/** What a thread was given, and how it tells. */
export const errand = (): { readonly given: unknown; readonly tell: (told: unknown) => void } => ({
  given: Object(workerData).given,
  tell: told => parentPort?.postMessage(told),
})
