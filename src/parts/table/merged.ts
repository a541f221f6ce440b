import type { MergedCells, Records, TextRecord } from '#parts/table/table.ts'

/** Cells of one column that a workbook shows as one; `column` from 0, lines from 1, both ends within. */
export interface ColumnMerge {
  readonly column: number
  readonly from: number
  readonly to: number
}

/** A number says how many: repeated in each row it would count again. A code of IBGE says where. */
const isCount = (text: string) => /^[-+]?[\d.,\s]+%?$/.test(text) && !/^\d{7}$/.test(text.trim())

/**
 * Records in which what a merged cell says is in each of its rows, as it is read on the screen; numbers are not repeated.
 * A merge that begins above the records is of the header.
 */
export function withMergesFilled(
  records: Records,
  merges: readonly ColumnMerge[],
  header: readonly string[],
): { readonly records: Records; readonly merged: MergedCells } {
  if (!merges.length) return { records, merged: { filled: [], numbers: 0 } }
  const found: TextRecord[] = Array.from(records)
  const filled = new Map<number, number>()
  let numbers = 0
  for (const [column, ranges] of byColumn(merges)) {
    let at = 0
    for (const { from, to } of ranges) {
      while (at < found.length && (found[at]?.line ?? 0) < from) at++
      const top = found[at]
      const value = top?.cells[column] ?? ''
      if (top?.line !== from || value.trim() === '') continue
      for (at++; at < found.length; at++) {
        const record = found[at]
        if (!record || record.line > to) break
        if ((record.cells[column] ?? '').trim() !== '') continue
        if (isCount(value)) {
          numbers++
          continue
        }
        found[at] = { ...record, cells: withCell(record.cells, column, value) }
        filled.set(column, (filled.get(column) ?? 0) + 1)
      }
    }
  }
  return {
    records: found,
    merged: {
      filled: [...filled].map(([column, rows]) => ({ column: header[column]?.trim() || `Coluna ${column + 1}`, rows })),
      numbers,
    },
  }
}

const withCell = (cells: readonly string[], at: number, value: string) =>
  Array.from({ length: Math.max(cells.length, at + 1) }, (_, n) => (n === at ? value : (cells[n] ?? '')))

/** The merges of each column in their order; of two that overlap, which no program writes, the first. */
function byColumn(merges: readonly ColumnMerge[]): ReadonlyMap<number, readonly ColumnMerge[]> {
  const columns = new Map<number, ColumnMerge[]>()
  for (const merge of merges.toSorted((one, other) => one.from - other.from)) {
    const before = columns.get(merge.column)
    if (!before) columns.set(merge.column, [merge])
    else if ((before.at(-1)?.to ?? 0) < merge.from) before.push(merge)
  }
  return columns
}
