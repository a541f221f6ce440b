import { comparableText } from '#kernel/text.ts'
import { columnCalled, columnNamed, columnsAlike } from '#features/regulatory/intake/titles.ts'
import { titlesOf, type Mapping } from '#features/regulatory/intake/mapping.ts'
import {
  isNeeded,
  ownCode,
  type ImportSection,
  type TemplateColumn,
} from '#features/platform/imports/section/section.ts'

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
    [onlyAlike, true],
  ] as const
  for (const [find, anyName] of passes)
    for (const column of columns) {
      const { key } = column
      const at = found.has(key) ? -1 : find(anyName ? titleWordsOf(column) : [column.label], titles, known)
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

/**
 * The columns of a list's own spreadsheet, which has our code, that hold what is only read: 'Desde' of a fistel is reckoned, and
 * is not the day one fills in, though offices call that so.
 */
export function readOnlyIn({ of, columns }: ImportSection, header: readonly string[]): ReadonlySet<number> {
  const titles = titlesOf(header).map(comparableText)
  if (!titles.includes(comparableText(ownCode.label))) return new Set()
  const ours = new Set(columns.map(({ label }) => comparableText(label)))
  const read = new Set(
    Object.values(of.fields).flatMap(({ writable, label }) => (writable ? [] : [comparableText(label)])),
  )
  return new Set(titles.flatMap((title, at) => (read.has(title) && !ours.has(title) ? [at] : [])))
}

/** Where the one column is that says one of the names in other words; -1 where two do. */
function onlyAlike(...sought: Parameters<typeof columnsAlike>): number {
  const [at = -1, other] = columnsAlike(...sought)
  return other === undefined ? at : -1
}
/** What people call a column of ours. */
export const titleWordsOf = ({ label, key, also }: TemplateColumn): readonly string[] => [label, key, ...also]

/**
 * Another section that fits the header better: the file has all columns required there and more of its others, and lacks some
 * that are required here.
 */
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
