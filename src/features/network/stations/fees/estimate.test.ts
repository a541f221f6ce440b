import { expect, test } from 'vitest'
import { estimateFees, nextYear, serviceOf, type FeeStation } from '#features/network/stations/fees/estimate.ts'
import { feeTerms, termsOn, termsWith } from '#features/network/stations/fees/table.ts'
import { readConfig } from '../../../../settings.server.ts'
import { stationTfi } from '#features/network/stations/fees/settings.server.ts'

const station = (more: Partial<FeeStation> = {}): FeeStation => ({
  uuid: 'a',
  name: 'Torre',
  service: '045',
  station_class: 'FB',
  station_type: 'propria',
  is_virtual: false,
  is_link: false,
  transmits: true,
  first_licensed_on: '2020-05-10',
  licensed_on: '2020-05-10',
  valid_until: null,
  ...more,
})
const of = (more: Partial<FeeStation>, year = 2027, terms = feeTerms) => {
  const estimate = estimateFees([station(more)], year, terms)
  return { ...estimate, line: estimate.lines[0]! }
}

test('a licensed SCM station owes what consultancies publish: 33 %, 5 % and the corrected Condecine of a TFI of R$ 1.340,80', () => {
  const { line, totals } = of({})
  expect(line).toMatchObject({
    cents: { tfi: null, tff: 44_246, cfrp: 6_704, condecine: 20_557 },
    total: 71_507,
    why: null,
  })
  expect(totals.total).toBe(71_507)
  // Before the correction the three came to what one fee had been: R$ 670,40.
  expect(of({ first_licensed_on: '2011-01-01', licensed_on: null }, 2014).totals.total).toBe(44_246 + 6_704 + 16_090)
})

test('in the year of its licence it owes the TFI alone, and the rest from the next on', () => {
  expect(of({ first_licensed_on: '2027-06-01' }).line.cents).toEqual({
    tfi: 134_080,
    tff: null,
    cfrp: null,
    condecine: null,
  })
  expect(of({ first_licensed_on: '2027-06-01' }, 2028).line.cents).toMatchObject({ tfi: null, tff: 44_246 })
  // Renewed: it was first licensed long ago.
  expect(of({ licensed_on: '2027-01-10' }).line.cents.tfi).toBeNull()
})

test.each([
  ['foreign', { station_type: 'terceiro' }, true],
  ['foreign', { station_type: 'virtual', is_virtual: true }, true],
  ['later', { first_licensed_on: '2028-01-01' }, true],
  ['undated', { first_licensed_on: null, licensed_on: null }, false],
  ['ended', { valid_until: '2026-12-30' }, false],
  ['unserved', { service: null }, false],
  ['unpriced', { service: '019' }, false],
  ['unpriced', { is_link: true }, false],
  ['unpriced', { station_class: 'FX' }, false],
] as const)('left out and counted: %s', (why, more, settled) => {
  const { line, totals, left } = of(more)
  expect([line.why, line.total, totals.total]).toEqual([why, 0, 0])
  expect(left).toEqual([{ key: why, count: 1, settled }])
})

test('a licence that ends on the last day of the year is still owed for, and fibre is no radio link', () => {
  expect(of({ valid_until: '2026-12-31' }).line.why).toBeNull()
  expect(serviceOf(station({ is_link: true, transmits: false }))).toBe('045')
})

test('what the house tells of a service is reckoned, without a Condecine nobody knows', () => {
  const config = readConfig({ STATION_TFI: '046=134,08; 019=26.83' })
  const terms = termsWith(config.of(stationTfi) ?? new Map())
  const { line, withoutCondecine } = of({ is_link: true }, 2027, terms)
  expect([line.service, line.cents, withoutCondecine]).toEqual([
    '046',
    { tfi: null, tff: 4_425, cfrp: 670, condecine: null },
    1,
  ])
  expect(() => readConfig({ STATION_TFI: '46=1' })).toThrow('STATION_TFI deve ter serviço e valor')
})

test('of each fee and service one term is in force on a day, and each says where it is from', () => {
  for (const day of ['2012-01-01', '2015-12-31', '2016-01-01', '2030-03-31']) {
    const names = termsOn(feeTerms, day).map(({ fee, service }) => `${fee} ${service}`)
    expect(new Set(names).size).toBe(4)
    expect(names).toHaveLength(4)
  }
  expect(termsOn(feeTerms, '2011-12-31')).toEqual([])
  expect(
    feeTerms.filter(({ source, cents, share }) => !source || (cents === undefined) === (share === undefined)),
  ).toEqual([])
})

test('the next to fall due are this year’s until the end of March', () => {
  expect([nextYear('2027-03-31'), nextYear('2027-04-01'), nextYear('2026-11-25')]).toEqual([2027, 2028, 2027])
})
