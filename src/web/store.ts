import { useSyncExternalStore } from 'react'

/** Something several places hear of; `subscribe` answers what ends it. */
export function createSignal<Told = void>() {
  const listeners = new Set<(told: Told) => void>()
  return {
    tell: (told: Told) => {
      for (const listener of listeners) listener(told)
    },
    subscribe: (listener: (told: Told) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Store<T> = ReturnType<typeof createStore<T>>
/** A value several places watch. `set` with the same value says nothing to anybody. */
export function createStore<T>(initial: T) {
  let value = initial
  const { tell, subscribe } = createSignal()
  const set = (next: T) => {
    if (Object.is(next, value)) return
    value = next
    tell()
  }
  return { get: () => value, set, subscribe }
}

export const useStore = <T>(store: Store<T>) => useSyncExternalStore(store.subscribe, store.get, store.get)
