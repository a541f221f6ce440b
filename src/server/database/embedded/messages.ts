/** What the thread of the engine is started with. */
export interface WorkerSettings {
  readonly directory: string
  readonly freeFloor: number
  readonly code: WebAssembly.Module
  readonly turn: Turn
}

/** One number both threads see: how often the engine took up or answered a batch of statements, so odd while one runs. */
export type Turn = Int32Array<SharedArrayBuffer>
export const newTurn = (): Turn => new Int32Array(new SharedArrayBuffer(4))
export const turnOver = (turn: Turn) => void Atomics.add(turn, 0, 1)
export const turnOf = (turn: Turn): number => Atomics.load(turn, 0)
export const isRunning = (at: number) => at % 2 !== 0

/** What it tells: open, refused to open, or a trouble nobody asked about. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'trouble'; readonly message: string }

/** What it is told, besides the ports of new connections. */
export const closeDown = 'close'
