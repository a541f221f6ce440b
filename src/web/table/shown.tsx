import type { ReactNode } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import type { Field } from '#kernel/field.ts'
import { showMonth } from '#kernel/show.ts'
import { Cell } from '#web/kinds/cell.tsx'
import { isNumeric, nameOfRef } from '#web/kinds/Show.tsx'
import { isPerson } from '#web/kinds/targets.ts'
import { isRecord } from '#web/storage.ts'
import type { ListedRow } from '#web/table/useList.ts'

/** A column as people read it. */
export interface Shown {
  /** The wire's names, as an order writes them: 'name', 'year,month'. */
  readonly name: string
  readonly label: string
  readonly numeric: boolean
  /** Its value says nothing without its label. */
  readonly bare: boolean
  /** What people wrote may be long, and is cut; numbers, days and states have their whole width. */
  readonly cut: boolean
  readonly cell: (row: Readonly<Record<string, unknown>>) => ReactNode
}

/** Columns as they are drawn: month and year are one thing to people, the competência. */
export function shownOf({ fields }: AnyResource, names: readonly string[]): readonly Shown[] {
  const monthly = names.includes('month') && names.includes('year')
  return names.flatMap((name): Shown[] => {
    const field = fields[name]
    if (!field || (monthly && name === 'month')) return []
    if (monthly && name === 'year') return [competence]
    return [
      {
        name,
        label: field.label,
        numeric: isNumeric(field),
        bare: field.kind === 'flag' || isNumeric(field),
        cut: isCut(field),
        cell: row => <Cell field={field} value={row[name]} />,
      },
    ]
  })
}

export const competence: Shown = {
  name: 'year,month',
  label: 'Competência',
  numeric: false,
  bare: false,
  cut: false,
  cell: ({ year, month }) => showMonth(Number(year), Number(month)),
}

/** Of a choice, the longest label that no list cuts. */
const longestLabel = 24
function isCut({ kind, options: { format, tones, choices = {} } }: Field): boolean {
  if (kind === 'choice') return Object.values(choices).some(label => label.length > longestLabel)
  if (kind === 'text') return !format || format === 'url'
  return kind === 'ref' ? !tones : ['longtext', 'richtext', 'words', 'metas', 'many'].includes(kind)
}

/** The people that these columns of rows name: a list calls each by the shortest name that no other has. */
export function peopleIn({ fields }: AnyResource, names: readonly string[], rows: readonly ListedRow[]) {
  const columns = names.filter(name => fields[name]?.kind === 'ref' && isPerson(fields[name].options.to))
  return rows.flatMap(row =>
    columns.flatMap(name => {
      const person = row[name]
      return isRecord(person) ? [{ id: Number(person.id), name: nameOfRef(person) }] : []
    }),
  )
}
