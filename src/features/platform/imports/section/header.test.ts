import { expect, test } from 'vitest'
import { betterSection, columnsGuessed } from '#features/platform/imports/section/header.ts'
import { columnTitle } from '#features/platform/imports/section/template.ts'
import { sectionAt, sections } from '#features/platform/imports/section/sections.ts'

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

test.each<[string, string, string]>([
  ['clients', 'Cliente / Razão Social', 'name'],
  ['clients', 'Razões sociais', 'name'],
  ['clients', 'Nome do Cliente', 'name'],
  ['clients', 'CNPJ / CPF', 'document'],
  ['clients', 'Nº CNPJ', ''],
  ['clients', 'Tel.', 'phone'],
  ['clients', 'Telefone 1', 'phone'],
  ['clients', 'Fones', 'phone'],
  ['clients', 'Telefone/Celular', 'phone'],
  ['clients', 'E-mails', 'email'],
  ['clients', 'Observ. internas', ''],
  ['clients', 'OBS.:', 'internal_observation'],
  ['clients', 'Observações', 'internal_observation'],
  ['clients', 'Vencimento Contr.', 'contract_due_date'],
  ['clients', 'Mensalidades', 'contract_value'],
  ['clients', 'Valor da mensalidade', 'contract_value'],
  ['clients', 'Vl. Contrato', 'contract_value'],
  ['clients', 'Dt. de Abertura', 'opening_data'],
  ['clients', 'Cód. IBGE', 'addresses.city'],
  ['clients', 'Municípios', 'addresses.city'],
  ['clients', 'Nº', 'addresses.number'],
  ['clients', 'Regime Trib.', 'tax_regime'],
  ['stations', 'Tecnol.', 'technology_type'],
  ['stations', 'Val. Licença', 'valid_until'],
  ['fistels', 'Fistéis', 'fistel'],
  ['fistels', 'Nº do Fistel', 'fistel'],
  ['stations', 'Validade da licença', 'valid_until'],
  ['stations', 'Venc. Licença', 'valid_until'],
  ['stations', 'Lat.', 'address.lat'],
  ['stations', 'Nº Estação (Anatel)', 'station_number'],
])('in %s the title %s is of %s', (path, title, key) => {
  expect(Object.keys(columnsGuessed([title], sectionAt(path)?.columns ?? []))).toEqual(key ? [key] : [])
})

test.each(['Cliente', 'Contrato', 'Assinante', 'Ponto de acesso'])('in a file of accesses %s is no count', title => {
  expect(columnsGuessed([title], sectionAt('collects')?.columns ?? [])).not.toHaveProperty('amount')
})

test('each label of a section in plural, with a number, in brackets or shortened is its column', () => {
  for (const { columns } of sections)
    for (const { key, label } of columns) {
      const bare = label.replace(/\s*\(.*\)$/, '')
      for (const title of [`${label} *`, `${bare} (1)`, `${bare}:`, bare.toUpperCase(), `  ${bare}`])
        expect([title, Object.keys(columnsGuessed([title], columns))]).toEqual([title, [key]])
    }
})

test.each([
  ['Fone', 'Celular', 'Fone'],
  ['Celulares', 'Telefones', 'Telefones'],
  ['E-mails', 'Correio eletrônico', 'E-mails'],
])('of %s and %s the surer name is taken, whatever their order', (one, other, sure) => {
  const columns = columnsGuessed([one, other], sectionAt('clients')?.columns ?? [])
  expect(Object.values(columns)).toEqual([{ from: 'coluna', text: sure }])
})
