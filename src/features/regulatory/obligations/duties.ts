import { isBankDay } from '#kernel/calendar.ts'
import { showDate } from '#kernel/show.ts'
import { compare, label, lastDayFor, next, periodOf, shift, type Period } from '#parts/period/period.ts'
import type { Rule } from '#features/regulatory/obligations/rules.ts'

/** One time an obligation falls due. Days are 'AAAA-MM-DD'. */
export interface Duty {
  readonly rule: Rule
  /** What it speaks of, and its key beside the rule's: '2026-10', '2026-S1', '2026'. */
  readonly period: string
  /** 'out/2026', '1º semestre de 2026', '2026'; none where it happens once. */
  readonly label: string | null
  /** The month a coleta is about. */
  readonly month: Period | null
  readonly opens: string | null
  /** The office's own deadline; null where there is none. */
  readonly cutoff: string | null
  /** The day the rule says. */
  readonly legal: string
  /** Its last day, the one shown large at every door: after it the duty is late. */
  readonly due: string
}

/** Every duty due on a day from `from` to `to`, in the order they fall due. */
export function dutiesBetween(rules: readonly Rule[], from: string, to: string): readonly Duty[] {
  return rules
    .flatMap(rule => dutiesOf(rule, from, to))
    .filter(
      ({ rule: { since = '', until = '9999' }, legal, due }) =>
        legal >= since && legal <= until && due >= from && due <= to,
    )
    .toSorted((one, other) => one.due.localeCompare(other.due))
}

/** The duty of these names; null when no rule has such a one. */
export function dutyOf(rules: readonly Rule[], id: string, period: string): Duty | null {
  const year = Number(period.slice(0, 4))
  if (!(year >= 2000 && year <= 2100)) return null
  const near = dutiesBetween(rules, `${year - 1}-12-01`, `${year + 2}-01-31`)
  return near.find(duty => duty.rule.id === id && duty.period === period) ?? null
}

/** 'FUST: declaração no SFUST e pagamento, out/2026'. */
export const dutyTitle = ({ name, label: of }: { readonly name: string; readonly label: string | null }) =>
  of === null ? name : `${name}, ${of}`

function dutiesOf(rule: Rule, from: string, to: string): readonly Duty[] {
  const { when } = rule
  if ('monthly' in when) {
    const { due, cutoff } = when.monthly
    return months(shift(periodOf(from), -2), periodOf(to)).map(month => ({
      rule,
      ...monthOf(month),
      month,
      opens: null,
      cutoff: cutoff?.(month) ?? null,
      ...daysOf(rule, due(month)),
    }))
  }
  if ('once' in when)
    return [
      {
        rule,
        period: when.once.slice(0, 4),
        label: null,
        month: null,
        opens: null,
        cutoff: null,
        ...daysOf(rule, when.once),
      },
    ]
  const first = Number(from.slice(0, 4))
  // What is due on a first of January is paid in the December before.
  const years = Array.from({ length: Number(to.slice(0, 4)) + 2 - first }, (_, i) => first + i)
  return years.flatMap(year =>
    when.yearly.map(({ opens, cutoff, due, year: back, half, one }) => ({
      rule,
      ...(one ? monthOf(periodOf(`${year}-${due}`)) : yearOf(year + back, half)),
      month: null,
      opens: opens ? `${year}-${opens}` : null,
      cutoff: cutoff ? `${year}-${cutoff}` : null,
      ...daysOf(rule, `${year}-${due}`),
    })),
  )
}

const monthOf = (month: Period) => ({
  period: `${month.year}-${String(month.month).padStart(2, '0')}`,
  label: label(month),
})
const yearOf = (year: number, half?: 1 | 2) =>
  half
    ? { period: `${year}-S${half}`, label: `${half}º semestre de ${year}` }
    : { period: String(year), label: String(year) }

const daysOf = ({ paid }: Rule, legal: string) => ({ legal, due: lastDayFor(legal, paid !== undefined) })

const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

/** Why it is due on that day, where the day the rule says has no banking: what moves it, or that nothing does. */
export function legalDayInWords({ rule: { paid }, legal, due }: Pick<Duty, 'rule' | 'legal' | 'due'>): string | null {
  if (due !== legal) return `a data é ${showDate(legal)}, sem expediente bancário: ${paid}`
  if (isBankDay(due)) return null
  const weekday = new Date(`${due}T00:00:00Z`).getUTCDay()
  const day = weekday === 0 || weekday === 6 ? weekdays[weekday] : 'feriado'
  return `cai em ${day}, e nenhuma regra muda o dia`
}

function months(first: Period, last: Period): readonly Period[] {
  return compare(first, last) > 0 ? [] : [first, ...months(next(first), last)]
}
