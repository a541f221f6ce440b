// Numbers as columns of spreadsheets and files write them: with a decimal comma as in Brazil, or with a point.

/** Which sign begins the decimals of a number. */
export const decimalSigns = [',', '.'] as const
export type DecimalSign = (typeof decimalSigns)[number]

/** The numbers that can be read in one way only, by the sign of their decimals. */
const clearNumbers: Readonly<Record<DecimalSign, RegExp>> = {
  ',': /^-?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})$/,
  '.': /^-?(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})$/,
}
const doubtful = /^-?[1-9]\d{0,2}([.,])\d{3}$/
/** Digits of a number at most: none that anybody writes is longer. */
const longestNumeral = 40

const withoutSpaces = (text: string) => text.replace(/\s/g, '').replace('\u2212', '-')

/** How a column writes its decimals, by the numbers of it that prove it; both signs where two contradict. */
export function decimalSignsOf(texts: Iterable<string>): readonly DecimalSign[] {
  const found = new Set<DecimalSign>()
  for (const text of texts) {
    const number = text.length > longestNumeral ? '' : withoutSpaces(text)
    for (const sign of decimalSigns) if (!found.has(sign) && clearNumbers[sign].test(number)) found.add(sign)
    if (found.size === decimalSigns.length) break
  }
  return [...found]
}
/** The one sign a column's numbers prove; null where none does, or where two contradict. */
export function decimalSignOf(texts: Iterable<string>): DecimalSign | null {
  const [sign = null, other] = decimalSignsOf(texts)
  return other ? null : sign
}

const valueOf = (number: string, sign: DecimalSign) =>
  Number(number.replaceAll(sign === ',' ? '.' : ',', '').replace(sign, '.'))

/**
 * The number a text is; the two it may be, the larger first, where nothing says whether its sign separates thousands or
 * decimals; null where it is none.
 */
export function readNumeral(text: string, sign: DecimalSign | null = null): number | readonly [number, number] | null {
  const number = text.length > longestNumeral ? '' : withoutSpaces(text)
  if (/^-?\d+$/.test(number)) return Number(number)
  for (const each of decimalSigns) if (clearNumbers[each].test(number)) return valueOf(number, each)
  const [, written] = doubtful.exec(number) ?? []
  if (written === undefined) return null
  if (sign) return valueOf(number, sign)
  const whole = Number(number.replace(written, ''))
  return [whole, whole / 1_000]
}
