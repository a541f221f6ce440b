import { columnCalled, columnNamed } from '#features/intake/guess.ts'
import { titlesOf, type Mapping } from '#features/intake/mapping.ts'
import { isNeeded, type ImportSection, type TemplateColumn } from '#features/imports/section/section.ts'

/** Which column of a file each of ours is, by its label, its name or a synonym; none is taken twice, nor is one in `taken`. */
export function columnsGuessed(
  header: readonly string[],
  columns: readonly TemplateColumn[],
  taken: ReadonlySet<number> = new Set(),
): Mapping['columns'] {
  const titles = titlesOf(header)
  const known = new Set(taken)
  const found = new Map<string, number>()
  // What a title says in full comes first: without its small words it may be another column's name. The label of one column
  // may be what people call another as well.
  const passes = [
    [columnNamed, false],
    [columnNamed, true],
    [columnCalled, true],
  ] as const
  for (const [find, anyName] of passes)
    for (const { key, label, also } of columns) {
      const at = found.has(key) ? -1 : find(anyName ? [label, key, ...also] : [label], titles, known)
      if (at < 0) continue
      known.add(at)
      found.set(key, at)
    }
  return Object.fromEntries(
    columns.flatMap(({ key }) => {
      const at = found.get(key)
      return at === undefined ? [] : [[key, { from: 'coluna' as const, text: titles[at] ?? '' }]]
    }),
  )
}

/** The section a file seems to be of instead: it has all that one needs and more of its columns, and not all this one needs. */
export function betterSection(
  header: readonly string[],
  section: ImportSection,
  others: readonly ImportSection[],
): ImportSection | undefined {
  const read = ({ columns }: ImportSection) => {
    const found = columnsGuessed(header, columns)
    const whole = columns.every(column => !isNeeded(column) || column.key in found)
    return { whole, known: Object.keys(found).length }
  }
  const { whole, known } = read(section)
  if (whole) return undefined
  return others.find(other => {
    const seen = read(other)
    return other !== section && seen.whole && seen.known > known
  })
}
