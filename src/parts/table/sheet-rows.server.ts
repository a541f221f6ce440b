import { showInteger } from '#kernel/show.ts'
import { tooWide } from '#parts/table/rows.server.ts'
import { tableLimits, type TextRecord } from '#parts/table/table.ts'

type CellValue = string | number | boolean | Date | null

/** What a sheet holds, or the first `maxRows` rows of it. */
export async function recordsOf(
  bytes: Uint8Array,
  sheet: string,
  rows: number,
  maxRows?: number,
): Promise<readonly TextRecord[] | string> {
  const found: TextRecord[] = []
  let seen = 0
  // Slow to load, and most files are no workbook: their processes begin without it.
  const { streamXlsxRows } = await import('hucre/xlsx')
  for await (const { index, values } of streamXlsxRows(bytes, { sheet, ...(maxRows && { maxRows }) })) {
    // A file of kilobytes may hold a million empty rows, and each costs time as another does.
    if (++seen > rows + 1)
      return `A planilha passa de ${showInteger(rows)} linhas, contando as vazias. Apague as vazias do fim, ou confira se é a certa.`
    const cells = values.map(textOf)
    const last = cells.findLastIndex(cell => cell.trim() !== '')
    if (last < 0) continue
    if (last >= tableLimits.columns) return tooWide(index + 1)
    const long = cells.find(cell => cell.length > tableLimits.cell)
    if (long) return `A linha ${index + 1} tem uma célula com mais de ${showInteger(tableLimits.cell)} caracteres.`
    found.push({ line: index + 1, cells: cells.slice(0, last + 1) })
  }
  return widened(found)
}

/** Empty cells at the end of a row are not written: each is as wide as its header. */
function widened(records: readonly TextRecord[]): readonly TextRecord[] {
  const width = records.slice(0, 20).reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return records.map(record =>
    record.cells.length >= width
      ? record
      : { ...record, cells: [...record.cells, ...Array<string>(width - record.cells.length).fill('')] },
  )
}

/**
 * As a person would write it: a decimal comma, a day as dd/mm/aaaa, and no more digits than a spreadsheet shows. Three decimals
 * have a zero behind them, as in the regulator's files, so that nobody takes what is a number for thousands.
 */
export function textOf(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dayOf(value.toISOString())
  return String(Number(value.toPrecision(15)))
    .replace('.', ',')
    .replace(/^-?[1-9]\d{0,2},\d{3}$/, '$&0')
}
const dayOf = (iso: string) => iso.slice(0, 10).split('-').toReversed().join('/')
