// Numbers as columns of spreadsheets and files write them: with a decimal comma as in Brazil, or with a point.

/** Which sign begins the decimals of a number. */
export type DecimalSign = ',' | '.'

/** The numbers that can be read in one way only, by the sign of their decimals. */
const sure: Readonly<Record<DecimalSign, RegExp>> = {
  ',': /^-?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})$/,
  '.': /^-?(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})$/,
}
const doubtful = /^-?[1-9]\d{0,2}([.,])\d{3}$/
/** Digits of a number at most: none that anybody writes is longer. */
const longest = 40

const bare = (text: string) => text.replace(/\s/g, '').replace('\u2212', '-')

/** How a column writes its decimals, by the numbers of it that prove it; null where none does, or where two contradict. */
export function decimalSignOf(texts: Iterable<string>): DecimalSign | null {
  const found = { ',': false, '.': false }
  for (const text of texts) {
    const number = text.length > longest ? '' : bare(text)
    for (const sign of [',', '.'] as const) found[sign] ||= sure[sign].test(number)
  }
  return found[','] === found['.'] ? null : found[','] ? ',' : '.'
}

const valueOf = (number: string, sign: DecimalSign) =>
  Number(number.replaceAll(sign === ',' ? '.' : ',', '').replace(sign, '.'))

/**
 * The number a text is; the two it may be, the larger first, where nothing says whether its sign separates thousands or
 * decimals; null where it is none.
 */
export function readNumeral(text: string, sign: DecimalSign | null = null): number | readonly [number, number] | null {
  const number = text.length > longest ? '' : bare(text)
  if (/^-?\d+$/.test(number)) return Number(number)
  for (const each of [',', '.'] as const) if (sure[each].test(number)) return valueOf(number, each)
  const [, written] = doubtful.exec(number) ?? []
  if (written === undefined) return null
  if (sign) return valueOf(number, sign)
  const whole = Number(number.replace(written, ''))
  return [whole, whole / 1_000]
}
