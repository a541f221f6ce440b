import type { Fields } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'

type HistoryLine = Readonly<Record<string, unknown>>
const isLine = (value: unknown): value is HistoryLine =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A value of history as lines; none where there were none. */
export const linesIn = (value: unknown) => (Array.isArray(value) ? value.filter(isLine) : [])

/**
 * Lines as history keeps them, as a draft that puts them back: those still there are rewritten under their own ids, those
 * taken away are made anew, and so at every level.
 */
export function linesAgain(shape: Fields, before: unknown, now: unknown): readonly HistoryLine[] {
  const there = new Map(linesIn(now).map(line => [line.id, line]))
  return linesIn(before).map(line => {
    const still = line.id === undefined ? undefined : there.get(line.id)
    const own = Object.entries(shape).filter(
      ([, { options }]) => !options.derived && !options.owner && !options.mirrored,
    )
    const fields = own.map(([name, field]) => {
      const key = keyOf(name, field)
      const { shape: below } = field.options
      return [key, below ? linesAgain(below, line[key], still?.[key]) : (line[key] ?? null)]
    })
    return { ...(still && { id: line.id }), ...Object.fromEntries(fields) }
  })
}
