import type { Field, Kind } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { showDate, showDecimal, showInstant, showInteger, showMoney, showPercent } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'

/** The name of a row a reference points to; its number where it has no name of its own. */
export type NameOf = (path: string, id: number) => string

const number = (show: (value: number) => string) => (value: unknown) => show(Number(value))

const showKind = {
  text: (value, { options: { format } }) => (format ? formats[format].show(String(value)) : String(value)),
  longtext: String,
  richtext: value =>
    String(value)
      .replace(/<[^<>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  integer: (value, { options: { plain } }) => (plain ? String(value) : showInteger(Number(value))),
  decimal: number(value => showDecimal(value)),
  money: number(showMoney),
  percent: number(showPercent),
  flag: value => (value ? 'Sim' : 'Não'),
  date: value => showDate(String(value)),
  instant: value => showInstant(String(value)),
  choice: (value, { options }) => options.choices?.[String(value)] ?? String(value),
  ref: (value, { options: { to = '' } }, nameOf) => nameOf(to, Number(value)),
  words: value => (Array.isArray(value) ? join(value.map(String)) : ''),
  metas: value => (Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'campo' : 'campos'}` : ''),
  many: value => {
    const n = Array.isArray(value) ? value.length : 0
    return n === 1 ? '1 linha' : `${n} linhas`
  },
} satisfies Record<Kind, (value: unknown, field: Field, nameOf: NameOf) => string>

/** A value as people read it; null where there was none. */
export const sayValue = (field: Field, value: unknown, nameOf: NameOf): string | null =>
  value === null || value === undefined || value === '' ? null : showKind[field.kind](value, field, nameOf)
