import { CsvError } from 'csv-parse/sync'
import { layouts, scm, scm2021, type Layout } from '#features/collects/layouts.ts'
import { check, type Checked, type RawRow } from '#features/collects/scm-check.ts'
import type { Group } from '#features/collects/scm.ts'
import type { Lookups } from '#features/collects/scm-cells.ts'
import { readHeader, type Header } from '#features/collects/scm-header.ts'
import {
  delimiterOf,
  lineEndingOf,
  linesOf,
  records,
  type Delimiter,
  type LineEnding,
  type TextRecord,
} from '#features/collects/delimited.server.ts'

export const limits = { bytes: 64 * 1024 * 1024, rows: 200_000, line: 1_000 } as const

/** How the file was written; `notes` tell what Anatel would not take, which our own file puts right. */
export interface FileFacts {
  readonly encoding: 'UTF-8' | 'Windows-1252'
  readonly bom: boolean
  readonly delimiter: Delimiter
  readonly line_ending: LineEnding
  /** Id of the layout its header follows. */
  readonly header: string
  readonly notes: readonly string[]
}

export interface Imported extends Checked {
  /** Why nothing could be read, in words for whoever sent the file; the rest is then empty. */
  readonly fatal: string | null
  readonly facts: FileFacts | null
}

const fatal = (said: string): Imported => ({ fatal: said, facts: null, ...check([], nothing) })
const nothing: Lookups = {
  tokens: { TIPO_CLIENTE: [], TIPO_ATENDIMENTO: [], TIPO_MEIO: [], TIPO_PRODUTO: [], TIPO_TECNOLOGIA: [] },
  cities: new Map(),
  cnpj: '',
  year: 0,
  month: 0,
}

/**
 * Reads the monthly file of one coleta, which may follow any of its service's layouts, and judges each row. Never throws,
 * whatever the bytes.
 */
export function importScm(bytes: Uint8Array, lookups: Lookups, among: readonly Layout[] = [scm, scm2021]): Imported {
  if (bytes.length > limits.bytes) return fatal('O arquivo passa de 64 MB. Divida-o ou confira se é o certo.')
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return fatal('O arquivo é uma planilha. Salve-a como CSV (UTF-8) e envie de novo.')
  if (bytes.includes(0))
    return fatal('O arquivo não é um texto que se possa ler. Salve-o como CSV (UTF-8) e envie de novo.')
  const { text, encoding, bom } = decode(bytes)
  if (linesOf(text) > limits.rows + 1) return fatal('O arquivo passa de 200.000 linhas. Confira se é o certo.')
  const delimiter = delimiterOf(text)
  const found = split(text, delimiter)
  if (typeof found === 'string') return fatal(found)
  const [first, ...rest] = found
  if (!first) return fatal('O arquivo está vazio.')
  const header = readHeader(first.cells, among)
  if (typeof header === 'string') return fatal(header)
  if (rest.length === 0)
    return fatal(
      'O arquivo só tem o cabeçalho. A Anatel exige ao menos um registro: sem acessos, faça uma coleta zerada.',
    )
  const line_ending = lineEndingOf(text)
  const notes = [...envelopeNotes(encoding, bom, delimiter, line_ending), ...header.notes]
  const facts = { encoding, bom, delimiter, line_ending, header: header.layout.id, notes }
  return {
    fatal: null,
    facts,
    ...check(
      rest.map(record => rawRow(record, header)),
      lookups,
      header.layout,
    ),
  }
}

function decode(bytes: Uint8Array): { text: string; encoding: FileFacts['encoding']; bom: boolean } {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8', bom }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252', bom }
  }
}

function split(text: string, delimiter: Delimiter): readonly TextRecord[] | string {
  try {
    return records(text, delimiter, limits.line)
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown
    const line = String(thrown['lines'] ?? '')
    return thrown.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `Há aspas abertas e não fechadas na linha ${line}. Retire as aspas: a Anatel não as usa.`
      : `A linha ${line} é longa demais ou tem aspas sem par. Confira os fins de linha e retire as aspas.`
  }
}

const envelopeNotes = (
  encoding: FileFacts['encoding'],
  bom: boolean,
  delimiter: Delimiter,
  line_ending: LineEnding,
) => [
  ...(encoding === 'UTF-8' ? [] : ['O arquivo não está em UTF-8 (parece Windows-1252).']),
  ...(bom ? [] : ['Falta a marca de UTF-8 no começo do arquivo (BOM).']),
  ...(delimiter === ';' ? [] : ['As colunas não estão separadas por ponto e vírgula.']),
  ...(line_ending === 'CRLF' ? [] : ['As linhas não terminam em CRLF.']),
]

/** The records of a file we wrote ourselves, whatever its layout: nothing in it is judged again. */
export function groupsIn(bytes: Uint8Array): readonly Group[] {
  const [first, ...rest] = records(decode(bytes).text, ';', limits.line)
  const header = readHeader(first?.cells ?? [], layouts)
  if (typeof header === 'string') throw new Error(`A kept file does not read: ${header}`)
  return rest.map(record => {
    const { cells } = rawRow(record, header)
    return {
      cod_ibge: Number(cells.COD_IBGE),
      tipo_cliente: cells.TIPO_CLIENTE ?? '',
      tipo_atendimento: cells.TIPO_ATENDIMENTO ?? '',
      tipo_meio: cells.TIPO_MEIO ?? '',
      tipo_produto: cells.TIPO_PRODUTO ?? '',
      tipo_tecnologia: cells.TIPO_TECNOLOGIA ?? '',
      velocidade: Number((cells.VELOCIDADE ?? '0').replace(',', '.')),
      acessos: Number(cells.ACESSOS),
    }
  })
}

/** Puts a record's cells under their names; mends only what can mean one thing. */
function rawRow({ line, cells }: TextRecord, { order }: Header): RawRow {
  const named = (from: readonly string[]) =>
    Object.fromEntries(order.flatMap((name, at) => (name ? [[name, from[at]]] : [])))
  if (cells.length === order.length) return { line, cells: named(cells) }
  const commas = cells.length === 1 ? (cells[0] ?? '').split(',') : []
  if (commas.length === order.length) return { line, cells: named(commas), mended: 'colunas separadas por vírgula' }
  if (cells.length > order.length && cells.slice(order.length).every(cell => cell.trim() === ''))
    return { line, cells: named(cells), mended: 'separador a mais no fim da linha' }
  return { line, cells: {}, width: { found: cells.length, expected: order.length } }
}
