import { tableLimits, type Records, type TextTable, type TableFacts, type TextRecord } from '#parts/table/table.ts'

const filled = ({ cells }: TextRecord) => cells.filter(cell => cell.trim() !== '').length
export const isWide = (cells: readonly string[]) => cells.length > tableLimits.columns

export const tooWide = (line: number) =>
  `A linha ${line} tem mais de ${tableLimits.columns} colunas. Confira se é o arquivo certo.`

/**
 * The first record as the header and the others under it; a title alone on top of a report is passed over. `wide` is the
 * first line with more columns than are read.
 */
export function tableFrom(facts: TableFacts, records: Records, wide?: number): TextTable | string {
  const first = Array.from(records.slice(0, 20))
  const at = Math.max(
    0,
    first.findIndex(record => filled(record) > 1),
  )
  const header = first[at]
  if (!header || filled(header) === 0) return 'O arquivo está vazio.'
  if (wide !== undefined) return tooWide(wide)
  const above = first.slice(0, at).map(({ cells }) =>
    cells
      .map(cell => cell.trim())
      .filter(Boolean)
      .join(' '),
  )
  return { facts, above, header: header.cells, records: records.slice(at + 1) }
}
