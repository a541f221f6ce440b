/** A dark bar: where it begins and how wide it is, in modules. */
export type Bar = readonly [at: number, width: number]

/** Narrow and wide bars of each digit (ISO/IEC 16390, interleaved 2 of 5). */
const wides = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'] as const
const wide = 3

/** How many modules 44 digits take: 4 to begin, 18 a pair, 5 to end. */
export const barsWidth = 405

/** Draws an even number of digits: bars encode the first of each pair, and spaces the second. */
export function barsDrawn(digits: string): readonly Bar[] {
  const widths = [1, 1, 1, 1]
  for (let at = 0; at < digits.length; at += 2) {
    const [dark, light] = [wides[Number(digits[at])] ?? '', wides[Number(digits[at + 1])] ?? '']
    for (let i = 0; i < 5; i++) widths.push(dark[i] === '1' ? wide : 1, light[i] === '1' ? wide : 1)
  }
  widths.push(wide, 1, 1)
  const bars: Bar[] = []
  let at = 0
  for (const [i, width] of widths.entries()) {
    if (i % 2 === 0) bars.push([at, width])
    at += width
  }
  return bars
}
