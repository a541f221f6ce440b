import { expect, test } from 'vitest'
import { betterSection, columnsGuessed } from '#features/imports/section/header.ts'
import { columnTitle } from '#features/imports/section/template.ts'
import { sectionAt, sections } from '#features/imports/section/sections.ts'

const seemsOf = (header: string, path: string) => {
  const section = sectionAt(path)
  if (!section) throw new Error(`no section ${path}`)
  return betterSection(header.split(';'), section, sections)?.of.path
}

test.each([
  ['CNPJ;Nº Fistel;Serviço;Situação', 'clients', 'fistels'],
  ['CNPJ;Nº Fistel;Serviço;Situação', 'fistels', undefined],
  ['Razão social;CNPJ;Telefone;Município;UF', 'fistels', 'clients'],
  ['Nome;Cliente;Número da estação;Latitude;Longitude', 'fistels', 'stations'],
  // An update of a few columns is of the section it was sent to.
  ['CNPJ;Telefone', 'clients', undefined],
  ['Quem;Nota', 'clients', undefined],
])('the header %s sent as %s seems of %s', (header, sent, path) => expect(seemsOf(header, sent)).toBe(path))

test('each template is of its own section alone', () => {
  for (const section of sections) {
    const header = section.columns.filter(({ key }) => key !== 'id').map(columnTitle)
    for (const other of sections) {
      const found = betterSection(header, other, sections)?.of.path
      expect(other === section ? [undefined] : [section.of.path, undefined]).toContain(found)
    }
  }
})

test('the titles of an office are known without their brackets, in plural and shortened', () => {
  const header = ['Cliente (Razão Social)', 'CNPJ', 'Telefones', 'Cidade/UF', 'Venc. Contrato', 'Mensalidade', 'Obs']
  expect(Object.keys(columnsGuessed(header, sectionAt('clients')?.columns ?? [])).toSorted()).toEqual([
    'addresses.city',
    'contract_due_date',
    'contract_value',
    'document',
    'internal_observation',
    'name',
    'phone',
  ])
})
