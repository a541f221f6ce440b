import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  daySpan,
  dayTokens,
  filterName,
  filterTests,
  joinValues,
  readFilterName,
  splitValues,
  typedDayToken,
} from '#kernel/condition.ts'
import { choice, date, flag, integer, money, ref, text } from '#kernel/field.ts'
import { listQuery } from '#kernel/page.ts'
import { Problem } from '#kernel/problem.ts'
import { resource } from '#kernel/resource.ts'

const boats = resource({
  path: 'boats',
  text: { one: 'barco', many: 'barcos', gender: 'm' },
  fields: {
    name: text('Nome', { required: true }),
    number: text('Inscrição', { format: 'document' }),
    port: ref('ports', 'Porto'),
    built: date('Construído em'),
    crew: integer('Tripulação'),
    price: money('Preço'),
    hull: choice({ wood: 'Madeira', steel: 'Aço' }, 'Casco'),
    sailing: flag('À vela'),
  },
  list: { columns: ['name', 'port'] },
  form: [],
  scope: 'everyone',
})
const refusalsOf = (query: Readonly<Record<string, string>>) => {
  try {
    listQuery(boats, query)
    return {}
  } catch (error) {
    if (error instanceof Problem) return error.detail.errors ?? {}
    throw error
  }
}

const key = fc.stringMatching(/^\w{1,20}$/)
test('the name of a filter is read as it was written', () => {
  fc.assert(
    fc.property(
      key,
      fc.constantFrom(...filterTests),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
      (name, how, nth, group) => {
        expect(readFilterName(filterName(name, how, nth, group))).toEqual({ key: name, test: how, nth, group })
      },
    ),
  )
  expect(filterName('name')).toBe('filter[name]')
  for (const strange of [
    'filter[name][like]',
    'filter[name][is][1]',
    'filter[name][is][10]',
    'filter[a b]',
    'name',
    'or[name]',
    'or[0][name]',
    'or[10][name]',
  ])
    expect(readFilterName(strange)).toBeNull()
})

test('values of any letters are the same after they were joined and parted', () => {
  const values = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a,\\]{0,6}$/)), { minLength: 1 })
  fc.assert(
    fc.property(values, given => {
      expect(splitValues(joinValues(given))).toEqual(given)
    }),
  )
  // As `in` has always been written.
  expect(splitValues('1,2,3')).toEqual(['1', '2', '3'])
})

test.each([
  [{ 'filter[name][contains]': 'fibra' }, []],
  [{ 'filter[name][contains]': 'fibra', 'filter[name][contains][2]': 'ltda' }, []],
  [{ 'filter[name][contains]': '  ' }, ['filter[name][contains]']],
  [{ 'filter[name][like]': 'a' }, ['filter[name][like]']],
  [{ 'filter[number][contains]': '...' }, ['filter[number][contains]']],
  [{ 'filter[number][contains]': '33.7' }, []],
  [{ 'filter[crew][contains]': '1' }, ['filter[crew][contains]']],
  [{ 'filter[sailing][not]': 'true' }, ['filter[sailing][not]']],
  [{ 'filter[built][not]': 'hoje' }, []],
  [{ 'filter[built]': 'amanhã' }, ['filter[built]']],
  [{ 'filter[built]': 'toString' }, ['filter[built]']],
  [{ 'filter[crew]': 'hoje' }, ['filter[crew]']],
  [{ 'filter[port_id]': '@eu' }, []],
  [{ 'filter[crew]': '@eu' }, ['filter[crew]']],
  [{ 'filter[port_id]': '@minha-empresa' }, []],
  [{ 'filter[crew]': '@minha-empresa' }, ['filter[crew]']],
  [{ 'filter[hull][not]': 'wood,steel' }, []],
  [{ 'filter[hull][not]': 'wood,glass' }, ['filter[hull][not]']],
  [{ 'filter[price][gt]': '1.5' }, []],
  [{ 'filter[price][empty]': 'true' }, []],
  [{ 'filter[price][empty]': '' }, ['filter[price][empty]']],
  [{ any: '1,2' }, []],
  [{ any: '' }, ['any']],
  [{ any: joinValues(Array.from({ length: 501 }, (_, i) => `v${i}`)) }, ['any']],
  [{ 'filter[name][is]': joinValues(Array.from({ length: 501 }, (_, i) => `v${i}`)) }, ['filter[name][is]']],
] as const)('%j is refused by %j', (query, refused) => {
  expect(Object.keys(refusalsOf(query))).toEqual(refused)
})

test('a condition that a field does not take is refused in Portuguese', () => {
  expect(refusalsOf({ 'filter[crew][starts]': '1' })).toEqual({
    'filter[crew][starts]': ['Tripulação não aceita a condição “starts”.'],
  })
})

test.each([
  ['hoje', '2026-12-31', '2026-12-31', '2026-12-31'],
  ['ontem', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['amanha', '2026-12-31', '2027-01-01', '2027-01-01'],
  ['esta-semana', '2026-11-28', '2026-11-23', '2026-11-29'],
  ['esta-semana', '2026-11-29', '2026-11-23', '2026-11-29'],
  ['esta-semana', '2026-11-30', '2026-11-30', '2026-12-06'],
  ['este-mes', '2028-02-10', '2028-02-01', '2028-02-29'],
  ['mes-passado', '2027-01-15', '2026-12-01', '2026-12-31'],
  ['proximo-mes', '2026-12-15', '2027-01-01', '2027-01-31'],
  ['2026-05-04', '2026-12-15', '2026-05-04', '2026-05-04'],
])('%s on %s is from %s to %s', (given, today, first, last) => {
  expect(daySpan(given, today)).toEqual([first, last])
})

test('words for days are read as people write them', () => {
  expect(['Este mês', ' HOJE ', 'mês  passado', 'amanhã', 'depois'].map(typedDayToken)).toEqual([
    'este-mes',
    'hoje',
    'mes-passado',
    'amanha',
    null,
  ])
  for (const [token, words] of Object.entries(dayTokens)) expect(typedDayToken(words)).toBe(token)
})
