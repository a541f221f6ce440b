import { EventEmitter } from 'node:events'
import type { AnyResource } from '#kernel/resource.ts'
import type { Wire } from '#server/database/database.ts'
import { openRelay, type Relay } from '#server/relay.ts'

/** A row that changed by itself, as work on it went on, or by somebody else's hand. */
export interface RowChange {
  readonly of: AnyResource
  readonly uuid: string
  /** Ids of the users it concerns; absent: all who may see the row. */
  readonly users?: readonly number[]
}

interface EventReceiver {
  readonly changed: (change: RowChange) => void
  /** Called when changes of other processes may have been lost. */
  readonly missed: () => void
}

/**
 * Publishes events that screens want at once, in this process without a detour and to those on the same database by a wire. They are
 * published after the commit. A process killed between the two publishes none: screens also poll, at a slow pace.
 */
export class Events {
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #relay: Relay | null

  /** Null: there is no other process. */
  constructor(wire: Wire | null = null, resources: readonly AnyResource[] = []) {
    const byPath = new Map(resources.map(each => [each.path, each]))
    this.#relay =
      wire &&
      openRelay(wire, {
        changed: ({ path, uuid, users }) => {
          const of = byPath.get(path)
          // Another release may have resources that this one does not know.
          if (of) this.#emitter.emit('changed-elsewhere', { of, uuid, ...(users && { users }) })
        },
        missed: () => this.#emitter.emit('missed'),
      })
  }

  tell(change: RowChange): void {
    this.#emitter.emit('changed', change)
    this.#relay?.send({ path: change.of.path, uuid: change.uuid, users: change.users })
  }

  /** Calls the listener with changes of this process. Returns what ends it. */
  hear(listener: (change: RowChange) => void): () => void {
    this.#emitter.on('changed', listener)
    return () => this.#emitter.off('changed', listener)
  }

  /** Calls the receiver with changes of all processes. Returns what ends it. */
  hearEverywhere({ changed, missed }: EventReceiver): () => void {
    const stop = this.hear(changed)
    this.#emitter.on('changed-elsewhere', changed).on('missed', missed)
    return () => {
      stop()
      this.#emitter.off('changed-elsewhere', changed).off('missed', missed)
    }
  }

  /** Publishes what waits, if it can be published now. */
  async close(): Promise<void> {
    await this.#relay?.close()
  }
}
