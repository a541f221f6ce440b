import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reckon, sum, withTaxes } from '#features/regulatory/collects/money/totals.ts'

const presumed = 'lucro-presumido'

test('percents alone lead to the amounts, the contributions and the net billing', () => {
  const typed = { gross_billing: 100_000, icms_percent: 18, pis_percent: 0.65, confins_percent: 3, other_taxes: 350 }
  const { line, base, funttel, computed } = reckon(typed, presumed)
  expect({ base, funttel }).toEqual({ base: 78_350, funttel: 391.75 })
  expect(line).toEqual({ ...typed, icms: 18_000, pis: 650, confins: 3_000, net_billing: 78_000, fust: 783.5 })
  expect([...computed]).toEqual(['icms', 'pis', 'confins'])
})

test('amounts are the truth: PIS and COFINS on the revenue without ICMS change the base', () => {
  const { line, base, funttel, computed } = reckon(
    { gross_billing: 100_000, icms: 18_000, pis: 533, confins: 2_460 },
    presumed,
  )
  expect({ base, fust: line.fust, funttel }).toEqual({ base: 79_007, fust: 790.07, funttel: 395.04 })
  expect([line.icms_percent, line.pis_percent, line.confins_percent]).toEqual([18, 0.53, 2.46])
  expect([...computed]).toEqual(['icms_percent', 'pis_percent', 'confins_percent'])
})

test('the Simples Nacional owes neither FUST nor FUNTTEL', () => {
  const { line, funttel } = reckon({ gross_billing: 100_000 }, 'simples-nacional')
  expect([line.fust, funttel]).toEqual([0, 0])
})

test('a month without revenue owes zeros, and taxes nobody typed stay empty', () => {
  const { line, base, funttel } = reckon({ gross_billing: 0 }, presumed)
  expect({ ...line, base, funttel }).toMatchObject({
    icms: null,
    pis: null,
    confins: null,
    net_billing: 0,
    fust: 0,
    base: 0,
    funttel: 0,
  })
})

test('an amount wins over a percent that does not lead to it, and keeps one that does', () => {
  expect(withTaxes({ gross_billing: 1, pis: 0.01, pis_percent: 0.65 }, presumed).pis_percent).toBe(0.65)
  expect(withTaxes({ gross_billing: 100, pis: 3, pis_percent: 0.65 }, presumed).pis_percent).toBe(3)
  expect(withTaxes({ gross_billing: 0, pis: 3 }, presumed).pis_percent).toBeNull()
})

test('taxes beyond the revenue leave nothing to contribute on', () => {
  const { line, base } = reckon({ gross_billing: 10, icms: 12 }, presumed)
  expect([base, line.fust, line.net_billing, line.icms_percent]).toEqual([0, 0, -2, null])
})

const money = fc.integer({ min: 0, max: 999_999_999_999_999 }).map(cents => cents / 100)
const percent = fc.option(fc.integer({ min: 0, max: 10_000 }).map(hundredths => hundredths / 100))

test('reckoning a reckoned line changes nothing, and no cent is lost at any size', () => {
  const drafts = fc.record({
    gross_billing: money,
    icms: fc.option(money),
    icms_percent: percent,
    pis: fc.option(money),
    pis_percent: percent,
    confins: fc.option(money),
    confins_percent: percent,
    other_taxes: fc.option(money),
  })
  fc.assert(
    fc.property(drafts, draft => {
      const line = withTaxes(draft, presumed)
      expect(withTaxes(line, presumed)).toEqual(line)
      const parts = [line.icms, line.pis, line.confins, draft.other_taxes, line.net_billing]
      expect(sum(parts)).toBe(draft.gross_billing)
    }),
    {
      examples: [
        [
          {
            gross_billing: 0.3,
            icms: 6942173712138.67,
            icms_percent: null,
            pis: 9999979584826.89,
            pis_percent: null,
            confins: 9310873067294.42,
            confins_percent: null,
            other_taxes: 9027364267871.05,
          },
        ],
      ],
    },
  )
})

test('sums are made in cents', () => {
  expect(sum([0.1, 0.2, null, undefined])).toBe(0.3)
})
