import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import type { RawRow } from '#features/regulatory/anatel/check.ts'
import { readHeader, type Header } from '#features/regulatory/anatel/header.ts'
import { layouts, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import { tableLimits, type TableFacts, type TextRecord } from '#parts/table/table.ts'
import { readText } from '#parts/table/text.server.ts'

/** What in how a file was written is not as Anatel asks. */
export function envelopeNotes(facts: TableFacts): readonly string[] {
  if (facts.kind === 'xlsx') return []
  const { encoding, bom, delimiter, line_ending } = facts
  return [
    ...(encoding === 'UTF-8' ? [] : [`O arquivo não está em UTF-8 (parece ${encoding}).`]),
    ...(bom ? [] : ['Falta a marca de UTF-8 no começo do arquivo (BOM).']),
    ...(delimiter === ';' ? [] : ['As colunas não estão separadas por ponto e vírgula.']),
    ...(line_ending === 'CRLF' ? [] : ['As linhas não terminam em CRLF.']),
  ]
}

/** The records of a file we wrote ourselves, whatever its layout: nothing in it is judged again. */
export function groupsIn(bytes: Uint8Array): readonly AccessGroup[] {
  const table = readText(bytes, tableLimits.rows)
  const header = typeof table === 'string' ? table : readHeader(table.header, layouts)
  if (typeof table === 'string' || typeof header === 'string')
    throw new Error(`a kept file does not read: ${String(header)}`)
  const places = new Map(header.order.map((name, at) => [name, at]))
  return Array.from(table.records, ({ cells }) => {
    const cell = (name: ColumnName) => cells[places.get(name) ?? -1] ?? ''
    return {
      cod_ibge: Number(cell('COD_IBGE')),
      tipo_cliente: cell('TIPO_CLIENTE'),
      tipo_atendimento: cell('TIPO_ATENDIMENTO'),
      tipo_meio: cell('TIPO_MEIO'),
      tipo_produto: cell('TIPO_PRODUTO'),
      tipo_tecnologia: cell('TIPO_TECNOLOGIA'),
      velocidade: Number((cell('VELOCIDADE') || '0').replace(',', '.')),
      acessos: Number(cell('ACESSOS')),
    }
  })
}

/** A record's cells in the order of the layout; mends only what can mean one thing. */
export function rowsOf({ layout, order }: Header): (record: TextRecord) => RawRow {
  const places = layout.columns.map(({ name }) => order.indexOf(name))
  const isInPlace = places.every((at, n) => at === n)
  const inPlace = (cells: readonly string[]) => (isInPlace ? cells : places.map(at => cells[at] ?? ''))
  return ({ line, cells }) => {
    if (cells.length === order.length) return { line, cells: inPlace(cells) }
    const commas = cells.length === 1 ? (cells[0] ?? '').split(',') : []
    if (commas.length === order.length) return { line, cells: inPlace(commas), mended: 'colunas separadas por vírgula' }
    if (cells.length > order.length && cells.slice(order.length).every(cell => cell.trim() === ''))
      return { line, cells: inPlace(cells), mended: 'separador a mais no fim da linha' }
    return { line, cells: [], width: { found: cells.length, expected: order.length } }
  }
}
