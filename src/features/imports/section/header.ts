import { columnCalled } from '#features/intake/guess.ts'
import { titlesOf, type Mapping } from '#features/intake/mapping.ts'
import type { TemplateColumn } from '#features/imports/section/section.ts'

/** Which column of a file each of ours is, by its label, its name or a synonym; none is taken twice, nor is one in `taken`. */
export function columnsGuessed(
  header: readonly string[],
  columns: readonly TemplateColumn[],
  taken: ReadonlySet<number> = new Set(),
): Mapping['columns'] {
  const titles = titlesOf(header)
  const known = new Set(taken)
  return Object.fromEntries(
    columns.flatMap(({ key, label, also }) => {
      const at = columnCalled([label, key, ...also], titles, known)
      if (at < 0) return []
      known.add(at)
      return [[key, { from: 'coluna' as const, text: titles[at] ?? '' }]]
    }),
  )
}
