import { periodsSearched, type WrittenPeriod } from '#parts/period/written.ts'
import { periodOf, type Period } from '#parts/period/period.ts'

/** What somebody typed, read once for all kinds. */
export interface PaletteWords {
  /** The words to be found in a row. */
  readonly text: string
  /** An id, and the word before it that says of what. */
  readonly number: { readonly value: number; readonly after: string } | null
  /** The months that are meant, and the words besides them. */
  readonly months: readonly Period[]
  readonly besides: string
  /** A year was typed with each month. */
  readonly isDated: boolean
}

/** A number with its punctuation, or a CNPJ, which may have letters. */
const isCode = (word: string) => !/\p{L}/u.test(word) || (/^\d/.test(word) && word.replace(/[./-]/g, '').length >= 8)
/** Codes stay whole, because their columns are compared without punctuation; other words are compared without any. */
const pieces = (word: string) => (isCode(word) ? [word] : word.split(/[^\p{L}\p{N}]+/u))
const comparable = (text: string) =>
  text
    .split(/\s+/u)
    .flatMap(pieces)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
    .join(' ')

/** A month without a year is the last one of this name, and the one a year before. */
function monthsOf({ year, month }: WrittenPeriod, today: string): readonly Period[] {
  if (month === null) return []
  if (year !== null) return [{ year, month }]
  const { year: thisYear, month: thisMonth } = periodOf(today)
  const last = month <= thisMonth ? thisYear : thisYear - 1
  return [
    { year: last, month },
    { year: last - 1, month },
  ]
}

/** Each month is a part of the statement. */
const mostMonths = 4

/** Reads what somebody typed; `today` is 'AAAA-MM-DD'. */
export function readPaletteWords(typed: string, today: string): PaletteWords {
  const text = typed.trim()
  const [, after = '', digits] = /^(#|[\p{L}º°]+\.?)?\s*(\d{1,9})$/u.exec(text) ?? []
  const { said, rest } = periodsSearched(text)
  return {
    text: comparable(text),
    number: digits ? { value: Number(digits), after: after.toLowerCase() } : null,
    months: said.flatMap(({ period }) => monthsOf(period, today)).slice(0, mostMonths),
    besides: said.length ? comparable(rest) : '',
    isDated: said.length > 0 && said.every(({ period }) => period.year !== null),
  }
}

/** Whether a word is long enough for the indexes: shorter ones are looked for only at the beginning of a word. */
export const isLongEnough = (text: string) => text.split(' ').some(word => /[\p{L}\p{N}]{3}/u.test(word))
