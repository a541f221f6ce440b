import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import { readHeader } from '#features/regulatory/anatel/header.ts'
import { layouts, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import { tableLimits, type TableFacts } from '#parts/table/table.ts'
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
