import { expect, test } from 'vitest'
import { isDay } from '#kernel/page.ts'
import { dutiesBetween, dutyOf, dutyTitle, legalDayInWords } from '#features/regulatory/obligations/duties.ts'
import { rules } from '#features/regulatory/obligations/rules.ts'

const told = (from: string, to: string, id?: string) =>
  dutiesBetween(rules, from, to)
    .filter(({ rule }) => id === undefined || rule.id === id)
    .map(({ rule, period, due, legal }) => [rule.id, period, due, ...(legal === due ? [] : [legal])].join(' '))

test('a month holds what falls due in it, in that order', () => {
  expect(told('2026-11-01', '2026-11-30')).toEqual([
    'fust 2026-10 2026-11-10',
    // The 15th is a Sunday, and the Republic's day: Anatel takes the file all the same.
    'acessos 2026-10 2026-11-15',
    'funttel 2026-10 2026-11-30',
  ])
})

test('March is heavy', () => {
  expect(told('2026-03-01', '2026-03-31', undefined).map(line => line.split(' ')[0])).toEqual([
    // The 1st is a Sunday, and no bank takes these.
    'contratos-de-postes',
    'fust',
    'acessos',
    'funttel',
    'infraestrutura',
    'tff',
    'cfrp',
    'condecine',
    'regularidade-de-rede',
  ])
})

test.each([
  ['economico', '2026-01-01', '2026-12-31', ['economico 2025-S2 2026-05-31', 'economico 2026-S1 2026-08-31']],
  [
    'infraestrutura',
    '2024-01-01',
    '2026-12-31',
    ['infraestrutura 2023 2024-02-20', 'infraestrutura 2024 2025-03-31', 'infraestrutura 2025 2026-03-31'],
  ],
  // Due with FUST until the regulation of October 2024, on the last bank day since.
  [
    'funttel',
    '2024-09-01',
    '2024-11-30',
    ['funttel 2024-08 2024-09-10', 'funttel 2024-09 2024-10-10', 'funttel 2024-10 2024-11-29 2024-11-30'],
  ],
  ['acessos', '2021-01-01', '2021-02-28', ['acessos 2021-01 2021-02-15']],
  [
    'inscricao-estadual',
    '2026-12-15',
    '2027-06-30',
    ['inscricao-estadual 2027-S1 2027-01-31', 'inscricao-estadual 2027-S2 2027-06-30'],
  ],
])('%s from %s to %s', (id, from, to, expected) => {
  expect(told(from, to, id)).toEqual(expected)
})

test('spans that touch tell everything once', () => {
  const months = Array.from(
    { length: 36 },
    (_, i) => `${2025 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
  )
  const byMonth = months.flatMap(month => told(`${month}-01`, `${month}-31`))
  expect(byMonth).toEqual(told('2025-01-01', '2027-12-31'))
  expect(new Set(byMonth).size).toBe(byMonth.length)
})

test('a duty is found by its names, and only a real one', () => {
  expect(dutyOf(rules, 'fust', '2026-12')?.due).toBe('2027-01-08')
  expect(dutyOf(rules, 'tff', '2026')?.due).toBe('2026-03-31')
  for (const [id, period] of [
    ['fust', '2026-13'],
    ['fust', '2026'],
    ['economico', '2026-S3'],
    ['nada', '2026-10'],
    ['fust', ''],
    ['fust', '9999-01'],
    ['contratos-de-postes', '2027'],
  ] as const)
    expect(dutyOf(rules, id, period)).toBeNull()
})

test('every rule can be told: its days exist, its names are words, its ages do not overlap', () => {
  for (const { due, legal, opens, cutoff, rule, label } of dutiesBetween(rules, '2023-01-01', '2029-12-31')) {
    expect([due, legal].every(isDay)).toBe(true)
    expect(due <= legal).toBe(true)
    expect([opens, cutoff].every(day => day === null || (isDay(day) && day <= legal))).toBe(true)
    expect(dutyTitle({ name: rule.name, label })).toMatch(/^\p{Lu}/u)
    expect(rule.id).toMatch(/^[a-z-]+$/)
  }
  const all = told('2023-01-01', '2029-12-31').map(line => line.split(' ').slice(0, 2).join(' '))
  expect(new Set(all).size).toBe(all.length)
})

test('the reason of a day is the one that applies: a bank that is closed, the rule that moves it, or that nothing does', () => {
  const said = (id: string, period: string) => {
    const duty = dutyOf(rules, id, period)
    return duty && [duty.due, legalDayInWords(duty)]
  }
  expect(said('acessos', '2026-10')).toEqual(['2026-11-15', 'cai em domingo, e nenhuma regra muda o dia'])
  expect(said('acessos', '2026-11')).toEqual(['2026-12-15', null])
  expect(said('fust', '2026-09')).toEqual([
    '2026-10-09',
    'a data é 10/10/2026, sem expediente bancário: paga-se antes, pela Portaria 1.992/2021',
  ])
  expect(said('tff', '2029')?.[1]).toBe(
    'a data é 31/03/2029, sem expediente bancário: nenhuma regra adia o pagamento, e paga-se antes',
  )
  const unpaid = dutiesBetween(rules, '2024-01-01', '2030-12-31').filter(({ rule }) => rule.paid === undefined)
  expect(unpaid.filter(duty => legalDayInWords(duty)?.includes('bancário'))).toEqual([])
})
