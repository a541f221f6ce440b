import { CsvError, parse } from 'csv-parse/sync'
import { decode } from '#parts/table/encoding.server.ts'
import { onceEach } from '#parts/table/once.ts'
import { showInteger } from '#kernel/show.ts'
import { delimiters, tableLimits, type Delimiter, type LineEnding } from '#parts/table/table.ts'
import { isWide, tableFrom } from '#parts/table/rows.server.ts'
import type { Records, TextTable, TextRecord } from '#parts/table/table.ts'

export const noText = 'O arquivo não é um texto que se possa ler. Salve-o como XLSX ou CSV e envie de novo.'
export const webPage =
  'O arquivo é uma página da web com nome de planilha. Abra-o, salve como XLSX ou CSV e envie de novo.'
export const isPage = (text: string) => /^\s*<(!doctype|html|table|\?xml)/i.test(text.slice(0, 2_000))
export const unclosedQuotes = (line: string | number) =>
  `Há aspas abertas e não fechadas na linha ${line}. Retire as aspas: a Anatel não as usa.`

/** Reads delimited text as a table, in the wanted encoding or one detected by its bytes; or answers why it cannot be read. */
export function readText(bytes: Uint8Array, rows: number, wanted?: string): TextTable | string {
  const { text, ...decoded } = decode(bytes, wanted)
  if (text.includes('\0')) return noText
  if (isPage(text)) return webPage
  const delimiter = delimiterOf(text)
  const found = (text.includes('"') ? quoted : unquoted)(text, delimiter, rows)
  if (typeof found === 'string') return found
  if (found.records.length > rows + 1) return `O arquivo passa de ${showInteger(rows)} linhas. Confira se é o certo.`
  const facts = { kind: 'text', ...decoded, delimiter, line_ending: lineEndingOf(text) } as const
  return tableFrom(facts, found.records, found.wide)
}

const countOf = (text: string, piece: string) => text.split(piece).length - 1

/**
 * The separator the first line that has any has most of, for reports begin with a title; another one where that is in the
 * titles alone, as in 'Relatório | Clientes | 2026', and not in the rows under them.
 */
export function delimiterOf(text: string): Delimiter {
  const lines = text.slice(0, 20_000).split(/\r\n|\r|\n/, 20)
  const found = lines.find(line => delimiters.some(each => countOf(line, each) > 1)) ?? lines[0] ?? ''
  const [first = ';'] = delimiters.toSorted((one, other) => countOf(found, other) - countOf(found, one))
  const linesWith = (each: Delimiter) => lines.filter(line => line.includes(each)).length
  const [most = first] = delimiters.toSorted((one, other) => linesWith(other) - linesWith(one))
  return linesWith(most) > 2 * linesWith(first) ? most : first
}

function lineEndingOf(text: string): LineEnding {
  const endings = { CRLF: text.includes('\r\n'), LF: hasAlone(text, '\n', -1, '\r'), CR: hasAlone(text, '\r', 1, '\n') }
  const found = (['CRLF', 'LF', 'CR'] as const).filter(each => endings[each])
  return found.length > 1 ? 'mixed' : (found[0] ?? 'CRLF')
}

/** Whether a sign occurs somewhere without the other beside it. */
function hasAlone(text: string, sign: string, beside: number, other: string): boolean {
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1))
    if (text[at + beside] !== other) return true
  return false
}

interface Split {
  readonly records: Records
  /** The first line with more columns than are read. */
  readonly wide: number | undefined
}

export const tooLong = (line: string | number) =>
  `A linha ${line} é longa demais ou tem aspas sem par. Confira os fins de linha e retire as aspas.`

/** Rows from which on it pays to look for those that say the same. */
const manyRows = 4_000

/** What has no quotes, as Anatel asks, needs no parser: it is several times as quick. */
function unquoted(text: string, delimiter: Delimiter, rows: number): Split | string {
  let [length, wide]: [number, number | undefined] = [0, undefined]
  for (const { line, at, end } of linesIn(text)) {
    if (end - at > tableLimits.line) return tooLong(line)
    if (end - at >= tableLimits.columns && isWide(text.slice(at, end).split(delimiter))) wide ??= line
    // One more is for the header, and one shows that there are too many.
    if (++length === rows + 2) break
  }
  const split = (line: string) => line.split(delimiter)
  // A contract per row makes the same row many times over: its cells are the same ones each time.
  return { records: recordsIn(text, length > manyRows ? onceEach(split, manyRows) : split, 0, length), wide }
}

/** The lines of a text that are not empty, and where each lies. */
function* linesIn(text: string) {
  const after = (at: number, ending: string) => {
    const next = text.indexOf(ending, at)
    return next < 0 ? text.length : next
  }
  let [at, cr, lf] = [0, -1, -1]
  for (let line = 1; at < text.length; line++) {
    if (cr < at) cr = after(at, '\r')
    if (lf < at) lf = after(at, '\n')
    const end = Math.min(cr, lf)
    if (end > at) yield { line, at, end }
    at = end === cr && lf === cr + 1 ? end + 2 : end + 1
  }
}

/** The records from one to before another, split each time they are read: a long file is never in memory cell by cell. */
function recordsIn(text: string, split: (line: string) => readonly string[], first: number, end: number): Records {
  return {
    length: end - first,
    slice: (from, to = end) => recordsIn(text, split, first + from, Math.min(first + to, end)),
    *[Symbol.iterator]() {
      let n = 0
      for (const { line, at, end: until } of linesIn(text)) {
        if (n === end) return
        if (n++ >= first) yield { line, cells: split(text.slice(at, until)) }
      }
    },
  }
}

function quoted(text: string, delimiter: Delimiter, rows: number): Split | string {
  const found: TextRecord[] = []
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: tableLimits.line,
      to: rows + 2,
      on_record: (cells: readonly string[], { lines }) => {
        found.push({ line: lines, cells })
        return null
      },
    })
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown
    const line = String(thrown['lines'] ?? '')
    return thrown.code === 'CSV_QUOTE_NOT_CLOSED' ? unclosedQuotes(line) : tooLong(line)
  }
  return { records: found, wide: found.find(({ cells }) => isWide(cells))?.line }
}
