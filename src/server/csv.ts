import { stringify } from 'csv-stringify/sync'
import { isStaff, type User } from '#kernel/access.ts'
import type { Field, Kind } from '#kernel/field.ts'
import type { AnyResource, ListedOf } from '#kernel/resource.ts'
import { Answer } from '#server/operation.ts'

/** A text a spreadsheet would run is written so that it is only shown (OWASP, CSV injection); numbers stay numbers. */
const inert = (value: unknown) => String(value).replace(/^(?=[=+\-@\t\r])/, "'")
const comma = (value: unknown) => String(value).replace('.', ',')

/** How each kind is written in a spreadsheet a Brazilian opens: decimal comma, dates as they are stored. */
const cells = {
  text: inert,
  longtext: inert,
  richtext: inert,
  integer: String,
  decimal: comma,
  money: comma,
  percent: comma,
  flag: value => (value ? 'Sim' : 'Não'),
  date: String,
  instant: String,
  choice: (value, { options }) => options.choices?.[String(value)] ?? String(value),
  ref: value => (typeof value === 'object' && value && 'name' in value ? inert(value.name ?? '') : ''),
  many: () => '',
} satisfies Record<Kind, (value: unknown, field: Field) => string>

/** Rows as the CSV Excel opens in Portuguese: BOM, `;`, CRLF, and no cell that a spreadsheet would run as a formula. */
export function csvFile(resource: AnyResource, rows: readonly ListedOf<AnyResource>[], reader: User): Answer {
  const fields = Object.entries(resource.fields).filter(
    ([, field]) => field.kind !== 'many' && !field.options.secret && (isStaff(reader) || !field.options.internal),
  )
  const header = ['Código', ...fields.map(([, field]) => field.label), 'Ativo']
  const lines = rows.map(row => {
    const values: Readonly<Record<string, unknown>> = { ...row }
    const cell = ([name, field]: [string, Field]) =>
      values[name] == null ? '' : cells[field.kind](values[name], field)
    return [row.id, ...fields.map(cell), row.active ? 'Sim' : 'Não']
  })
  const text = stringify([header, ...lines], { bom: true, delimiter: ';', record_delimiter: '\r\n' })
  return new Answer(200, Buffer.from(text), {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${resource.path}.csv"`,
  })
}
