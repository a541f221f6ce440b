import type { ReactNode } from 'react'
import type { Field, Kind } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { showDate, showDecimal, showInstant, showInteger, showMoney, showPercent } from '#kernel/show.ts'
import { RichText } from '#web/kinds/RichText.tsx'
import { isRecord } from '#web/storage.ts'

/** A reference's name; '' when there is none. */
export const nameOf = (value: unknown) => (isRecord(value) && typeof value.name === 'string' ? value.name : '')
const number = (show: (value: number) => string) => (value: unknown) =>
  typeof value === 'number' ? <span className="num">{show(value)}</span> : null

/** How each kind is read, in lists and in records that are not being edited. */
const shown = {
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
  decimal: (value, { options: { scale } }) => number(each => showDecimal(each, scale))(value),
  money: number(showMoney),
  percent: number(showPercent),
  flag: value => (value ? 'Sim' : 'Não'),
  date: value => showDate(String(value)),
  instant: value => showInstant(String(value)),
  choice: (value, { options }) => options.choices?.[String(value)] ?? String(value),
  ref: value => nameOf(value),
  many: value => (Array.isArray(value) ? showInteger(value.length) : null),
} satisfies Record<Kind, (value: unknown, field: Field) => ReactNode>

/** Nothing to show: a dash for who sees, words for who hears. */
const empty = (
  <>
    <span aria-hidden>—</span>
    <span className="sr-only">sem valor</span>
  </>
)

export const Show = ({ field, value }: { readonly field: Field; readonly value: unknown }) =>
  value === null || value === undefined || value === '' ? empty : <>{shown[field.kind](value, field)}</>

const numeric: ReadonlySet<Kind> = new Set(['integer', 'decimal', 'money', 'percent'])
/** Numbers stand to the right, under each other. */
export const isNumeric = (field: Field | undefined) => field !== undefined && numeric.has(field.kind)
