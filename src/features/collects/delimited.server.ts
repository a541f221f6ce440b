import { parse } from 'csv-parse/sync'

export type Delimiter = ';' | ',' | '\t'
export type LineEnding = 'CRLF' | 'LF' | 'CR' | 'mixed'

export interface TextRecord {
  /** Where it ends in the file, 1 being the first. */
  readonly line: number
  readonly cells: readonly string[]
}

const delimiters: readonly Delimiter[] = [';', ',', '\t']
const many = (text: string, piece: string) => text.split(piece).length - 1

/** The separator the first line has most of. */
export function delimiterOf(text: string): Delimiter {
  const header = /^[^\r\n]*/.exec(text.slice(0, 10_000))?.[0] ?? ''
  return delimiters.toSorted((one, other) => many(header, other) - many(header, one))[0] ?? ';'
}

export function lineEndingOf(text: string): LineEnding {
  const crlf = many(text, '\r\n')
  const lf = many(text, '\n') - crlf
  const cr = many(text, '\r') - crlf
  if ([crlf, lf, cr].filter(count => count > 0).length > 1) return 'mixed'
  return lf ? 'LF' : cr ? 'CR' : 'CRLF'
}

export const linesOf = (text: string) => text.trimEnd().split(/\r\n|\r|\n/).length

/**
 * The records of a delimited text, blank lines left out, quotes undone. Throws CsvError for a quote never closed and for
 * a record longer than `longest` characters, which is how a stray quote that swallows the lines after it shows.
 */
export function records(text: string, delimiter: Delimiter, longest: number): readonly TextRecord[] {
  const found: TextRecord[] = []
  parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longest,
    on_record: (cells: readonly string[], { lines }) => {
      found.push({ line: lines, cells })
      return null
    },
  })
  return found
}
