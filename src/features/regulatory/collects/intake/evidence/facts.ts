import { columnNames, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import type { FileQuestion } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { sourcesIn, titlesOf, type Mapping } from '#features/regulatory/intake/mapping.ts'
import type { TextRecord, TextTable } from '#parts/table/table.ts'

/** Company, month and service of the coleta that a file is sent for. */
export interface FileSubject {
  /** As it was called where it came from. */
  readonly name: string
  readonly cnpj: string
  readonly year: number
  readonly month: number
  /** The short name of the service: 'SCM'. */
  readonly service: string
  /** Marks of the contracts that the coleta has. */
  readonly marks?: ReadonlySet<number>
}
/** Why a row does not go in; null for one that does. */
export type Leave = (record: TextRecord) => string | null
export interface FileEvidence {
  readonly questions: readonly FileQuestion[]
  readonly leave: readonly Leave[]
}

/** A column of the file that goes into none of ours, with what it holds. */
export interface LeftColumn {
  readonly at: number
  readonly title: string
  /** How many rows have each value; null of a column with too many of them. */
  readonly values: ReadonlyMap<string, number> | null
}
/** Values of a column of states, services or months at most. */
const valuesPerColumn = 200

/** Gathers the values of the columns none of ours comes from, while each record is seen once. */
export function columnsLeft({ header }: Pick<TextTable, 'header'>, mapping: Mapping<ColumnName>) {
  const used = new Set(columnNames.map(sourcesIn(mapping, header)))
  const left = titlesOf(header).flatMap((title, at) =>
    used.has(at) ? [] : [{ at, title, values: new Map<string, number>() }],
  )
  let open = [...left]
  return {
    titles: left.map(({ at, title }) => ({ at, title })),
    see: ({ cells }: TextRecord) => {
      let full = false
      for (const { at, values } of open) {
        const text = cells[at]?.trim() ?? ''
        if (text === '') continue
        values.set(text, (values.get(text) ?? 0) + 1)
        full ||= values.size > valuesPerColumn
      }
      if (full) open = open.filter(({ values }) => values.size <= valuesPerColumn)
    },
    found: (): readonly LeftColumn[] =>
      left.map(each => ({ ...each, values: each.values.size > valuesPerColumn ? null : each.values })),
  }
}
