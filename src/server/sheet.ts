import { stringify } from 'csv-stringify/sync'
import { isStaff, type User } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import type { Field, Kind } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { listedFields, type ListedField } from '#kernel/page.ts'
import type { AnyResource, ListedOf } from '#kernel/resource.ts'
import { showInstant, wallClock } from '#kernel/show.ts'
import { capital, isFormula } from '#kernel/text.ts'
import { type SheetFormat, sheetTypes } from '#kernel/sheet.ts'
import { Answer } from '#server/operation.ts'
import {
  rowXml,
  sheetEnd,
  sheetStart,
  shellOf,
  styleOf,
  type CellFormat,
  type SheetCell,
  type SheetColumn,
} from '#server/xlsx.ts'
import { Memory, pack, Zip, type Entry, type Sink, type Stamp } from '#server/zip.ts'

const words = (value: unknown) => String(value)
/** Turns each kind of value into a spreadsheet cell. */
const cells: Readonly<Record<Kind, (value: unknown, field: Field) => SheetCell>> = {
  text: words,
  longtext: words,
  richtext: words,
  integer: Number,
  decimal: Number,
  money: Number,
  percent: Number,
  flag: value => (value ? 'Sim' : 'Não'),
  date: value => new Date(`${words(value)}T00:00:00Z`),
  instant: value => wallClock(words(value)),
  choice: (value, { options }) => options.choices?.[words(value)] ?? words(value),
  ref: value => (typeof value === 'object' && value && 'name' in value ? words(value.name ?? '') : ''),
  words: value => (Array.isArray(value) ? value.join(', ') : null),
  metas: () => null,
  many: () => null,
}

/** In a CSV a spreadsheet guesses: it takes a bare CEP for a number, and leaves one with its mask alone. */
const csvCells: typeof cells = {
  ...cells,
  instant: value => showInstant(words(value)),
  text: (value, { options: { format } }) => (format ? formats[format].show(words(value)) : words(value)),
}

const looks: Partial<Readonly<Record<Kind, CellFormat>>> = {
  decimal: '#,##0.######',
  money: '#,##0.00',
  percent: '0.00',
  date: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
}

/**
 * A text a spreadsheet would run (OWASP, CSV injection), or take for a number it shortens, 0012 or one beyond the 11 digits it
 * shows, is written so that it is only shown; numbers stay numbers.
 */
function csvCell(cell: SheetCell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = cell ?? ''
  return isFormula(text) || /^(?:0\d+|\d{12,})$/.test(text) ? `'${text}` : text
}

/** What a list's spreadsheets write for a text, a word or a reference, as each format has it; nothing for other kinds. */
export function sheetTextsOf(field: Field, value: unknown): readonly string[] {
  if (value === null || value === undefined) return []
  return [cells[field.kind](value, field), csvCell(csvCells[field.kind](value, field))].filter(
    text => typeof text === 'string',
  )
}

/** What a sheet is about, for its later readers: 'Busca', 'fibra'. */
export type SheetAbout = readonly (readonly [label: string, value: string])[]
interface SheetRequest {
  readonly resource: AnyResource
  readonly reader: User
  readonly facts: SheetAbout
  /** The columns a list's query names; all that the reader may see, where it names none. */
  readonly columns?: readonly ListedField[] | null | undefined
  /** When it was requested: the same rows are the same bytes. */
  readonly stamp: Stamp
}
/** Where a sheet half written goes on from. */
export type SheetMark = { readonly entries: readonly Entry[]; readonly open: Entry | null }
export interface Sheet {
  readonly mark: SheetMark
  start(): Promise<void>
  add(rows: readonly ListedOf<AnyResource>[]): Promise<void>
  end(): Promise<void>
}

/**
 * Rows as a file that opens in Excel in Portuguese, written as they come: a CSV with BOM, `;`, CRLF and decimal comma, or an
 * XLSX with numbers and dates as such. No cell is ever run as a formula: the one marks it as text, the other says its type.
 */
export const openSheet = (format: SheetFormat, sink: Sink, asked: SheetRequest, mark?: SheetMark): Sheet =>
  format === 'csv' ? openCsv(sink, asked) : openXlsx(sink, asked, mark)

function layoutOf({ resource, reader, columns: named }: SheetRequest, told: typeof cells) {
  const fields = named ?? listedFields(resource, !isStaff(reader))
  const columns: readonly SheetColumn[] = fields.map(([, { label, kind }]) => ({ label, format: looks[kind] }))
  const line = (row: ListedOf<AnyResource>): readonly SheetCell[] => {
    const values: Readonly<Record<string, unknown>> = { ...row }
    return fields.map(([name, field]) => (values[name] == null ? null : told[field.kind](values[name], field)))
  }
  return { columns, line }
}

function openCsv(sink: Sink, asked: SheetRequest): Sheet {
  const { columns, line } = layoutOf(asked, csvCells)
  const write = (lines: readonly (readonly string[])[], bom = false) =>
    sink.write(
      Buffer.from(
        stringify(
          lines.map(each => [...each]),
          // Readers also end a row at a lone break, so that is quoted.
          { bom, delimiter: ';', record_delimiter: '\r\n', quoted_match: /[\r\n\u0085\u2028\u2029]/ },
        ),
      ),
    )
  return {
    mark: { entries: [], open: null },
    start: () => write([columns.map(({ label }) => label)], true),
    add: rows => write(rows.map(row => line(row).map(csvCell))),
    end: async () => {},
  }
}

function openXlsx(sink: Sink, asked: SheetRequest, mark?: SheetMark): Sheet {
  const { columns, line } = layoutOf(asked, cells)
  const styles = columns.map(({ format }) => styleOf(format))
  const zip = new Zip(sink, asked.stamp, mark?.entries)
  const part = 'xl/worksheets/sheet1.xml'
  let open = mark?.open ?? null
  const more = async (text: string) => {
    open = await zip.more(open ?? (await zip.begin(part)), Buffer.from(text))
  }
  return {
    get mark() {
      return { entries: [...zip.entries], open }
    },
    async start() {
      for (const [name, text] of shellOf(capital(asked.resource.text.many), asked.facts))
        await zip.add(name, pack(Buffer.from(text)))
      await more(sheetStart(columns))
    },
    add: rows => more(rows.map(row => rowXml(line(row), styles)).join('')),
    async end() {
      await more(sheetEnd)
      if (open) await zip.end(open)
      await zip.close(new Set([part]))
    },
  }
}

/** A list short enough to be answered at once, its rows a piece at a time. */
export async function sheetFile(
  resource: AnyResource,
  pieces: AsyncIterable<readonly ListedOf<AnyResource>[]> | Iterable<readonly ListedOf<AnyResource>[]>,
  reader: User,
  format: SheetFormat = 'csv',
  { facts = [], columns }: Partial<Pick<SheetRequest, 'facts' | 'columns'>> = {},
): Promise<Answer> {
  const [year = 1980, month = 1, day = 1] = dayIn(new Date()).day.split('-').map(Number)
  const memory = new Memory()
  const sheet = openSheet(format, memory, { resource, reader, facts, columns, stamp: { year, month, day } })
  await sheet.start()
  for await (const rows of pieces) if (rows.length) await sheet.add(rows)
  await sheet.end()
  return new Answer(200, memory.bytes(), {
    'Content-Type': sheetTypes[format],
    'Content-Disposition': `attachment; filename="${resource.path}.${format}"`,
  })
}
