import { expect, test } from 'vitest'
import { clientKey, clientKeysIn, keysOfClient } from '#features/clients/clients/client-keys.ts'

test.each([
  ['11222333000181', 'document 11222333000181'],
  ['11.222.333/0001-81', 'document 11222333000181'],
  ['CNPJ: 11.222.333/0001\u201181', 'document 11222333000181'],
  ['11222333000181,00', 'document 11222333000181'],
  ['191', null],
  ['52998224725', 'document 00052998224725'],
  ['529.982.247-25', 'document 00052998224725'],
  ['12.ABC.345/01DE-35', 'document 12ABC34501DE35'],
  ['11222333000182', null],
  ['***.982.247-**', null],
  ['1,1222333E+13', null],
  ['N/I', null],
  ['', null],
])('the document %j is %j', (text, key) => {
  expect(clientKey(text, 'document')).toBe(key)
})

test.each([
  ['50012345652', 'fistel 50012345652'],
  ['500.123.456-52', 'fistel 50012345652'],
  ['50012345652.0', 'fistel 50012345652'],
  ['50012345653', null],
  ['0', null],
])('the fistel %j is %j', (text, key) => {
  expect(clientKey(text, 'fistel')).toBe(key)
})

test.each([
  ['Vale Fibra Ltda', 'name valefibraltda'],
  ['VALE  FIBRA LTDA.', 'name valefibraltda'],
  ['Vale Fibra Ltda. - ME', 'name valefibraltda'],
  ['VALE FIBRA LTDA EPP', 'name valefibraltda'],
  ['Vale Fibra Limitada (M.E.)', 'name valefibraltda'],
  ['Água & Luz S/A', 'name agualuzsa'],
  ['Vale Fibra Ltda-ME', 'name valefibraltda'],
  ['Dê-me', 'name deme'],
  ['Me', 'name me'],
  ['N/I', null],
  ['-', null],
  ['123', null],
])('the name %j is %j', (text, key) => {
  expect(clientKey(text, 'name')).toBe(key)
})

test('a text may be keys of more than one kind, and a client is found by each of its own', () => {
  expect(clientKeysIn('52998224725')).toEqual(['document 00052998224725', 'fistel 52998224725'])
  const client = { document: '11222333000181', fistels: ['50012345652'], names: ['Vale Fibra Ltda', 'Vale Fibra'] }
  expect([...keysOfClient(client)]).toEqual([
    'document 11222333000181',
    'fistel 50012345652',
    'name valefibraltda',
    'name valefibra',
  ])
})
