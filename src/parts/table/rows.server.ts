import { tableLimits, type Table, type TableFacts, type TextRecord } from '#parts/table/table.ts'

const filled = ({ cells }: TextRecord) => cells.filter(cell => cell.trim() !== '').length

/** The first record as the header and the others under it; a title alone on top of a report is passed over. */
export function tableOf(facts: TableFacts, records: readonly TextRecord[]): Table | string {
  const at = Math.max(
    0,
    records.slice(0, 20).findIndex(record => filled(record) > 1),
  )
  const header = records[at]
  if (!header || filled(header) === 0) return 'O arquivo está vazio.'
  const widest = records.find(({ cells }) => cells.length > tableLimits.columns)
  if (widest) return `A linha ${widest.line} tem mais de ${tableLimits.columns} colunas. Confira se é o arquivo certo.`
  return { facts, header: header.cells, records: records.slice(at + 1) }
}
