import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { showDate, showMoney } from '#kernel/show.ts'
import { typedDate, typedMoney, typedNumber, typedPercent } from '#kernel/typed.ts'

test.each([
  ['1.234,5', 1234.5],
  ['1234,50', 1234.5],
  ['1234.5', 1234.5],
  ['1.234', 1234],
  ['1.234.567', 1234567],
  ['1234.567', 1234.567],
  [' -3 ', -3],
  ['0,5', 0.5],
  ['1,234.5', null],
  ['12.34,5', null],
  ['1,2,3', null],
  ['abc', null],
  ['', null],
  ['9'.repeat(400), null],
])('the number %j is read as %j', (typed, value) => {
  expect(typedNumber(typed)).toBe(value)
})

test.each([
  ['R$ 1.234,56', 1234.56],
  ['-R$ 0,50', -0.5],
  ['1234.56', 1234.56],
  ['0,005', null],
  ['R$', null],
])('the money %j is read as %j', (typed, value) => {
  expect(typedMoney(typed)).toBe(value)
})

test('a percent is read with or without its sign', () => {
  expect([typedPercent('18,00 %'), typedPercent('18'), typedPercent('%')]).toEqual([18, 18, null])
})

test.each([
  ['20/11/2026', '2026-11-20'],
  ['20112026', '2026-11-20'],
  ['201126', '2026-11-20'],
  ['5/3/26', '2026-03-05'],
  ['15/03/98', '1998-03-15'],
  ['07/30/2019', null],
  ['20-11-2026', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['31/02/2026', null],
  ['29/02/2024', '2024-02-29'],
  ['amanhã', null],
  ['', null],
])('the date %j is read as %j', (typed, day) => {
  expect(typedDate(typed)).toBe(day)
})

test('what is shown is read back the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), cents => {
      expect(typedMoney(showMoney(cents / 100))).toBe(cents / 100)
    }),
  )
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }), moment => {
      const day = moment.toISOString().slice(0, 10)
      expect(typedDate(showDate(day))).toBe(day)
    }),
  )
})
