import { expect, test } from 'vitest'
import { noticeOf, columnsOfHeader } from '#features/regulatory/anatel/providers.ts'

const header = [
  'Tipo de Identificação',
  'CNPJ ou CPF',
  'NOME ENTIDADE PRESTADORA DE SERVIÇO',
  'Fistel da Outorga',
  'Código e Nome do Serviço da Notificação',
  'Fistel da Notificação',
  'Data Inclusão da Notificação',
  'CEP do Endereço Sede',
  'Código IBGE do Munícipio do Endereço Sede',
  'UF do Endereço Sede',
]
const at = columnsOfHeader(header)
const row = (more: Readonly<Record<number, string>> = {}) => {
  if (typeof at === 'string') throw new Error(at)
  const cells = [
    'CNPJ',
    '11.222.333/0001-81',
    'Rede',
    'N/I',
    '045 - SCM',
    '-',
    '20/11/2020',
    '1310100',
    '3550308',
    'SP',
  ]
  return noticeOf(
    cells.map((cell, i) => more[i] ?? cell),
    at,
  )
}

test('columns are found by their names, whatever the case and the suffix of the head office', () => {
  expect(row()).toMatchObject({
    document: '11222333000181',
    name: 'Rede',
    grant_fistel: '',
    notice_fistel: '',
    service_code: '045',
    service_name: 'SCM',
    notice_date: '2020-11-20',
    zipcode: null,
    ibge: 3550308,
    uf: 'SP',
    fantasy_name: null,
  })
})
test('people, and numbers that do not check, are left out', () => {
  expect(row({ 1: '123.456.789-09' })).toBeNull()
  expect(row({ 1: '11222333000182' })).toBeNull()
  expect(row({ 1: 'N/I' })).toBeNull()
  expect(row({ 2: '-' })).toBeNull()
})
test.each([
  ['214 STFC', '214', 'STFC'],
  ['45', '045', null],
  ['Serviço sem código', '', 'Serviço sem código'],
  ['N/A', '', null],
])('the service %s', (given, service_code, service_name) =>
  expect(row({ 4: given })).toMatchObject({ service_code, service_name }),
)
test.each([
  [['<!DOCTYPE html>'], /página da internet/],
  [['a', 'b'], /Faltam as colunas: CNPJ ou CPF/],
])('%s is not the file', (given, said) => expect(columnsOfHeader(given)).toMatch(said))
