import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalSignOf, readNumeral } from '#kernel/numeral.ts'

test.each<readonly [string, ReturnType<typeof readNumeral>]>([
  ['300', 300],
  ['0,512', 0.512],
  ['0.512', 0.512],
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['2,0480', 2.048],
  ['1.234,5', 1_234.5],
  ['1,234.5', 1_234.5],
  ['1.234.567', 1_234_567],
  ['1234,567', 1_234.567],
  ['1 234,5', 1_234.5],
  ['\u221212,5', -12.5],
  ['1.000', [1_000, 1]],
  ['1,250', [1_250, 1.25]],
  ['-1,250', [-1_250, -1.25]],
  ['', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['12.34,5', null],
  ['1,5 Mega', null],
  ['1e3', null],
])('the number %j is %j', (text, value) => expect(readNumeral(text)).toEqual(value))

test.each<readonly [readonly string[], ReturnType<typeof decimalSignOf>]>([
  [['300', '600'], null],
  [['1.000', '1,000'], null],
  [['300', '0,512', '1,024'], ','],
  [['0.5', '1.024'], '.'],
  [['1.250,00', '1.250'], ','],
  [['1,250.00', '1,250'], '.'],
  [['0,5', '0.5'], null],
  [[], null],
])('the column %j writes its decimals with %j', (texts, sign) => expect(decimalSignOf(texts)).toBe(sign))

test('in a column that proves its sign every number is what was written', () => {
  const thousandths = fc.integer({ min: 1, max: 10_000_000 }).map(each => each / 1_000)
  const write = (value: number, sign: ',' | '.') => String(value).replace('.', sign)
  fc.assert(
    fc.property(
      fc.array(thousandths, { minLength: 1 }),
      fc.constantFrom(',' as const, '.' as const),
      (values, sign) => {
        const texts = values.map(value => write(value, sign))
        const found = decimalSignOf(texts)
        const read = texts.map(text => [readNumeral(text, found)].flat())
        expect(read.map((each, at) => each.includes(values[at] ?? 0))).toEqual(values.map(() => true))
        expect(found !== null && read.some(({ length }) => length > 1)).toBe(false)
      },
    ),
  )
})
