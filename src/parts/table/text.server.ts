import { CsvError, parse } from 'csv-parse/sync'
import { showInteger } from '#kernel/show.ts'
import { delimiters, tableLimits, type Delimiter, type LineEnding, type TextFacts } from '#parts/table/table.ts'
import { tableOf } from '#parts/table/rows.server.ts'
import type { Table, TextRecord } from '#parts/table/table.ts'

/** A delimited text as a table; or, as a text, why it cannot be read. */
export function readText(bytes: Uint8Array, rows: number): Table | string {
  const { encoding, bom, text } = decode(bytes)
  if (text.includes('\0')) return 'O arquivo não é um texto que se possa ler. Salve-o como XLSX ou CSV e envie de novo.'
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text.slice(0, 2_000)))
    return 'O arquivo é uma página da web com nome de planilha. Abra-o, salve como XLSX ou CSV e envie de novo.'
  const delimiter = delimiterOf(text)
  const found = split(text, delimiter, rows)
  if (typeof found === 'string') return found
  const facts = { kind: 'text', encoding, bom, delimiter, line_ending: lineEndingOf(text) } as const
  return tableOf(facts, found)
}

/** Whatever is not UTF-8 is taken for Windows-1252, in which any byte is a character. */
function decode(bytes: Uint8Array): Pick<TextFacts, 'encoding' | 'bom'> & { readonly text: string } {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16', bom: true }
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16', bom: true }
  const bom = first === 0xef && second === 0xbb && third === 0xbf
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8', bom }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252', bom }
  }
}

const many = (text: string, piece: string) => text.split(piece).length - 1

/** The separator the first line that has any has most of: reports begin with a title. */
function delimiterOf(text: string): Delimiter {
  const lines = text.slice(0, 20_000).split(/\r\n|\r|\n/, 20)
  const found = lines.find(line => delimiters.some(each => many(line, each) > 1)) ?? lines[0] ?? ''
  return delimiters.toSorted((one, other) => many(found, other) - many(found, one))[0] ?? ';'
}

function lineEndingOf(text: string): LineEnding {
  let [crlf, lf, cr] = [0, 0, 0]
  for (const [ending] of text.matchAll(/\r\n|\n|\r/g))
    if (ending === '\r\n') crlf++
    else if (ending === '\n') lf++
    else cr++
  if ([crlf, lf, cr].filter(count => count > 0).length > 1) return 'mixed'
  return lf ? 'LF' : cr ? 'CR' : 'CRLF'
}

function split(text: string, delimiter: Delimiter, rows: number): readonly TextRecord[] | string {
  const found = text.includes('"') ? quoted(text, delimiter, rows) : unquoted(text, delimiter, rows)
  return typeof found !== 'string' && found.length > rows + 1
    ? `O arquivo passa de ${showInteger(rows)} linhas. Confira se é o certo.`
    : found
}

const tooLong = (line: string | number) =>
  `A linha ${line} é longa demais ou tem aspas sem par. Confira os fins de linha e retire as aspas.`

/** What has no quotes, as Anatel asks, needs no parser: it is several times as quick. */
function unquoted(text: string, delimiter: Delimiter, rows: number): readonly TextRecord[] | string {
  const found: TextRecord[] = []
  const ending = /\r\n|\n|\r/g
  let line = 0
  for (let at = 0; at < text.length && found.length < rows + 2; at = ending.lastIndex) {
    const end = ending.exec(text)?.index ?? text.length
    if (end === text.length) ending.lastIndex = text.length
    line++
    if (end - at > tableLimits.line) return tooLong(line)
    if (end > at) found.push({ line, cells: text.slice(at, end).split(delimiter) })
  }
  return found
}

function quoted(text: string, delimiter: Delimiter, rows: number): readonly TextRecord[] | string {
  const found: TextRecord[] = []
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: tableLimits.line,
      // One more for the header, and one that tells there are too many.
      to: rows + 2,
      on_record: (cells: readonly string[], { lines }) => {
        found.push({ line: lines, cells })
        return null
      },
    })
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown
    const line = String(thrown['lines'] ?? '')
    return thrown.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `Há aspas abertas e não fechadas na linha ${line}. Retire as aspas: a Anatel não as usa.`
      : tooLong(line)
  }
  return found
}
