import { describe, expect, test } from 'vitest'
import { columnsGuessed } from '#features/platform/imports/section/header.ts'
import { leftProposals } from '#features/platform/imports/section/proposals.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'
import { cnpj, fistelOf } from '#test/support/drafts.ts'

const sectionOf = (path: string) => {
  const section = sectionAt(path)
  if (!section) throw new Error(`no section ${path}`)
  return section
}
const proposed = (path: string, header: readonly string[], ...rows: readonly (readonly string[])[]) => {
  const section = sectionOf(path)
  return leftProposals(section, { columns: columnsGuessed(header, section.columns) }, header, rows)
}

describe('a column whose title says nothing is proposed by its cells', () => {
  test.each<[string, readonly string[], string, string]>([
    ['clients', [cnpj(1), cnpj(2)], 'documento', 'document'],
    ['clients', ['(83) 98000-1000', '(83) 3400-2000'], 'telefone', 'phone'],
    ['clients', ['a@b.com.br', 'c@d.com.br'], 'email', 'email'],
    ['clients', ['31/12/2026', '2027-01-15'], 'data', 'contract_due_date'],
    ['clients', ['R$ 350,00', '1.250,00'], 'dinheiro', 'contract_value'],
    ['clients', ['SP', 'Bahia'], 'uf', 'addresses.uf'],
    ['clients', ['12020-000', '58.000-000'], 'cep', 'addresses.zipcode'],
    ['clients', ['Planalto/BA', 'São José do Rio Preto - SP'], 'municipio', 'addresses.city'],
    ['clients', ['3554102', '2925006'], 'municipio', 'addresses.city'],
    ['fistels', [fistelOf(1), fistelOf(2)], 'fistel', 'fistel'],
    ['stations', [cnpj(1), ''], 'documento', 'client'],
    ['stations', ['-23,026389', '-22,5551'], 'lat', 'address.lat'],
  ])('%s: %j', (path, cells, holds, key) => {
    const [found] = proposed(path, ['Coluna de alguém'], ...cells.map(cell => [cell]))
    expect(found).toMatchObject({ holds, keys: expect.arrayContaining([key]) })
  })

  test.each([
    [['1', '2', '3']],
    [['Ana', 'Rua das Flores, 12', '']],
    [['31/12/2026', 'a definir', 'sem prazo']],
    [['1250', '980']],
    [['', '']],
  ])('%j are nothing in particular', cells => {
    expect(proposed('clients', ['Coluna de alguém'], ...cells.map(cell => [cell]))).toEqual([
      { title: 'Coluna de alguém', holds: null, keys: [] },
    ])
  })
})

test('of two columns that may be one neither is taken, and both are proposed', () => {
  const header = ['Razão Social', 'Telefone 1', 'Telefone 2']
  const columns = columnsGuessed(header, sectionOf('clients').columns)
  expect(Object.keys(columns)).toEqual(['name'])
  const found = proposed('clients', header, ['Rede', '(12) 3622-1234', '(12) 99712-3456'])
  expect(found.map(({ title, keys }) => [title, keys[0]])).toEqual([
    ['Telefone 1', 'phone'],
    ['Telefone 2', 'phone'],
  ])
})

test('what is taken already, or is of no column left, is not proposed', () => {
  const header = ['Razão Social', 'CNPJ', 'E-mail', 'Outro']
  const found = proposed('clients', header, ['Rede', cnpj(1), 'a@b.com.br', cnpj(2)])
  expect(found).toEqual([{ title: 'Outro', holds: null, keys: [] }])
})

test('days to come are of no column of what is past', () => {
  const keysOf = (cell: string) => proposed('clients', ['Coluna de alguém'], [cell])[0]?.keys
  expect(keysOf('20/11/2015')).toContain('opening_data')
  expect(keysOf('20/11/2115')).toEqual(['contract_due_date'])
})
