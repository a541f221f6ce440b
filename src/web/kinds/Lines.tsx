import type { Field } from '#kernel/field.ts'
import { isNumeric, Show } from '#web/kinds/Show.tsx'
import { isRecord } from '#web/storage.ts'
import { Table } from '#web/table/Table.tsx'

type ShownLine = Readonly<Record<string, unknown>>

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0

/** The lines of a row that is only read. Those under a line come below it. */
export function Lines({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const lines = Array.isArray(value) ? value.filter(isRecord) : []
  // What the database reckons of a line says nothing that its other columns do not.
  const shape = Object.entries(field.options.shape ?? {}).filter(
    ([, { options }]) => !options.owner && !options.derived,
  )
  // A column nobody filled in says nothing.
  const said = (name: string) => lines.some(line => ![null, undefined, ''].some(nothing => line[name] === nothing))
  const flat = shape.filter(([name, { kind }]) => kind !== 'many' && said(name))
  const nested = shape.filter(([, { kind }]) => kind === 'many')
  if (!lines.length) return <Show field={field} value={null} />
  return (
    <Table
      label={field.label}
      columns={flat.map(([name, each]) => ({
        key: name,
        title: each.label,
        numeric: isNumeric(each),
        cell: (line: ShownLine) => <Show field={each} value={line[name]} />,
      }))}
      rows={lines}
      keyOf={({ id }, at) => String(id ?? at)}
      below={line => {
        const own = nested.filter(([name, { options }]) => !options.mirrored || isFilled(line[name]))
        return own.length > 0 && own.map(([name, each]) => <Lines key={name} field={each} value={line[name]} />)
      }}
      look="plain"
    />
  )
}
