import type { Fields } from '#kernel/field.ts'
import { keyOf } from '#kernel/resource.ts'

type Values = Readonly<Record<string, unknown>>
type Line = Values & { readonly id?: number }

/**
 * A draft with what its writer was not shown as it stands: a reference shown empty and sent back empty stays, and so do the
 * lines left out. `seen` is the row as they see it.
 */
export function withUnseen<T extends object>(fields: Fields, draft: T, row: object, seen: object): T {
  const [given, was, shown]: Values[] = [{ ...draft }, { ...row }, { ...seen }]
  const kept: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const key = keyOf(name, field)
    const value = given?.[key]
    if (field.kind === 'ref') {
      if (value === null && (shown?.[key] ?? null) === null && (was?.[key] ?? null) !== null) kept[key] = was?.[key]
    } else if (field.kind === 'many' && Array.isArray(value)) {
      const [lines, whole, known] = [linesIn(value), linesIn(was?.[key]), linesIn(shown?.[key])]
      const at = (some: readonly Line[], id: number | undefined) => some.find(line => line.id === id) ?? {}
      const { shape = {} } = field.options
      kept[key] = [
        ...lines.map(line =>
          line.id === undefined ? line : withUnseen(shape, line, at(whole, line.id), at(known, line.id)),
        ),
        ...whole.filter(({ id }) => known.every(line => line.id !== id) && lines.every(line => line.id !== id)),
      ]
    }
  }
  return { ...draft, ...kept }
}

const linesIn = (value: unknown): readonly Line[] => (Array.isArray(value) ? value : [])
