import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chargeOn,
  costOn,
  daysLate,
  splitByRate,
  splitDebtFirst,
  type LateRates,
} from '#features/billing/bills/bill/charges.ts'
import { bankDayFrom, firstDueInTime } from '#kernel/calendar.ts'
import { dayAfter, daysTo } from '#kernel/clock.ts'

const usual: LateRates = { fine: 2, interest: 1 }

test.each([
  // Fridays that are holidays, Carnival's Monday and Tuesday, Christmas, the year's end.
  ['2026-11-20', '2026-11-23'],
  ['2026-12-25', '2026-12-28'],
  ['2027-01-01', '2027-01-04'],
  ['2026-06-04', '2026-06-05'],
  ['2026-11-15', '2026-11-16'],
  ['2026-04-03', '2026-04-06'],
  ['2026-02-14', '2026-02-18'],
  ['2026-02-16', '2026-02-18'],
  ['2026-11-25', '2026-11-25'],
])('what falls due on %s may be paid on %s', (due, day) => {
  expect(bankDayFrom(due)).toBe(day)
  expect(daysLate(due, day)).toBe(0)
  const tomorrow = dayAfter(day, 1)
  expect(daysLate(due, tomorrow), 'counted from the due day itself').toBe(daysTo(tomorrow, due))
})

test.each<[cents: number, due: string, on: string, days: number, fine: number, interest: number]>([
  [100_000, '2026-11-10', '2026-11-10', 0, 0, 0],
  [100_000, '2026-11-10', '2026-11-11', 1, 2_000, 33],
  [100_000, '2026-11-10', '2026-11-25', 15, 2_000, 500],
  [100_000, '2026-11-10', '2026-12-10', 30, 2_000, 1_000],
  // A Saturday: on Monday it is in time, and on Tuesday three days late (500,00 due on 12/12, paid on 15/12: 0,50).
  [100_000, '2026-11-14', '2026-11-16', 0, 0, 0],
  [100_000, '2026-11-14', '2026-11-17', 3, 2_000, 100],
  [50_000, '2026-12-12', '2026-12-15', 3, 1_000, 50],
  // Carnival: five days are five.
  [100_000, '2026-02-14', '2026-02-19', 5, 2_000, 167],
  // Half a cent is a cent.
  [25, '2026-11-10', '2026-11-11', 1, 1, 0],
  [123_456, '2026-11-10', '2026-11-22', 12, 2_469, 494],
  // A leap day, and a year.
  [86_000, '2024-02-28', '2024-03-01', 2, 1_720, 57],
  [99_999_999_999, '2025-11-10', '2026-11-10', 365, 2_000_000_000, 12_166_666_667],
])('%i cents due on %s, paid on %s', (cents, due, on, days, fine, interest) => {
  expect(chargeOn(cents, due, on, usual)).toEqual({ days, fine, interest })
})

test('a bill is late exactly from the first day on which its due day is before the earliest in time', () => {
  const any = fc.integer({ min: 0, max: 12_000 }).map(days => dayAfter('2015-01-01', days))
  fc.assert(
    fc.property(any, fc.integer({ min: -12, max: 12 }), (due, away) => {
      const on = dayAfter(due, away)
      expect(due < firstDueInTime(on)).toBe(daysLate(due, on) > 0)
    }),
    { numRuns: 5_000 },
  )
})

test.each<[on: string, discount: number, total: number]>([
  ['2026-12-03', 5_000, 95_000],
  ['2026-12-04', 5_000, 95_000],
  ['2026-12-05', 0, 100_000],
  ['2026-12-10', 0, 100_000],
  ['2026-12-11', 0, 102_033],
])('a discount of 50,00 up to 04/12, paid on %s', (on, discount, total) => {
  const debt = { left: 100_000, due: '2026-12-10', early: { cents: 5_000, until: '2026-12-04' }, rates: usual }
  expect(costOn(debt, on)).toMatchObject({ discount, total })
})

const cents = fc.integer({ min: 1, max: 10_000_000_00 })
const rates = fc.record({
  fine: fc.integer({ min: 0, max: 1_000 }).map(n => n / 100),
  interest: fc.integer({ min: 0, max: 1_000 }).map(n => n / 100),
})
const late = fc.integer({ min: -40, max: 400 }).map(days => dayAfter('2026-11-10', days))

test('however money divides, its parts come to it, and nothing of them is negative or too much', () => {
  const discount = fc.option(fc.record({ cents, until: late }), { nil: null })
  fc.assert(
    fc.property(cents, cents, rates, late, discount, (paid, left, rate, on, early) => {
      const debt = { left, due: '2026-11-10', early, rates: rate }
      const whole = costOn(debt, on)
      for (const split of [splitByRate, splitDebtFirst]) {
        const { settled, fine, interest, discount, over } = split(paid, debt, on)
        expect(settled - discount + fine + interest + over).toBe(paid)
        expect(Math.min(settled, fine, interest, discount, over)).toBeGreaterThanOrEqual(0)
        expect(settled).toBeLessThanOrEqual(left)
        expect(discount).toBeLessThanOrEqual(whole.discount)
        expect(discount === 0 || settled === left, 'a discount is for paying all of it').toBe(true)
        expect(paid < whole.total || settled === left, 'the price settles all of it').toBe(true)
        const isWhole = settled === left && fine === whole.fine && interest === whole.interest
        expect(over === 0 || isWhole).toBe(true)
      }
    }),
    { numRuns: 3_000 },
  )
})

test('in parts on one day costs what it costs at once, but for a cent or two a part', () => {
  fc.assert(
    fc.property(
      cents,
      fc.array(fc.double({ min: 0.05, max: 0.9, noNaN: true }), { maxLength: 6 }),
      rates,
      (left, shares, rate) => {
        const [debt, on] = [{ due: '2026-11-10', early: null, rates: rate }, '2026-12-01']
        const once = chargeOn(left, debt.due, on, rate)
        let [owed, paid] = [left, 0]
        for (const share of shares) {
          const part = Math.round((left + once.fine + once.interest) * share)
          const { settled, over } = splitByRate(part, { ...debt, left: owed }, on)
          paid += part - over
          owed -= settled
        }
        const rest = chargeOn(owed, debt.due, on, rate)
        const all = paid + owed + rest.fine + rest.interest
        expect(Math.abs(all - (left + once.fine + once.interest))).toBeLessThanOrEqual(2 * (shares.length + 1))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a day later never costs less', () => {
  fc.assert(
    fc.property(cents, rates, late, (left, rate, on) => {
      const [one, other] = [on, dayAfter(on, 1)].map(day => chargeOn(left, '2026-11-10', day, rate))
      expect((other?.fine ?? 0) + (other?.interest ?? 0)).toBeGreaterThanOrEqual(
        (one?.fine ?? 0) + (one?.interest ?? 0),
      )
    }),
  )
})
