/** What the thread of the engine is started with. */
export interface WorkerSettings {
  readonly directory: string
  readonly freeFloor: number
  readonly code: WebAssembly.Module
}

/** What it tells: open, refused to open, a batch of statements running or answered, or a trouble nobody asked about. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'trouble'; readonly message: string }

/** What it is told, besides the ports of new connections. */
export const closeDown = 'close'
