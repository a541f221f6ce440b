import type { Field, Fields } from '#kernel/field.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Visibility } from '#server/part.ts'

type UnseenValues = Readonly<Record<string, unknown>>
type Line = UnseenValues & { readonly id?: number }

/** Of what a draft writes, lists the lines that may hide something from the user; null when nothing may be hidden. */
export function unseenLines(
  catalog: Catalog,
  { fields, scope }: AnyResource,
  draft: object,
  sight: Visibility,
): readonly string[] | null {
  const hides = ({ kind, options }: Field): boolean =>
    kind === 'ref'
      ? !options.told && !options.owner && sight(catalog.at(options.to ?? ''), 'r') !== null
      : Object.values(options.shape ?? {}).some(hides)
  const hiding = Object.entries(fields).filter(
    ([name, field]) => keyOf(name, field) in draft && name !== scope && hides(field),
  )
  return hiding.length ? hiding.flatMap(([name, { kind }]) => (kind === 'many' ? [name] : [])) : null
}

/**
 * Completes a draft with what its writer was not shown: a reference shown empty and sent back empty stays, and so do the lines
 * left out. `seen` is the row as they see it, without the lines in which nothing may be hidden.
 */
export function withUnseen<T extends object>(fields: Fields, draft: T, row: object, seen: object): T {
  const [given, was, shown]: UnseenValues[] = [{ ...draft }, { ...row }, { ...seen }]
  const kept: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const key = keyOf(name, field)
    const value = given?.[key]
    if (field.kind === 'ref') {
      if (value === null && (shown?.[key] ?? null) === null && (was?.[key] ?? null) !== null) kept[key] = was?.[key]
    } else if (field.kind === 'many' && Array.isArray(value) && Array.isArray(shown?.[key])) {
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
