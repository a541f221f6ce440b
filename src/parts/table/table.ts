export const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252' | 'CP850' | 'Mac Roman'
export type LineEnding = 'CRLF' | 'LF' | 'CR' | 'mixed'

/** How a delimited text was written. */
export interface TextFacts {
  readonly kind: 'text'
  readonly encoding: Encoding
  /** These encodings fit equally well; each has a word as it reads in it. */
  readonly readings?: readonly { readonly encoding: Encoding; readonly example: string }[]
  readonly bom: boolean
  readonly delimiter: Delimiter
  readonly line_ending: LineEnding
}
/** Which sheet of a workbook was read, among those it has. */
export interface SheetFacts {
  readonly kind: 'xlsx'
  readonly sheet: string
  readonly sheets: readonly string[]
  /** The other sheets that hold something. */
  readonly others?: readonly OtherSheet[]
  readonly merged?: MergedCells
}
/** What became of cells that a workbook shows as one down their column. */
export interface MergedCells {
  /** Rows that say what the cell above them does, by the title of the column. */
  readonly filled: readonly { readonly column: string; readonly rows: number }[]
  /** Rows within one that holds a number, which is not repeated. */
  readonly numbers: number
}
export interface OtherSheet {
  readonly name: string
  /** Its last row, where it is alike. */
  readonly rows: number | null
  /** Whether its header is the one that was read. */
  readonly alike: boolean
  /** What is added to its lines, where it was read together with the first; null where it was not read. */
  readonly offset: number | null
}
export type TableFacts = TextFacts | SheetFacts

export interface TextRecord {
  /** Where it ends in the file, 1 being the first. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Records are in order, as in an array; those of a long text are split at each read, and never cached. */
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
  /** It names the sheet to read; by default the first with an expected header, or else with content. */
  readonly sheet?: string | undefined
  /** The encoding of a text, by name, where it may be in several. */
  readonly encoding?: string | undefined
  readonly isAwaited?: (header: readonly string[]) => boolean
  /** Of a workbook of which a header is awaited, the sheets with the same one that are read together. */
  readonly isAlong?: (sheet: string) => boolean
  /** What a workbook hides and its other sheets are looked at, as they are for a header that is awaited. */
  readonly look?: boolean
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
const encodings: Readonly<Partial<Record<Encoding, string>>> = {
  CP850: 'lido como DOS (CP850)',
  'Mac Roman': 'lido como Macintosh (Mac Roman)',
}
const endings: Readonly<Record<LineEnding, string>> = { CRLF: 'CRLF', LF: 'LF', CR: 'CR', mixed: 'misturado' }

/** How a line is called: '14', or '14 da aba “PJ”' where several sheets were read. */
export function lineName(facts: TableFacts | null, line: number): string {
  const along = facts?.kind === 'xlsx' ? (facts.others ?? []).filter(({ offset }) => offset !== null) : []
  if (facts?.kind !== 'xlsx' || !along.length) return String(line)
  const of = along.findLast(({ offset }) => line > (offset ?? 0))
  return `${line - (of?.offset ?? 0)} da aba “${of?.name ?? facts.sheet}”`
}

/** How the file was written, in pairs of what and how. */
export function tableFactsInWords(facts: TableFacts): readonly (readonly [string, string])[] {
  if (facts.kind === 'xlsx') {
    const filled = facts.merged?.filled ?? []
    return [
      ['Formato', 'Planilha XLSX'],
      ['Aba', facts.sheet],
      ...filled.map(
        ({ column, rows }) =>
          ['Células mescladas', `“${column}” repetida em ${rows} ${rows === 1 ? 'linha' : 'linhas'}`] as const,
      ),
    ]
  }
  const { encoding, readings = [], bom, delimiter, line_ending } = facts
  const others = readings.filter(each => each.encoding !== encoding).map(each => `${each.encoding}, “${each.example}”`)
  const named = encodings[encoding] ?? encoding
  return [
    [
      'Codificação',
      `${named}${encoding === 'UTF-8' ? (bom ? ' com BOM' : ' sem BOM') : ''}${others.length ? `; ou ${others.join(', ou ')}` : ''}`,
    ],
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
