import { expect, test } from 'vitest'
import { integer, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { missingValues, narrowToValues, pastedValues, valueListsIn } from '#web/table/pasted.ts'

const boats = resource({
  path: 'boats',
  text: { one: 'barco', many: 'barcos', gender: 'm' },
  fields: {
    name: text('Nome', { required: true }),
    number: text('Inscrição', { format: 'document' }),
    crew: integer('Tripulação'),
  },
  list: { columns: ['name'], search: ['name', 'number'] },
  form: [],
  scope: 'everyone',
})

test.each([
  ['Fibra do Norte', ['Fibra do Norte']],
  ['a\r\nb\n\n a \n', ['a', 'b']],
  ['11.222.333/0001-81\t33.745.111/0001-52', ['11.222.333/0001-81', '33.745.111/0001-52']],
  ['a; b ;c', ['a', 'b', 'c']],
  ['11222333000181, 33745111000152', ['11222333000181', '33745111000152']],
  ['12,15,18', ['12', '15', '18']],
  ['Silva, Souza e Cia', ['Silva, Souza e Cia']],
  ['São Paulo, 10, 12', ['São Paulo, 10, 12']],
  ['1.234,50', ['1.234,50']],
  ['(12) 99712-3456, (12) 3622-1234', ['(12) 99712-3456', '(12) 3622-1234']],
])('%j is pasted as %j', (pasted, values) => expect(pastedValues(pasted)).toEqual(values))

test('a pasted list narrows, or says why it does not', () => {
  const changes: unknown[] = []
  const narrow = (values: readonly string[]) =>
    narrowToValues(values, { search: 'a', page: '2' }, by => changes.push(by))
  expect(narrow(['11.222.333/0001-81', 'a,b'])).toBeNull()
  expect(changes).toEqual([{ any: String.raw`11222333000181,a\,b`, search: null }])
  expect(narrow(Array.from({ length: 501 }, (_, i) => String(i)))).toMatch(/no máximo 500 valores por vez\. Há 501/)
  expect(narrow(Array.from({ length: 400 }, (_, i) => `${i} ${'x'.repeat(30)}`))).toMatch(/longos demais/)
  // As many documents as one filter takes are no address too long.
  expect(narrow(Array.from({ length: 500 }, (_, i) => String(11_222_333_000_000 + i)))).toBeNull()
  expect(changes).toHaveLength(2)
})

test('values no row has are missing, however they are written', () => {
  const [list, ...more] = valueListsIn(boats, { any: 'FIBRA acai,11.222.333/0001-81,7,99,nada' }, false)
  expect(more).toEqual([])
  if (!list) throw new Error('no list')
  const rows = [
    { id: 7, name: 'Outro', number: null },
    { id: 8, name: 'Fibra Açaí', number: '11222333000181' },
  ]
  expect(missingValues(list, rows)).toEqual(['99', 'nada'])
  expect(
    valueListsIn(boats, { 'filter[crew][in]': '1,2', 'filter[name][is]': 'um' }, false).map(({ name }) => name),
  ).toEqual(['filter[crew][in]'])
})
