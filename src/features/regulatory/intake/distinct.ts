import type { Records, TextRecord } from '#parts/table/table.ts'

/**
 * Distinct values of some columns of a file, the most frequent first, each with how many rows have it and the first of
 * them. `see` is shown each record: a long text is split each time it is read.
 */
export function distinct(
  records: Records,
  columns: readonly number[],
  most: number,
  see: (record: TextRecord) => void = () => {},
): readonly (readonly Distinct[])[] {
  const seen = columns.map(at => ({ at, values: new Map<string, { count: number; readonly first: TextRecord }>() }))
  for (const record of records) {
    see(record)
    for (const { at, values } of seen) {
      const text = record.cells[at]?.trim() ?? ''
      if (text === '') continue
      const same = values.get(text)
      if (same) same.count++
      // A column with a value of its own in every row is not one to translate.
      else if (values.size < most * 5) values.set(text, { count: 1, first: record })
    }
  }
  return seen.map(({ values }) =>
    [...values]
      .map(([text, { count, first }]) => ({ text, count, first }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, most),
  )
}
export interface Distinct {
  readonly text: string
  readonly count: number
  readonly first: TextRecord
}
