import { describe, expect, test } from 'vitest'
import { dayAfter } from '#kernel/clock.ts'
import {
  lookAge,
  dutyCheck,
  goodUntil,
  itemCheck,
  lightOf,
  paperCheck,
  worstFirst,
  type FoundItem,
  type Light,
  type LightTerms,
  type OwedTime,
} from '#features/regulatory/regularity/light.ts'
import { rules } from '#features/regulatory/obligations/rules.ts'

const today = '2026-11-25'
const staff: LightTerms = { today, days: 90, outside: false }
const client: LightTerms = { ...staff, outside: true }

describe('the light', () => {
  test.each([
    [[], 'cinza'],
    [['verde'], 'verde'],
    [['verde', 'cinza'], 'cinza'],
    [['verde', 'cinza', 'amarelo'], 'amarelo'],
    [['verde', 'cinza', 'amarelo', 'vermelho'], 'vermelho'],
    [[null], 'cinza'],
    [[null, 'verde'], 'verde'],
  ] as const)('of %j is %s', (all: readonly (Light | null)[], light) => {
    expect(lightOf(all.map(each => ({ light: each })))).toBe(light)
  })

  test('what is worst stands first, and what does not apply last', () => {
    const all = (['verde', null, 'cinza', 'vermelho', 'amarelo'] as const).map(light => ({ light }))
    expect(worstFirst(all).map(({ light }) => light)).toEqual(['vermelho', 'amarelo', 'cinza', 'verde', null])
  })
})

describe('an item of a checklist', () => {
  const item: FoundItem = {
    tarefa_id: 7,
    name: 'Nada Consta',
    task: 'Certidões do mês',
    status: 'em-dia',
    checked_on: '2026-11-12',
    by: 'Ana',
  }
  test.each([
    ['em-dia', 'verde', 'Em dia'],
    ['pendente', 'vermelho', 'Pendente'],
    ['nao-se-aplica', null, 'Não se aplica'],
  ] as const)('found %s is %s', (status, light, said) => {
    expect(itemCheck({ ...item, status }, staff)).toMatchObject({ light, said, on: '2026-11-12', by: 'Ana' })
  })

  test('nobody looked at is grey, whatever else is said of it', () => {
    expect(itemCheck({ ...item, status: 'nao-consultado' }, staff)).toMatchObject({
      light: 'cinza',
      on: null,
      by: null,
    })
    expect(itemCheck({ ...item, checked_on: null }, staff)).toMatchObject({ light: 'cinza', on: null })
  })

  test('counts on its last day and is grey on the next', () => {
    const checked_on = dayAfter(today, -90)
    expect(itemCheck({ ...item, checked_on }, staff).light).toBe('verde')
    expect(goodUntil(checked_on, 90)).toBe(today)
    expect(itemCheck({ ...item, checked_on: dayAfter(checked_on, -1) }, staff)).toMatchObject({
      light: 'cinza',
      said: 'Consulta antiga: estava em dia',
    })
    expect(itemCheck({ ...item, checked_on, status: 'pendente' }, { ...staff, days: 10 }).light).toBe('cinza')
  })

  test('is told to the client without who looked and what the house calls its work', () => {
    expect(itemCheck(item, client)).toMatchObject({ name: 'Nada Consta', of: null, by: null, light: 'verde' })
  })
})

describe('a document', () => {
  const rule = { id: 3, uuid: 'u', name: 'Procuração', required: true, warn_days: 30 }
  const held = (valid_until: string | null) => ({ document_type_id: 3, valid_until, on: '2026-01-05', by: 'Ana' })
  test.each([
    [undefined, 'vermelho', 'Falta enviar'],
    [held('2026-11-24'), 'vermelho', 'Venceu em 24/11/2026'],
    [held('2026-12-25'), 'amarelo', 'Vence em 25/12/2026'],
    [held('2026-12-26'), 'verde', 'Válido até 26/12/2026'],
    [held(null), 'verde', 'Guardado, sem validade'],
  ] as const)('%j is %s', (kept, light, said) => {
    expect(paperCheck(rule, kept, staff)).toMatchObject({ light, said })
  })
  test('nobody asks for is no check', () => {
    expect(paperCheck({ ...rule, required: false }, undefined, staff)).toBeNull()
    expect(paperCheck({ ...rule, required: false }, held('2026-11-24'), staff)?.light).toBe('vermelho')
  })
})

describe('an obligation', () => {
  const rule = rules.find(({ id }) => id === 'fust') ?? rules[0]
  if (!rule) throw new Error('no rule')
  const owed = (period: string, due: string, situation: OwedTime['item']['situation']): OwedTime => ({
    duty: { rule, label: period, period, cutoff: null, due },
    item: { situation, done_on: situation === 'feita' ? due : null, by: 'Ana' },
  })
  test('late once is red, whatever was done since', () => {
    const all = [owed('set', '2026-10-09', 'atrasada'), owed('out', '2026-11-10', 'feita')]
    expect(dutyCheck(all, staff)).toMatchObject({ light: 'vermelho', said: 'Atrasada: set' })
  })
  test('late many times says since when', () => {
    const all = ['jul', 'ago', 'set', 'out'].map(each => owed(each, '2026-10-09', 'atrasada'))
    expect(dutyCheck(all, staff)?.said).toBe('Atrasada: 4 vezes, desde jul')
  })
  test('past the house’s own term is yellow to the house alone', () => {
    const all = [owed('set', '2026-10-09', 'feita'), owed('out', '2026-11-24', 'a-fazer')]
    expect(dutyCheck(all, staff)).toMatchObject({ light: 'amarelo' })
    expect(dutyCheck(all, client)).toMatchObject({ light: 'verde', said: 'Feita: set', by: null })
  })
  test('still to come and never done is no check', () => {
    expect(dutyCheck([owed('nov', '2026-12-10', 'a-fazer')], staff)).toBeNull()
    expect(dutyCheck([], staff)).toBeNull()
  })
})

test('an age is told in days', () => {
  expect([null, today, '2026-11-24', '2026-11-13'].map(on => lookAge(on, today))).toEqual([
    '—',
    'hoje',
    'ontem',
    'há 12 dias',
  ])
})
