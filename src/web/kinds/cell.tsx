import { useContext, type ReactNode } from 'react'
import type { Field, Kind } from '#kernel/field.ts'
import { fullTime } from '#web/ui/time.ts'
import { CalledPeople } from '#web/kinds/called.ts'
import { plainText } from '#web/kinds/RichText.tsx'
import { Initial } from '#web/kinds/Initial.tsx'
import { nameOfRef, Show } from '#web/kinds/Show.tsx'
import { hasInitial, isPerson } from '#web/kinds/targets.ts'
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
  ref: (field, value) => {
    if (!isRecord(value)) return asRead(field, value)
    if (isPerson(field.options.to)) return <Called person={value} />
    return hasInitial(field.options.to) ? <Initial path={field.options.to ?? ''} of={value} /> : asRead(field, value)
  },
  words: asRead,
  metas: asRead,
  many: asRead,
} satisfies Record<Kind, Draw>

/** Somebody by the shortest name that nobody else in the list has; the whole name is in the hint. */
function Called({ person }: { readonly person: Readonly<Record<string, unknown>> }) {
  const name = nameOfRef(person)
  const short = useContext(CalledPeople).get(Number(person.id))
  return short === undefined || short === name ? name : <span title={name}>{short}</span>
}

/** A value as lists show it. */
export const Cell = ({ field, value }: { readonly field: Field; readonly value: unknown }) =>
  value === null || value === undefined || value === '' ? asRead(field, value) : cells[field.kind](field, value)
