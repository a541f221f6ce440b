import { EventEmitter } from 'node:events'
import type { AnyResource } from '#kernel/resource.ts'

/** A row that changed by itself, as work on it went on, or by somebody else's hand. */
export interface RowChange {
  readonly of: AnyResource
  readonly uuid: string
  /** Ids of the users it concerns; absent: all who may see the row. */
  readonly users?: readonly number[]
}

/** Publishes events of this process that screens want at once. Clients elsewhere poll at a slow pace. */
export class Events {
  readonly #heard = new EventEmitter().setMaxListeners(0)

  tell(changed: RowChange): void {
    this.#heard.emit('changed', changed)
  }

  /** Answers what ends it. */
  hear(listener: (changed: RowChange) => void): () => void {
    this.#heard.on('changed', listener)
    return () => this.#heard.off('changed', listener)
  }
}
