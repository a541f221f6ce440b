import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'

/** What the driver takes for a socket: a port to the engine's thread. */
export class EngineStream extends Duplex {
  readonly #attach: (stream: EngineStream) => void
  #port: MessagePort | undefined

  constructor(attach: (stream: EngineStream) => void) {
    super()
    this.#attach = attach
  }

  connect(): this {
    this.#attach(this)
    return this
  }

  /** The engine is open: the talk may begin. */
  open(worker: Worker): void {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.on('message', (bytes: Uint8Array) => this.push(bytes))
    worker.postMessage(port2, [port2])
    this.emit('connect')
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    // Copied: the driver's buffers are windows on a larger one, which would travel whole.
    const bytes = new Uint8Array(chunk)
    this.#port?.postMessage(bytes, [bytes.buffer])
    done()
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(each => each.chunk)), 'binary', done)
  }

  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port?.close()
    done(error)
  }
}
