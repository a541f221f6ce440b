import { useCallback, useLayoutEffect, useRef } from 'react'
import { insertAt, linesOf, removeAt, replaceAt, type Line } from '#features/collects/lines.ts'
import type { Form } from '#web/form/useForm.ts'
import { toast } from '#web/ui/toast.tsx'

/** The municipalities of a form, and ways to change them that stay the same from one drawing to the next. */
export function useLocations(form: Form) {
  const set = useRef(form.set)
  const now = useRef<readonly Line[]>([])
  const leave = useRef(form.leave)
  useLayoutEffect(() => {
    set.current = form.set
    leave.current = form.leave
    now.current = linesOf(form.values.locations)
  })
  const change = useCallback((by: (locations: readonly Line[]) => readonly Line[]) => {
    now.current = by(now.current)
    set.current('locations', now.current)
  }, [])
  const edit = useCallback(
    (at: number, by: (location: Line) => Line) =>
      change(locations => {
        const location = locations[at]
        return location ? replaceAt(locations, at, by(location)) : locations
      }),
    [change],
  )
  const remove = useCallback(
    (at: number) => {
      const location = now.current[at]
      if (!location) return
      change(locations => removeAt(locations, at))
      toast('Município retirado', { type: 'info', undo: () => change(later => insertAt(later, at, location)) })
    },
    [change],
  )
  const checked = useCallback(() => void leave.current('locations'), [])
  return { locations: linesOf(form.values.locations), change, edit, remove, checked }
}
