import type { FieldErrors } from '#kernel/problem.ts'
import { createStore } from '#web/store.ts'

/** What the interface knows of the route it shows. */
export interface RouteState {
  readonly name: string
  readonly loading: boolean
  readonly allowed: boolean
  readonly error: { readonly code: number; readonly message: string; readonly errors?: FieldErrors | undefined } | null
}

export const routeState = createStore<RouteState>({ name: '', loading: false, allowed: true, error: null })
export const changeRoute = (change: Partial<RouteState>) => routeState.set({ ...routeState.get(), ...change })

/** Units of 100 the bar on top has reached; null hides it. */
export const routeProgress = createStore<number | null>(null)

/** Whether the first screen has its data. What nobody waits for comes after it. */
export const firstShown = createStore(false)
