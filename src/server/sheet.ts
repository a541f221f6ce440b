import { stringify } from 'csv-stringify/sync'
import { isStaff, type User } from '#kernel/access.ts'
import type { Field, Kind } from '#kernel/field.ts'
import type { AnyResource, ListedOf } from '#kernel/resource.ts'
import { showInstant } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import { Answer } from '#server/operation.ts'

/** What a cell is before it is written: a number stays one, and a day is a moment at midnight, UTC. */
type Cell = string | number | Date | null

const words = (value: unknown) => String(value)
/** How each kind is told to a spreadsheet. */
const cells = {
  text: words,
  longtext: words,
  richtext: words,
  integer: Number,
  decimal: Number,
  money: Number,
  percent: Number,
  flag: value => (value ? 'Sim' : 'Não'),
  date: value => new Date(`${words(value)}T00:00:00Z`),
  instant: value => showInstant(words(value)),
  choice: (value, { options }) => options.choices?.[words(value)] ?? words(value),
  ref: value => (typeof value === 'object' && value && 'name' in value ? words(value.name ?? '') : ''),
  many: () => null,
} satisfies Record<Kind, (value: unknown, field: Field) => Cell>

const formats: Partial<Readonly<Record<Kind, string>>> = {
  decimal: '#,##0.######',
  money: '#,##0.00',
  percent: '0.00',
  date: 'dd/mm/yyyy',
}

/** A text a spreadsheet would run is written so that it is only shown (OWASP, CSV injection); numbers stay numbers. */
const inert = (text: string) => text.replace(/^(?=[=+\-@\t\r])/, "'")
function csvCell(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  return inert(cell ?? '')
}

export const sheetFormats = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof sheetFormats)[number]

/**
 * Rows as a file that opens in Excel in Portuguese: a CSV with BOM, `;`, CRLF and decimal comma, or an XLSX with numbers and
 * dates as such. No cell is ever run as a formula: the one marks it as text, the other says its type.
 */
export async function sheetFile(
  resource: AnyResource,
  rows: readonly ListedOf<AnyResource>[],
  reader: User,
  format: SheetFormat = 'csv',
): Promise<Answer> {
  const fields = Object.entries(resource.fields).filter(
    ([, field]) => field.kind !== 'many' && !field.options.secret && (isStaff(reader) || !field.options.internal),
  )
  const header = ['Código', ...fields.map(([, field]) => field.label), 'Ativo']
  const lines = rows.map((row): readonly Cell[] => {
    const values: Readonly<Record<string, unknown>> = { ...row }
    const cell = ([name, field]: [string, Field]) =>
      values[name] == null ? null : cells[field.kind](values[name], field)
    return [row.id, ...fields.map(cell), row.active ? 'Sim' : 'Não']
  })
  const file = (type: string, content: Uint8Array) =>
    new Answer(200, Buffer.from(content), {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${resource.path}.${format}"`,
    })
  if (format === 'csv') {
    const text = [header, ...lines.map(line => line.map(csvCell))]
    const written = stringify(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' })
    return file('text/csv; charset=utf-8', Buffer.from(written))
  }
  const { writeXlsx } = await import('hucre/xlsx')
  const columns = header.map((label, i) => {
    const numFmt = formats[fields[i - 1]?.[1].kind ?? 'text']
    return { header: label, width: Math.max(12, label.length + 2), ...(numFmt && { numFmt }) }
  })
  const sheet = {
    name: capital(resource.text.many).slice(0, 31),
    columns,
    rows: [header, ...lines.map(line => [...line])],
  }
  return file(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    await writeXlsx({ sheets: [{ ...sheet, freezePane: { rows: 1 } }] }),
  )
}
