import { expect, test } from 'vitest'
import {
  billingDay,
  billOf,
  isPlanned,
  type BillingChoice,
  type Contract,
} from '#features/billing/bills/billing/contracts.ts'
import { nextStep, readRuler, stepOn } from '#features/billing/bills/dunning/dunning.ts'

const client = { id: 1, uuid: 'u', name: 'Vale Net' }
const contract = (more: Partial<Contract> = {}): Contract => ({
  client,
  company: null,
  active: true,
  prospect: false,
  value: 860,
  service: null,
  day: 10,
  ends: null,
  extras: [],
  billed: null,
  ...more,
})
const november: BillingChoice = {
  month: { year: 2026, month: 11 },
  due: 'mesmo',
  rolls: false,
  today: '2026-11-01',
}

test.each([
  [31, { year: 2026, month: 2 }, '2026-02-28'],
  [31, { year: 2028, month: 2 }, '2028-02-29'],
  [30, { year: 2026, month: 2 }, '2026-02-28'],
  [31, { year: 2026, month: 11 }, '2026-11-30'],
  [31, { year: 2026, month: 12 }, '2026-12-31'],
  [1, { year: 2026, month: 12 }, '2026-12-01'],
])('day %i of %j is %s', (day, month, found) => {
  expect(billingDay(day, month)).toBe(found)
})

test('a contract and its extra services are one bill; what has no value is told', () => {
  const extras = [
    { id: 7, name: 'Licenciamento', value: 120.1 },
    { id: 8, name: 'Cortesia', value: null },
  ]
  expect(billOf(contract({ extras, ends: '2026-11-20' }), november)).toEqual({
    client,
    company: null,
    lines: [
      { key: 'contrato', name: 'Mensalidade', value: 860 },
      { key: 'extra:7', name: 'Licenciamento', value: 120.1 },
    ],
    total: 980.1,
    due: '2026-11-10',
    notes: ['o contrato termina em 20/11/2026', 'Cortesia, sem valor, não entra'],
  })
})

test.each<[Partial<Contract>, string]>([
  [{ prospect: true }, 'prospecto'],
  [{ billed: { uuid: 'b', name: 'conta 1' } }, 'ja-faturado'],
  [{ active: false }, 'inativo'],
  [{ value: null }, 'sem-valor'],
  [{ value: 0, extras: [{ id: 1, name: 'x', value: 0 }] }, 'sem-valor'],
  [{ ends: '2026-10-31' }, 'encerrado'],
  [{ day: null }, 'sem-dia'],
])('%j is an exception: %s', (more, kind) => {
  const found = billOf(contract(more), november)
  expect(isPlanned(found) ? 'planned' : found.kind).toBe(kind)
})

test('a day that passed is an exception, and next month’s is not', () => {
  const late = { ...november, today: '2026-11-25' }
  expect(billOf(contract(), late)).toMatchObject({ kind: 'vencido' })
  expect(billOf(contract({ day: 31 }), { ...late, due: 'seguinte' })).toMatchObject({ due: '2026-12-31' })
})

test('a day banks are closed moves only where the house says so, and is told', () => {
  const friday = contract({ day: 20 })
  expect(billOf(friday, november)).toMatchObject({ due: '2026-11-20', notes: [] })
  expect(billOf(friday, { ...november, rolls: true })).toMatchObject({
    due: '2026-11-23',
    notes: ['o dia 20/11/2026 não é útil'],
  })
})

test('the ruler is read as it is written, or not at all', () => {
  expect(readRuler('-10, 0, 3, 7, +7')).toEqual({ steps: [-10, 0, 3, 7], every: 7 })
  expect(readRuler('3;0 −2')).toEqual({ steps: [-2, 0, 3], every: null })
  expect(readRuler('')).toBeNull()
  expect(readRuler(undefined)).toBeNull()
  for (const wrong of ['três', '+7', '0, 3 dias', '1,5,x', '+7, 3'])
    expect([wrong, readRuler(wrong)]).toEqual([wrong, 'wrong'])
})

test('a step comes on its day, waits for a working one, and old ones are let go', () => {
  const ruler = { steps: [-10, 0, 3, 7], every: 7 }
  const on = (today: string) => stepOn(ruler, '2026-11-10', today)
  expect(['2026-10-30', '2026-10-31', '2026-11-06', '2026-11-07', '2026-11-10', '2026-11-12'].map(on)).toEqual([
    null,
    -10,
    -10,
    null,
    0,
    0,
  ])
  expect(['2026-11-13', '2026-11-17', '2026-11-23', '2026-11-24', '2027-11-10'].map(on)).toEqual([3, 7, 7, 14, 364])
  expect(stepOn({ steps: [0, 3], every: null }, '2026-11-10', '2026-12-10')).toBeNull()
  expect(nextStep(ruler, '2026-11-10', '2026-11-10')).toBe('2026-11-13')
  expect(nextStep(ruler, '2026-11-10', '2026-11-17')).toBe('2026-11-24')
  expect(nextStep({ steps: [0], every: null }, '2026-11-10', '2026-11-10')).toBeNull()
})
