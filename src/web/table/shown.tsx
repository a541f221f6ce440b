import type { ReactNode } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { showMonth } from '#kernel/show.ts'
import { Cell } from '#web/kinds/cell.tsx'
import { isNumeric } from '#web/kinds/Show.tsx'

/** A column as people read it. */
export interface Shown {
  /** The wire's names, as an order writes them: 'name', 'year,month'. */
  readonly name: string
  readonly label: string
  readonly numeric: boolean
  /** Its value says nothing without its label. */
  readonly bare: boolean
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
  cell: ({ year, month }) => showMonth(Number(year), Number(month)),
}
