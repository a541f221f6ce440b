import { fork, type ChildProcess } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { openTurns, type Asker } from '#parts/child/turns.ts'

/** What a process apart may use before it is ended: megabytes of heap (of these for young objects), and milliseconds. */
const room = { heap: 256, young: 48, ms: 60_000 } as const
/**
 * It limits processes that work for people: more than two at a time would only wait for the processor, each with its memory,
 * and each waiting request has a body of up to 20 MB in memory.
 */
const turns = openTurns({ working: { all: 2, each: 1 }, waiting: { all: 8, each: 3 } })

interface Errand {
  /** The process's file lies beside the caller's `import.meta.url`, in the sources and in the bundle alike. */
  readonly from: string
  /** Of its file, without `.server.ts`; the bundle has an entry of this name. */
  readonly name: string
  /** Milliseconds it may take, where that is more than work usually may. */
  readonly ms?: number
}

/**
 * This is a process and not a thread: a thread that outgrows its heap in one leap, as an array that doubles, crashes the
 * server (nodejs/node#47224). It gets none of the server's environment, and yields to pending requests.
 */
function begin({ from, name }: Errand): ChildProcess {
  const isSource = from.endsWith('.ts')
  const process = fork(
    new URL(isSource ? './child.dev.mjs' : `./${name}.js`, isSource ? import.meta.url : from),
    [name],
    {
      // Pending requests wait behind each of its threads, and the collector would have four.
      execArgv: [
        '--single-threaded-gc',
        `--max-old-space-size=${room.heap}`,
        `--max-semi-space-size=${room.young / 3}`,
      ],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  if (process.pid) setPriority(process.pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  return process
}

/** Bytes that are handed over at once: to copy a whole file would hold everybody. */
const piece = 1024 * 1024

/** Hands over what work is given: first the file among it, its `bytes`, each piece once the one before it is through. */
async function give(process: ChildProcess, given: object): Promise<void> {
  const send = (message: object) =>
    new Promise<void>((sent, fail) => process.send(message, error => (error ? fail(error) : sent())))
  if (!('bytes' in given && given.bytes instanceof Uint8Array)) return send(given)
  const { bytes } = given
  // Of an empty file there is one piece too, and it is empty.
  for (let at = 0; at === 0 || at < bytes.length; at += piece) await send(bytes.subarray(at, at + piece))
  await send({ ...given, bytes: null })
}

/** The process ran out of memory or time, or failed. */
export class Ended extends Error {}

/**
 * Runs heavy work in a process of its own, so that a hostile file ends that process and not the server, and others are
 * answered meanwhile. `hear` is called for each message. Throws `Ended`, and a 503 where too many wait.
 */
export async function workInChild<T>(
  { from, name, ms = room.ms }: Errand,
  asker: Asker,
  given: object,
  hear: (told: T) => void,
): Promise<void> {
  const giveBack = await turns.take(asker)
  try {
    const process = begin({ from, name })
    const late = setTimeout(() => process.kill('SIGKILL'), ms)
    try {
      await new Promise<void>((resolve, reject) => {
        process.on('message', hear)
        process.on('error', cause => reject(new Ended(`the process ${name} did not start`, { cause })))
        // The exit may arrive before the last message.
        const heard = new Promise<void>(end => process.once('disconnect', end))
        process.on('exit', code =>
          code === 0 ? void heard.then(resolve) : reject(new Ended(`the process ${name} was ended`)),
        )
        give(process, given).catch((cause: unknown) => reject(new Ended(`the process ${name} was not told`, { cause })))
      })
    } finally {
      clearTimeout(late)
    }
  } finally {
    giveBack()
  }
}

/** A process answers requests in order. */
export interface Helper<Q, A> {
  /** Throws when the process failed. */
  ask(asked: Q): Promise<A>
  close(): void
}

/** Opens a process for repeated heavy work of our own, so that others are answered meanwhile. */
export function openHelper<Q extends object, A>(errand: Errand): Helper<Q, A> {
  const process = begin(errand)
  const asking: { resolve: (answer: A) => void; reject: (error: unknown) => void }[] = []
  let ended: { readonly why: unknown } | undefined
  const end = (why: unknown) => {
    ended ??= { why }
    for (const { reject } of asking.splice(0)) reject(ended.why)
  }
  process.on('message', (answer: A) => asking.shift()?.resolve(answer))
  process.on('error', end)
  process.on('exit', () => end(new Error(`the process ${errand.name} was ended`)))
  return {
    ask: asked =>
      new Promise((resolve, reject) => {
        // Nobody answers any more: who waits would wait for ever.
        if (ended) return void reject(ended.why)
        asking.push({ resolve, reject })
        process.send(asked, error => error && end(error))
      }),
    close: () => void process.kill('SIGKILL'),
  }
}

/** The process exits if its server is gone. */
const tell = (told: unknown) =>
  void process.send?.(told, undefined, undefined, error => {
    if (error) process.exit()
  })
/** In such a process: how a helper answers. */
export function answer<Q, A>(work: (asked: Q) => A | Promise<A>): void {
  let last: Promise<void> = Promise.resolve()
  process.on('message', (asked: Q) => {
    last = last.then(async () => tell(await work(asked)))
  })
}

const nothing = new Int32Array(new SharedArrayBuffer(4))
let rested = performance.now()
/**
 * In such a process, it pauses for an instant, at most every other millisecond. The kernel preempts a busy process only
 * every four, and a request may be waiting.
 */
export function rest() {
  if (performance.now() - rested < 2) return
  Atomics.wait(nothing, 0, 0, 0.05)
  rested = performance.now()
}

function nextResult<T>(): Promise<T> {
  const parts: Uint8Array[] = []
  return new Promise(resolve => {
    const hear = (message: T | Uint8Array) => {
      if (message instanceof Uint8Array) return void parts.push(message)
      process.off('message', hear)
      resolve(parts.length ? { ...message, bytes: Buffer.concat(parts) } : message)
    }
    process.on('message', hear)
  })
}

/** In such a process, it gives the input and a sender. */
export const errand = async <T>(): Promise<{ readonly given: T; readonly tell: (told: unknown) => void }> => ({
  given: await nextResult<T>(),
  tell,
})
