import { expect, test } from 'vitest'
import { choice, decimal, flag, lineList, longtext, money, text, words } from '#kernel/field.ts'
import { fieldsForMany } from '#kernel/many.ts'
import { resource } from '#kernel/resource.ts'

const towers = resource({
  path: 'towers',
  text: { one: 'torre', many: 'torres', gender: 'f' },
  fields: {
    name: text('Nome', { required: true }),
    code: text('Código', { unique: true }),
    document: text('CNPJ', { format: 'cnpj' }),
    contact: text('Contato', { personal: true }),
    key: text('Chave', { secret: true }),
    lat: decimal('Latitude', { axis: 'lat' }),
    height: decimal('Altura'),
    rent: money('Aluguel', { internal: true }),
    use: choice({ a: 'A' }, 'Uso'),
    shared: flag('Compartilhada'),
    tags: words('Etiquetas'),
    phones: lineList({ phone: text('Telefone') }, 'Telefones'),
    computed: text('Calculado', { writable: false }),
    hidden: longtext('Fora do formulário'),
  },
  list: { columns: ['name'] },
  form: [
    { fields: ['name', 'code', 'document', 'contact', 'key', 'lat', 'height'] },
    { fields: ['rent', 'use', 'shared', 'tags', 'phones', 'computed'] },
  ],
  scope: 'everyone',
})

test('many rows are given one value of what is of none of them alone, in the order of the form', () => {
  const { settable, ofOneRow } = fieldsForMany(towers, false)
  expect(settable.map(([name]) => name)).toEqual(['height', 'rent', 'use', 'shared', 'tags'])
  expect(ofOneRow.map(({ label, why }) => `${label}: ${why}`)).toEqual([
    'Nome: nome do registro',
    'Código: não se repete',
    'CNPJ: não se repete',
    'Contato: dado pessoal',
    'Chave: segredo',
    'Latitude: coordenada',
    'Telefones: lista de cada registro',
  ])
  expect(fieldsForMany(towers, true).settable.map(([name]) => name)).not.toContain('rent')
})
