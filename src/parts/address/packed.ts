// Whole numbers as few letters, one after another: five bits a letter, the sign in the lowest, and a mark while more follow.

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Map([...letters].map((letter, value) => [letter, value]))

export function packNumbers(numbers: readonly number[]): string {
  let packed = ''
  for (const number of numbers) {
    let left = number < 0 ? -2 * number - 1 : 2 * number
    do {
      const five = left % 32
      left = Math.floor(left / 32)
      packed += letters[left ? five + 32 : five]
    } while (left)
  }
  return packed
}

/** Throws an Error for what was never packed. */
export function unpackNumbers(packed: string): readonly number[] {
  const numbers: number[] = []
  let [number, weight] = [0, 1]
  for (const letter of packed) {
    const value = values.get(letter)
    if (value === undefined) throw new Error(`“${letter}” stands in no packed number`)
    number += (value % 32) * weight
    weight *= 32
    if (value >= 32) continue
    numbers.push(number % 2 ? -(number + 1) / 2 : number / 2)
    ;[number, weight] = [0, 1]
  }
  return numbers
}
