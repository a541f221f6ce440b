/** The sum of the digits' products by weights that go round, from the right. */
const weighed = (digits: string, weights: readonly number[], whole = (product: number) => product) =>
  [...digits]
    .toReversed()
    .reduce((sum, digit, at) => sum + whole(Number(digit) * (weights[at % weights.length] ?? 0)), 0)

/** Digits of a product added up: 14 counts 5. */
const folded = (product: number) => (product > 9 ? product - 9 : product)

/** The check digit of mod 10: weights 2, 1 from the right. */
export const mod10 = (digits: string) => String((10 - (weighed(digits, [2, 1], folded) % 10)) % 10)

/** What the weights 2 to `most` from the right leave of eleven. */
export const restOf11 = (digits: string, most = 9) =>
  weighed(
    digits,
    Array.from({ length: most - 1 }, (_, at) => at + 2),
  ) % 11

/** What the weights of a bank, from the left, leave of eleven. */
export const restByWeights = (digits: string, weights: readonly number[]) =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (weights[at % weights.length] ?? 0), 0) % 11
