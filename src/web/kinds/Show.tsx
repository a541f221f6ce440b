import type { ReactNode } from 'react'
import { degreesOf, sixDecimals, type Axis } from '#kernel/coordinates.ts'
import type { Field, Kind } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { showDate, showDecimal, showInstant, showInteger } from '#kernel/show.ts'
import type { Values } from '#web/form/draft.ts'
import { RichText } from '#web/kinds/RichText.tsx'
import { isRecord } from '#web/storage.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { latePart } from '#web/ui/latePart.tsx'

// No list draws them.
const Metas = latePart(async () => ({ default: (await import('#web/kinds/Metas.tsx')).Metas }))

/** A reference's name; '' when there is none. */
export const nameOfRef = (value: unknown) => (isRecord(value) && typeof value.name === 'string' ? value.name : '')
/** The name that came with a row or line holds while its reference was not changed. */
export function knownIn(row: Values, name: string, key: string): string | undefined {
  const brought = row[name]
  return isRecord(brought) && brought.id === row[key] ? nameOfRef(brought) || undefined : undefined
}
const showCents = (value: number) => showDecimal(value, 2)
const number = (show: (value: number) => string) => (value: unknown) =>
  typeof value === 'number' ? <span className="num">{show(value)}</span> : null

/** Nothing to show: a dash for who sees, words for who hears. */
const empty = (
  <>
    <span aria-hidden>—</span>
    <span className="sr-only">sem valor</span>
  </>
)

/** Half of a place, as maps say it and as licences do. */
const Coordinate = ({ value, axis }: { readonly value: number; readonly axis: Axis }) => (
  <>
    <span className="num">{sixDecimals(value)}</span> <span className="id">({degreesOf(value, axis)})</span>
  </>
)

/** How each kind is read, in lists and in records that are not being edited. */
const showKind = {
  text: (value, { options: { format } }) => {
    const text = String(value)
    if (!format) return text
    if (format === 'url')
      return (
        <a href={text} target="_blank" rel="noreferrer">
          {text.replace(/^https?:\/\//, '')}
        </a>
      )
    return <span className="id">{formats[format].show(text)}</span>
  },
  longtext: value => <span style={{ whiteSpace: 'pre-line' }}>{String(value)}</span>,
  richtext: value => <RichText html={String(value)} />,
  integer: (value, { options: { plain } }) => number(plain ? String : showInteger)(value),
  decimal: (value, { options: { axis } }) =>
    axis && typeof value === 'number' ? <Coordinate value={value} axis={axis} /> : number(showDecimal)(value),
  // The unit is in the label: 'Valor (R$)', 'ISS (%)'.
  money: number(showCents),
  percent: number(showCents),
  flag: value => (value ? 'Sim' : 'Não'),
  date: value => showDate(String(value)),
  instant: value => showInstant(String(value)),
  choice: (value, { options }) => options.choices?.[String(value)] ?? String(value),
  ref: (value, { options: { tones } }) => {
    const name = nameOfRef(value)
    return tones && name ? <StatusChip tone={tones[name] ?? 'neutro'}>{name}</StatusChip> : name
  },
  words: value => (Array.isArray(value) && value.length ? value.join(', ') : empty),
  metas: value => (Array.isArray(value) && value.length ? <Metas value={value} Show={Show} /> : empty),
  many: value => (Array.isArray(value) ? showInteger(value.length) : null),
} satisfies Record<Kind, (value: unknown, field: Field) => ReactNode>

export const Show = ({ field, value }: { readonly field: Field; readonly value: unknown }) =>
  value === null || value === undefined || value === '' ? empty : <>{showKind[field.kind](value, field)}</>

const numeric: ReadonlySet<Kind> = new Set(['integer', 'decimal', 'money', 'percent'])
/** Numbers align to the right, under each other. */
export const isNumeric = (field: Field | undefined) => field !== undefined && numeric.has(field.kind)
