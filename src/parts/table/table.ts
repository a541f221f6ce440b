export const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'
export type LineEnding = 'CRLF' | 'LF' | 'CR' | 'mixed'

/** How a delimited text was written. */
export interface TextFacts {
  readonly kind: 'text'
  readonly encoding: Encoding
  readonly bom: boolean
  readonly delimiter: Delimiter
  readonly line_ending: LineEnding
}
/** Which sheet of a workbook was read, among those it has. */
export interface SheetFacts {
  readonly kind: 'xlsx'
  readonly sheet: string
  readonly sheets: readonly string[]
  /** The sheets that were not read and hold something. */
  readonly others?: readonly OtherSheet[]
}
export interface OtherSheet {
  readonly name: string
  /** Its last row, where it is alike. */
  readonly rows: number | null
  /** Whether its header is the one that was read. */
  readonly alike: boolean
}
export type TableFacts = TextFacts | SheetFacts

export interface TextRecord {
  /** Where it ends in the file, 1 being the first. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Records in their order, as an array of them is; those of a long text are split each time they are read, and never held. */
export interface Records extends Iterable<TextRecord> {
  readonly length: number
  slice(from: number, to?: number): Records
}

/** A table somebody sent: every cell is a text, as a person would write it in Portuguese. */
export interface TextTable {
  readonly facts: TableFacts
  /** What is written above the header, a text for each row. */
  readonly above: readonly string[]
  /** The names of the columns, as written. */
  readonly header: readonly string[]
  /** What follows the header, blank lines left out. */
  readonly records: Records
  /** What a workbook holds and does not show: lines by their number, columns by their place. */
  readonly hidden?: { readonly rows: ReadonlySet<number>; readonly columns: ReadonlySet<number> }
}

export interface TableOptions {
  /** Rows at most. */
  readonly rows?: number
  /** The sheet to read, by name; unless told, the first whose header is awaited, or else that holds something. */
  readonly sheet?: string | undefined
  readonly isAwaited?: (header: readonly string[]) => boolean
}

export const tableLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 200_000,
  columns: 250,
  /** Characters of one cell: what a spreadsheet allows. */
  cell: 32_767,
  /** Characters of one line of a text: a quote never closed swallows the lines after it. */
  line: 20_000,
} as const

const separators: Readonly<Record<Delimiter, string>> = {
  ';': 'ponto e vírgula',
  ',': 'vírgula',
  '\t': 'tabulação',
  '|': 'barra vertical',
}
const endings: Readonly<Record<LineEnding, string>> = { CRLF: 'CRLF', LF: 'LF', CR: 'CR', mixed: 'misturado' }

/** How the file was written, in pairs of what and how. */
export function saidFacts(facts: TableFacts): readonly (readonly [string, string])[] {
  if (facts.kind === 'xlsx') return [['Formato', 'Planilha XLSX'] as const, ['Aba', facts.sheet] as const]
  const { encoding, bom, delimiter, line_ending } = facts
  return [
    ['Codificação', `${encoding}${encoding === 'UTF-8' ? (bom ? ' com BOM' : ' sem BOM') : ''}`],
    ['Separador', separators[delimiter]],
    ['Fim de linha', endings[line_ending]],
  ]
}

/** Whether a text has more than so many lines, by what ends each; looks no further than it must. */
export function hasMoreLines(bytes: Uint8Array, most: number, end = 0x0a): boolean {
  let at = -1
  for (let n = 0; n <= most; n++) {
    at = bytes.indexOf(end, at + 1)
    if (at < 0) return false
  }
  return true
}
