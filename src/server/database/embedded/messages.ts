/** What the thread of the engine is started with. */
export interface WorkerSettings {
  readonly directory: string
  readonly freeFloor: number
  readonly code: WebAssembly.Module
  readonly pulse: Pulse
}

/** One number both threads see: how often the engine took up or answered a batch of statements, so odd while one runs. */
export type Pulse = Int32Array<SharedArrayBuffer>
export const newPulse = (): Pulse => new Int32Array(new SharedArrayBuffer(4))
export const beat = (pulse: Pulse) => void Atomics.add(pulse, 0, 1)
export const beatsOf = (pulse: Pulse): number => Atomics.load(pulse, 0)
export const isRunning = (beats: number) => beats % 2 !== 0

/** What it tells: open, refused to open, or a trouble nobody asked about. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'trouble'; readonly message: string }

/** What it is told, besides the ports of new connections. */
export const closeDown = 'close'
