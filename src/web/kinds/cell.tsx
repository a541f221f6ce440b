import type { ReactNode } from 'react'
import type { Field, Kind } from '#kernel/field.ts'
import { fullTime } from '#web/ui/time.ts'
import { plainText } from '#web/kinds/RichText.tsx'
import { Initial } from '#web/kinds/Initial.tsx'
import { Show } from '#web/kinds/Show.tsx'
import { hasInitial } from '#web/kinds/targets.ts'
import { isRecord } from '#web/storage.ts'

type Draw = (field: Field, value: unknown) => ReactNode
const asRead: Draw = (field, value) => <Show field={field} value={value} />

/** Where a list's one line reads otherwise than the record. */
const cells = {
  text: asRead,
  longtext: (_, value) => String(value),
  richtext: (_, value) => plainText(String(value)),
  // Whole numbers of lists are years, months and codes: a point among their digits would only confuse.
  integer: (_, value) => String(value),
  decimal: asRead,
  money: asRead,
  percent: asRead,
  flag: asRead,
  date: asRead,
  instant: (field, value) => (
    <time dateTime={String(value)} title={fullTime(String(value))}>
      {asRead(field, value)}
    </time>
  ),
  choice: asRead,
  ref: (field, value) =>
    isRecord(value) && hasInitial(field.options.to) ? (
      <Initial path={field.options.to ?? ''} of={value} />
    ) : (
      asRead(field, value)
    ),
  words: asRead,
  metas: asRead,
  many: asRead,
} satisfies Record<Kind, Draw>

/** A value as lists show it. */
export const Cell = ({ field, value }: { readonly field: Field; readonly value: unknown }) =>
  value === null || value === undefined || value === '' ? asRead(field, value) : cells[field.kind](field, value)
