import { foldText } from '#kernel/text.ts'
import type { Period } from '#parts/period/period.ts'

/** A month as a file writes it; null what it leaves out. */
export interface WrittenPeriod {
  readonly year: number | null
  readonly month: number | null
}

const months = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
const names = months.map(name => `${name}|${name.slice(0, 3)}`).join('|')
const year = '(20\\d\\d)'
const month = '(1[0-2]|0?[1-9])'
const day = '(?:3[01]|[12]\\d|0?[1-9])'
const gap = '\\s*[/._-]\\s*'
const monthOf = (name: string) => months.findIndex(each => each.slice(0, 3) === name.slice(0, 3)) + 1
const yearOf = (text: string) => Number(text.padStart(4, '20'))

type PeriodReader = (parts: readonly string[]) => WrittenPeriod | null
const full = `${day}${gap}${month}${gap}${year}`
const monthThenYear: PeriodReader = ([, of = '', in_ = '']) => ({ year: Number(in_), month: Number(of) })
const yearThenMonth: PeriodReader = ([, in_ = '', of = '']) => ({ year: Number(in_), month: Number(of) })
const monthAlone: PeriodReader = ([, name = '']) => ({ year: null, month: monthOf(name) })
/** How a text writes a month, the longest ways first; what reads as null is a day, which is none. */
const monthReaders: readonly (readonly [RegExp, PeriodReader])[] = [
  [
    new RegExp(`(?<!\\d)${full}\\s*(?:a|ate|-|e)\\s*${full}(?!\\d)`, 'g'),
    ([, first = '', of = '', last = '', to = '']) =>
      first === last && of === to ? { year: Number(of), month: Number(first) } : null,
  ],
  [new RegExp(`(?<!\\d)(?:${full}|${year}${gap}${month}${gap}${day})(?!\\d)`, 'g'), () => null],
  [
    new RegExp(`\\b(${names})(?:\\s+de)?(?:${gap}|\\s+|(?=\\d))(20\\d\\d|\\d\\d)(?!\\d)`, 'g'),
    ([, name = '', of = '']) => ({ year: yearOf(of), month: monthOf(name) }),
  ],
  [new RegExp(`(?<!\\d)${month}${gap}${year}(?!\\d)`, 'g'), monthThenYear],
  [new RegExp(`(?<!\\d)${year}(?:${gap})?(1[0-2]|0[1-9])(?!\\d)`, 'g'), yearThenMonth],
  [new RegExp(`\\b(${months.join('|')})\\b`, 'g'), monthAlone],
]
/** Only searches write a month like this: its six digits, a year of two digits, or three letters alone. */
const searched: readonly (readonly [RegExp, PeriodReader])[] = [
  [new RegExp(`(?<![\\d.,/-])(0[1-9]|1[0-2])${year}(?![\\d.,/-])`, 'g'), monthThenYear],
  [
    new RegExp(`(?<![\\d.,/-])(1[0-2]|0?[1-9])/(\\d\\d)(?![\\d.,/-])`, 'g'),
    ([, of = '', in_ = '']) => ({ year: yearOf(in_), month: Number(of) }),
  ],
  [new RegExp(`\\b(${months.map(name => name.slice(0, 3)).join('|')})\\b`, 'g'), monthAlone],
]

interface ScannedPeriod {
  readonly text: string
  readonly period: WrittenPeriod | null
}
/** It replaces a removed text: no text contains it. */
const hole = '\ue000'
/** What the patterns find, each text once, and what is left between. */
function scan(text: string, patterns: typeof monthReaders) {
  const found: ScannedPeriod[] = []
  let rest = foldText(text.slice(0, 400)).replace(/_/g, ' ')
  for (const [pattern, read] of patterns)
    rest = rest.replace(pattern, (...parts: string[]) => {
      found.push({ text: parts[0] ?? '', period: read(parts) })
      return ` ${hole} `
    })
  return { found, rest: rest.replaceAll(hole, ' ') }
}

/**
 * The months a text says: 'Setembro/2026', 'set-26', '09/2026', '2026-09', '202609', '01/09/2026 a 30/09/2026'. A day
 * alone is none, for a report says when it was made too.
 */
export const periodsIn = (text: string): readonly WrittenPeriod[] =>
  scan(text, monthReaders).found.flatMap(({ period }) => period ?? [])

/** The months somebody looks for, each with the text that says it, and what else is looked for: also '092026', '09/26' and 'set'. */
export function periodsSearched(search: string) {
  const { found, rest } = scan(search, [...monthReaders, ...searched])
  const said = found.flatMap(({ text, period }) => (period ? [{ text, period }] : []))
  const others = found.filter(({ period }) => !period).map(({ text }) => text)
  return { said, rest: said.length ? [rest, ...others].join(' ') : search }
}

/** The month a cell of a column of months says: also a day of it, the number of a month, or a year. */
export function periodCell(text: string): WrittenPeriod | null {
  const given = foldText(text.trim())
  if (/^(1[0-2]|0?[1-9])$/.test(given)) return { year: null, month: Number(given) }
  if (/^20\d\d$/.test(given)) return { year: Number(given), month: null }
  const name = months.findIndex(each => each === given || each.slice(0, 3) === given)
  if (name >= 0) return { year: null, month: name + 1 }
  const [, dayMonth, dayYear, isoYear, isoMonth] =
    new RegExp(`^${day}${gap}${month}${gap}${year}(?: .*)?$|^${year}-(\\d\\d)-\\d\\d(?:[ t].*)?$`).exec(given) ?? []
  if (dayMonth && dayYear) return { year: Number(dayYear), month: Number(dayMonth) }
  if (isoYear && isoMonth) return { year: Number(isoYear), month: Number(isoMonth) }
  const [only, ...more] = periodsIn(given)
  return only && !more.length ? only : null
}

export const isPeriod = (written: WrittenPeriod, { year: of, month: in_ }: Period) =>
  (written.year ?? of) === of && (written.month ?? in_) === in_

/** 'set/2026', 'setembro', '2025'. */
export const showWritten = ({ year: of, month: in_ }: WrittenPeriod) =>
  [in_ === null ? '' : of === null ? (months[in_ - 1] ?? '') : (months[in_ - 1] ?? '').slice(0, 3), of ?? '']
    .filter(each => each !== '')
    .join('/')
    .replace('marco', 'março')
