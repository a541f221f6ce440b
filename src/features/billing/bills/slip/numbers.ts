import { dayAfter, daysTo } from '#kernel/clock.ts'
import { mod10, restOf11 } from '#features/billing/bills/slip/digits.ts'

// A boleto has these bars and this line (Carta-Circular BCB 2.926/2000 and Febraban's rules): 44 digits under the
// bars, of bank (3), currency 9, check digit, days until it is due (4), cents (10) and 25 of the bank's own.

/** The first day that was counted; 1000 days later is the first factor in use. */
const dayZero = '1997-10-07'
const [lowest, highest] = [1_000, 9_999]
/** Days between two dates of one factor. */
const cycle = highest - lowest + 1
/** Cents that ten digits hold. */
export const mostCents = 9_999_999_999

/** What the bars of a bank's boleto say. */
export interface SlipFields {
  /** Three digits: '756'. */
  readonly bank: string
  /** 'AAAA-MM-DD'; null if the slip has none. */
  readonly due_date: string | null
  /** Zero where the payer says how much. */
  readonly cents: number
  /** The 25 digits of the bank's own. */
  readonly free: string
}
export interface ReadSlip extends SlipFields {
  readonly kind: 'banco'
  readonly bars: string
}
/** A utility bill or a tax guide comes from other issuers: its 48 digits give the amount, but no due date. */
export interface ReadCollection {
  readonly kind: 'arrecadacao'
  readonly bars: string
  readonly cents: number | null
}

/** The last day that has a factor (9999 of its second round): after it there is no rule yet. */
export const lastSlipDay = '2049-10-13'

/** The factor of a day: 1000 was 03/07/2000, and 22/02/2025 again. Throws a RangeError where a day has no factor. */
export function factorOf(due_date: string): string {
  const days = daysTo(due_date, dayZero)
  if (!(days >= lowest) || due_date > lastSlipDay) throw new RangeError(`${due_date} has no factor`)
  return String(lowest + ((days - lowest) % cycle)).padStart(4, '0')
}

/** The day of a factor: of those that share it, the one nearest to `reference`. Null where it says none. */
export function dayOfFactor(factor: string, reference: string): string | null {
  const days = Number(factor)
  if (days < lowest) return null
  const first = dayAfter(dayZero, days)
  const rounds = Math.max(0, Math.round(daysTo(reference, first) / cycle))
  return dayAfter(first, rounds * cycle)
}

/** The check digit of the bars, over the other 43. */
const barsDigit = (others: string) => {
  const digit = 11 - restOf11(others)
  return digit > 9 ? '1' : String(digit)
}

/** The 44 digits under the bars. Throws where a part does not fit: what comes here was checked. */
export function barsOf({ bank, due_date, cents, free }: SlipFields): string {
  if (!/^\d{3}$/.test(bank) || !/^\d{25}$/.test(free) || !Number.isInteger(cents) || cents < 0 || cents > mostCents)
    throw new RangeError('a part of the bars does not fit')
  const rest = `${due_date === null ? '0000' : factorOf(due_date)}${String(cents).padStart(10, '0')}${free}`
  return `${bank}9${barsDigit(`${bank}9${rest}`)}${rest}`
}

/** The 47 digits people type, as they are printed: three fields with a digit each, that of the bars, factor and value. */
export function lineOf(bars: string): string {
  const fields = [bars.slice(0, 4) + bars.slice(19, 24), bars.slice(24, 34), bars.slice(34, 44)]
  const shown = fields.map(field => {
    const whole = field + mod10(field)
    return `${whole.slice(0, 5)}.${whole.slice(5)}`
  })
  return [...shown, bars.slice(4, 5), bars.slice(5, 19)].join(' ')
}

const withoutMarks = (typed: string) => typed.replace(/[\s.-]/g, '')

/** The bars of a bank's line of 47 digits; null where a digit contradicts the others. */
function barsOfLine(line: string): string | null {
  const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)]
  if (fields.some(field => mod10(field.slice(0, -1)) !== field.slice(-1))) return null
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31)
  return line.slice(0, 4) + line.slice(32) + free
}

/** Eleven digits and theirs, four times; the third digit says by which rule they are checked. */
const blockDigit = (bars: string, digits: string) => {
  if ('67'.includes(bars.charAt(2))) return mod10(digits)
  const rest = restOf11(digits)
  return rest < 2 ? '0' : String(11 - rest)
}
function readCollection(digits: string): ReadCollection | null {
  const blocks = digits.length === 48 ? (digits.match(/\d{12}/g) ?? []) : null
  const bars = blocks ? blocks.map(block => block.slice(0, 11)).join('') : digits
  if (!'6789'.includes(bars.charAt(2))) return null
  if (blocks?.some(block => blockDigit(bars, block.slice(0, 11)) !== block.slice(11))) return null
  if (blockDigit(bars, bars.slice(0, 3) + bars.slice(4)) !== bars.charAt(3)) return null
  // Of 7 and 9 the amount is counted in something else than reais.
  return { kind: 'arrecadacao', bars, cents: '68'.includes(bars.charAt(2)) ? Number(bars.slice(4, 15)) : null }
}

/**
 * Reads a boleto's line or the digits under its bars; answers null unless every check digit is right. One factor fits days 9.000
 * apart: `reference`, 'AAAA-MM-DD', selects one.
 */
export function readSlip(typed: string, reference: string): ReadSlip | ReadCollection | null {
  const digits = withoutMarks(typed)
  if (!/^(\d{44}|\d{47}|\d{48})$/.test(digits)) return null
  if (digits.length === 48 || (digits.length === 44 && digits.startsWith('8')))
    return digits.startsWith('8') ? readCollection(digits) : null
  const bars = digits.length === 47 ? barsOfLine(digits) : digits
  if (bars === null || bars.charAt(3) !== '9' || barsDigit(bars.slice(0, 4) + bars.slice(5)) !== bars.charAt(4))
    return null
  return {
    kind: 'banco',
    bars,
    bank: bars.slice(0, 3),
    due_date: dayOfFactor(bars.slice(5, 9), reference),
    cents: Number(bars.slice(9, 19)),
    free: bars.slice(19),
  }
}
