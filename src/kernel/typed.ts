import { readDate } from '#kernel/day.ts'

// These parse text typed in Portuguese into what is stored; they answer null rather than guess.

const grouped = /^-?\d{1,3}(\.\d{3})+(,\d+)?$/
const plainComma = /^-?\d+(,\d+)?$/
/** A spreadsheet's dot. '1.234' is not here: in Portuguese it is a thousand. */
const plainDot = /^-?\d+\.\d+$/

/** '1.234,5', '1234,50' and '1234.5' → 1234.5; '1.234' → 1234; '1,234.5' → null. */
export function typedNumber(text: string): number | null {
  const given = text.replace(/\s/g, '').replace('−', '-')
  const written = grouped.test(given)
    ? given.replaceAll('.', '').replace(',', '.')
    : plainComma.test(given)
      ? given.replace(',', '.')
      : plainDot.test(given)
        ? given
        : null
  return written === null ? null : finite(Number(written))
}

const finite = (value: number) => (Number.isFinite(value) ? value : null)

/** 'R$ 1.234,56' → 1234.56; more than two decimals is not money. */
export function typedMoney(text: string): number | null {
  const value = typedNumber(text.trim().replace(/^(-?)\s*R\$/, '$1'))
  return value !== null && Number(value.toFixed(2)) === value ? value : null
}

/** '18,00 %' and '18' → 18. */
export const typedPercent = (text: string) => typedNumber(text.replace(/%\s*$/, ''))

/** '20/11/2026', '20112026', '20-11-26' and '2026-11-20' → '2026-11-20'; null for a day that does not exist. */
export function typedDate(text: string, past = false): string | null {
  const found = readDate(text, { past })
  return typeof found === 'string' ? found : null
}
