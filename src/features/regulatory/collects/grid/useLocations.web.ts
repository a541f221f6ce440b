import { useCallback, useLayoutEffect, useRef } from 'react'
import { withKnownIds } from '#features/regulatory/collects/grid/edits.ts'
import { recorded, redo, undo, type History } from '#features/regulatory/collects/grid/history.ts'
import { linesOf, type FormLine } from '#parts/line/line.ts'
import type { Form } from '#web/form/useForm.ts'
import { useStore, type Store } from '#web/store.ts'

export type Locations = readonly FormLine[]
/** What was done to the municipalities and may be taken back: it outlives the tab it was done in. */
export type Past = Store<History<Locations>>
/** `group`: what joins a change to the one before, for both to be taken back at once. */
export type LocationsEdit = (by: (locations: Locations) => Locations, group?: string | null) => void

/** The municipalities of a form, and ways to change them that stay the same from one drawing to the next. */
export function useLocations(form: Form, past: Past) {
  const { done, undone } = useStore(past)
  const latest = useRef(form)
  const now = useRef<Locations>([])
  useLayoutEffect(() => {
    latest.current = form
    now.current = linesOf(form.values.locations)
  })
  const become = useCallback((locations: Locations) => {
    now.current = locations
    latest.current.set('locations', locations)
  }, [])
  const change: LocationsEdit = useCallback(
    (by, group = null) => {
      const before = now.current
      const after = by(before)
      if (after === before) return
      past.set(recorded(past.get(), { before, after, group }))
      become(after)
    },
    [become, past],
  )
  /** Whether there was a step to take. */
  const step = useCallback(
    (way: typeof undo<Locations>) => {
      const taken = way(past.get())
      if (!taken) return false
      past.set(taken.history)
      become(withKnownIds(taken.now, linesOf(latest.current.before.locations)))
      return true
    },
    [become, past],
  )
  /** Takes back what the group did, as if it had never been typed. */
  const giveUp = useCallback(
    (group: string) => {
      if (past.get().done.at(-1)?.group !== group) return
      step(undo)
      past.set({ ...past.get(), undone: [] })
    },
    [past, step],
  )
  return {
    locations: linesOf(form.values.locations),
    saved: linesOf(form.before.locations),
    change,
    undo: useCallback(() => step(undo), [step]),
    redo: useCallback(() => step(redo), [step]),
    giveUp,
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
  }
}
