import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bankDayFrom,
  chargeOn,
  daysLate,
  ratesAt,
  splitByRate,
  splitDebtFirst,
  type LateRates,
} from '#features/billing/bills/bill/charges.ts'
import { dayAfter } from '#kernel/clock.ts'

const usual: LateRates = { since: '2000-01-01', fine: 2, interest: 1 }

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
  expect(daysLate(due, dayAfter(day, 1))).toBe(1)
})

test.each<[cents: number, due: string, on: string, days: number, fine: number, interest: number]>([
  [100_000, '2026-11-10', '2026-11-10', 0, 0, 0],
  [100_000, '2026-11-10', '2026-11-11', 1, 2_000, 33],
  [100_000, '2026-11-10', '2026-11-25', 15, 2_000, 500],
  [100_000, '2026-11-10', '2026-12-10', 30, 2_000, 1_000],
  // A Saturday: on Monday it is in time, and on Tuesday a day late.
  [100_000, '2026-11-14', '2026-11-16', 0, 0, 0],
  [100_000, '2026-11-14', '2026-11-17', 1, 2_000, 33],
  // Half a cent is a cent.
  [25, '2026-11-10', '2026-11-11', 1, 1, 0],
  [123_456, '2026-11-10', '2026-11-22', 12, 2_469, 494],
  // A leap day, and a year.
  [86_000, '2024-02-28', '2024-03-01', 2, 1_720, 57],
  [99_999_999_999, '2025-11-10', '2026-11-10', 365, 2_000_000_000, 12_166_666_667],
])('%i cents due on %s, paid on %s', (cents, due, on, days, fine, interest) => {
  expect(chargeOn(cents, due, on, usual)).toEqual({ days, fine, interest })
})

test('the rates are those that stood on the day a bill fell due', () => {
  const all = [usual, { since: '2026-06-01', fine: 1, interest: 0.5 }]
  expect(ratesAt(all, '2026-05-31')).toBe(all[0])
  expect(ratesAt(all, '2026-06-01')).toBe(all[1])
  expect(ratesAt(all, '1999-12-31')).toMatchObject({ fine: 0, interest: 0 })
})

const cents = fc.integer({ min: 1, max: 10_000_000_00 })
const rates = fc.record({
  since: fc.constant('2000-01-01'),
  fine: fc.integer({ min: 0, max: 1_000 }).map(n => n / 100),
  interest: fc.integer({ min: 0, max: 1_000 }).map(n => n / 100),
})
const late = fc.integer({ min: -40, max: 400 }).map(days => dayAfter('2026-11-10', days))

test('however money divides, its parts come to it, and nothing of them is negative or too much', () => {
  fc.assert(
    fc.property(cents, cents, rates, late, (paid, left, rate, on) => {
      const debt = { left, due: '2026-11-10', on, rates: rate }
      const whole = chargeOn(left, debt.due, on, rate)
      for (const split of [splitByRate, splitDebtFirst]) {
        const { settled, fine, interest, over } = split(paid, debt)
        expect(settled + fine + interest + over).toBe(paid)
        expect(Math.min(settled, fine, interest, over)).toBeGreaterThanOrEqual(0)
        expect(settled).toBeLessThanOrEqual(left)
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
        const debt = { due: '2026-11-10', on: '2026-12-01', rates: rate }
        const once = chargeOn(left, debt.due, debt.on, rate)
        let [owed, paid] = [left, 0]
        for (const share of shares) {
          const part = Math.round((left + once.fine + once.interest) * share)
          const { settled, over } = splitByRate(part, { ...debt, left: owed })
          paid += part - over
          owed -= settled
        }
        const rest = chargeOn(owed, debt.due, debt.on, rate)
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
