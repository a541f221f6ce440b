import type { Worker } from 'node:worker_threads'
import type { Tuning } from '#server/database/database.ts'
import { launch } from '#server/database/embedded/launch.ts'
import {
  closeDown,
  beatsOf,
  isRunning,
  newPulse,
  type Pulse,
  type WorkerMessage,
} from '#server/database/embedded/messages.ts'
import { EngineStream } from '#server/database/embedded/stream.ts'
import { say } from '#server/log.ts'

/** Errors with the codes PostgreSQL itself would give. */
class EngineError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
const tooLong = () => new EngineError('57014', 'O comando passou do tempo permitido e foi interrompido.')
const stopped = () => new EngineError('57P02', 'O banco embutido parou e está reabrindo.')

/**
 * Keeps the engine's thread: opens it again when it dies, ends it when a statement runs too long, since the engine itself
 * does not heed its time limit, and tells every connection at once.
 */
export class Engine {
  readonly #directory: string
  readonly #tuning: Tuning
  readonly #streams = new Set<EngineStream>()
  #thread: Promise<Worker>
  #failed = false
  #closing = false
  #unhurried = 0
  #verdict: EngineError | undefined

  constructor(directory: string, tuning: Tuning) {
    this.#directory = directory
    this.#tuning = tuning
    this.#thread = this.#start()
  }

  /** Rejects with the reason, in Portuguese, when the store cannot be opened. */
  async ready(): Promise<Worker> {
    if (this.#failed) this.#thread = this.#start()
    return this.#thread
  }

  /** A connection for the driver. */
  stream(): EngineStream {
    return new EngineStream(stream => void this.#attach(stream))
  }

  async unhurried<T>(work: () => Promise<T>): Promise<T> {
    this.#unhurried += 1
    try {
      return await work()
    } finally {
      this.#unhurried -= 1
    }
  }

  /** Checkpoints and closes the store; the thread is ended in any case after 4 s. */
  async close(): Promise<void> {
    this.#closing = true
    const worker = await this.#thread.catch(() => undefined)
    if (!worker) return
    let timer: NodeJS.Timeout | undefined
    await new Promise(resolve => {
      worker.once('exit', resolve)
      timer = setTimeout(() => void worker.terminate().then(resolve), 4_000)
      worker.postMessage(closeDown)
    })
    clearTimeout(timer)
  }

  async #attach(stream: EngineStream): Promise<void> {
    try {
      const worker = await this.ready()
      if (stream.destroyed) return
      this.#streams.add(stream)
      stream.once('close', () => this.#streams.delete(stream))
      stream.open(worker)
    } catch (error) {
      stream.destroy(error instanceof Error ? error : stopped())
    }
  }

  #start(): Promise<Worker> {
    this.#failed = false
    const opened = this.#open()
    // Whoever connects learns of a failure; until then nobody need listen.
    opened.catch(() => (this.#failed = true))
    return opened
  }

  async #open(): Promise<Worker> {
    const pulse = newPulse()
    const worker = await launch({ directory: this.#directory, freeFloor: this.#tuning.freeFloor, pulse })
    this.#watch(worker, pulse)
    return new Promise((resolve, reject) => {
      let isOpen = false
      worker.on('message', (told: WorkerMessage) => {
        if (told.kind === 'ready') {
          isOpen = true
          resolve(worker)
        } else if (told.kind === 'refused') reject(new Error(told.message))
        else say('error', told.message)
      })
      worker.on('error', error => say('error', `Banco embutido: ${error.message}`))
      worker.on('exit', () => {
        reject(stopped())
        if (isOpen) this.#lost()
      })
    })
  }

  /** Looked at now and then: to be told of each batch would cost both threads more than many a batch takes. */
  #watch(worker: Worker, pulse: Pulse): void {
    const { statementMs } = this.#tuning
    let seen = { beats: beatsOf(pulse), since: performance.now() }
    const watchdog = setInterval(() => {
      const beats = beatsOf(pulse)
      const now = performance.now()
      if (beats !== seen.beats || !isRunning(beats) || this.#unhurried) seen = { beats, since: now }
      else if (now - seen.since > statementMs) {
        this.#verdict = tooLong()
        void worker.terminate()
      }
    }, statementMs / 20).unref()
    worker.on('exit', () => clearInterval(watchdog))
  }

  #lost(): void {
    if (!this.#closing) this.#thread = this.#start()
    const verdict = this.#verdict ?? stopped()
    this.#verdict = undefined
    for (const stream of this.#streams) stream.destroy(verdict)
  }
}
