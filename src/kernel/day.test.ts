import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn } from '#kernel/clock.ts'
import { date } from '#kernel/field.ts'
import { dayOrders, dayOrdersOf, readDate, type DayOrder } from '#kernel/day.ts'
import { draftSchema } from '#kernel/schema.ts'

test.each<readonly [readonly string[], readonly DayOrder[]]>([
  [['12/03/2018', '04/05/2020'], []],
  [['07/30/2019', '12/03/2018'], ['mes']],
  [['30/07/2019 10:00', '12/03/2018'], ['dia']],
  [
    ['07/30/2019', '30/07/2019'],
    ['mes', 'dia'],
  ],
  [['2018-12-03', '31/02/2019', '05/05/2020', ''], []],
])('the column %j begins its dates by %j', (texts, orders) => expect(dayOrdersOf(texts)).toEqual(orders))

test.each<readonly [string, readonly DayOrder[], ReturnType<typeof readDate>]>([
  ['12/03/2018', [], '2018-03-12'],
  ['12/03/2018', ['dia'], '2018-03-12'],
  ['12/03/2018', ['mes'], '2018-12-03'],
  ['12/03/2018', ['dia', 'mes'], ['2018-03-12', '2018-12-03']],
  ['05/05/2020', ['dia', 'mes'], '2020-05-05'],
  ['07/30/2019', [], null],
  ['07/30/2019', ['dia', 'mes'], '2019-07-30'],
  ['30/07/2019', ['mes'], '2019-07-30'],
  ['2018-12-03', ['dia', 'mes'], '2018-12-03'],
])('%j in a column of %j is %j', (text, orders, day) => expect(readDate(text, { orders })).toEqual(day))

const two = (part: number) => String(part).padStart(2, '0')
test('a column reads back what it wrote, or asks, and never another day', () => {
  const anyDay = fc.record({
    year: fc.integer({ min: 1950, max: 2060 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(anyDay, fc.constantFrom(...dayOrders)), { maxLength: 8 }), column => {
      const texts = column.map(([{ year, month, day }, order]) =>
        (order === 'dia' ? [day, month, year] : [month, day, year]).join('/'),
      )
      const orders = dayOrdersOf(texts)
      column.forEach(([{ year, month, day }, order], at) => {
        // Where every proof is of one order, or there is none and Brazil's is taken, a date of the other is nobody's to know.
        if (orders.length < 2 && order !== (orders[0] ?? 'dia')) return
        expect([readDate(texts[at] ?? '', { orders })].flat()).toContain(`${year}-${two(month)}-${two(day)}`)
      })
    }),
  )
})

test('a year of two digits is the nearest that fits', () => {
  const year = Number(dayIn(new Date()).day.slice(0, 4))
  for (let away = -49; away <= 50; away++) {
    const text = `01/01/${two((year + away) % 100)}`
    expect(readDate(text)).toBe(`${year + away}-01-01`)
    expect(readDate(text, { past: true })).toBe(`${away > 0 ? year + away - 100 : year + away}-01-01`)
  }
})

test('what can only be past is refused of a day to come', () => {
  const schema = draftSchema({ born: date('Nascimento', { past: true }), ends: date('Fim') })
  expect(schema.safeParse({ born: dayIn(new Date()).day, ends: '2098-03-15' }).success).toBe(true)
  expect(schema.safeParse({ born: '2098-03-15' }).error?.issues[0]?.message).toBe(
    'Este dia ainda não chegou. Confira a data.',
  )
})
