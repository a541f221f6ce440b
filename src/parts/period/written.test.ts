import { expect, test } from 'vitest'
import { periodsSearched } from '#parts/period/written.ts'

const march = { year: 2026, month: 3 }
test.each([
  ['mar', { year: null, month: 3 }, ''],
  ['Março', { year: null, month: 3 }, ''],
  ['mar/2026', march, ''],
  ['março 2026', march, ''],
  ['março de 2026', march, ''],
  ['mar26', march, ''],
  ['03/2026', march, ''],
  ['3/2026', march, ''],
  ['03/26', march, ''],
  ['2026-03', march, ''],
  ['202603', march, ''],
  ['032026', march, ''],
  ['Fibra mar/2026 Açaí', march, 'fibra acai'],
])('%j looks for %j and for %j', (search, period, rest) => {
  const { said, rest: others } = periodsSearched(search)
  expect([said.map(each => each.period), others.split(/\s+/).filter(Boolean).join(' ')]).toEqual([[period], rest])
})

test.each([
  'Marabá',
  'maravilha',
  '50409032026',
  '11.767.820/0001-20',
  '2026',
  '01/03/2026',
  '132026',
  '#3',
  '(12) 99712-2026',
  '',
])('%j says no month, and is looked for as it is', search =>
  expect(periodsSearched(search)).toEqual({ said: [], rest: search }),
)
