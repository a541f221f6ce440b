import { describe, expect, test } from 'vitest'
import type { CompanyAnswer } from '#parts/company/schema.ts'
import { proposalsOf } from './proposals.ts'

const taubate = { id: 7, uuid: 'u7', name: 'Taubaté' }
const found: CompanyAnswer = {
  cnpj: '11222333000181',
  name: 'VALE NET LTDA',
  fantasy_name: 'Vale Net',
  email: null,
  phone: '+551236210000',
  opening_data: '2011-03-04',
  capital_social: 150_000,
  situation: 'Ativa',
  address: {
    zipcode: '12020000',
    address: 'Rua das Palmeiras',
    number: '120',
    complement: null,
    neighborhood: 'Centro',
    city: taubate,
  },
  partners: [{ name: 'MARINA PRADO', document: '***123456**', categories: ['Sócia'], since: '2011-03-04' }],
  activities: [{ code: '6110803', name: 'SCM', main: true }],
}
const empty = { name: null, addresses: [], client_partners: [], activities: [] }
const keysOf = (values: object) => proposalsOf({ ...empty, ...values }, found, 1).map(({ key }) => key)
const only = (values: object, key: string) =>
  proposalsOf({ ...empty, ...values }, found, 1).find(each => each.key === key)

describe('what the registry proposes', () => {
  test('to an empty form, all it knows, and all of it safe', () => {
    const all = proposalsOf(empty, found, 1)
    expect(all.map(({ key }) => key)).toEqual([
      'name',
      'fantasy_name',
      'opening_data',
      'capital_social',
      'phone',
      'addresses',
      'client_partners',
      'activities',
    ])
    expect(all.every(({ safe }) => safe)).toBe(true)
  })

  test('nothing where only cases and accents differ', () => {
    expect(keysOf({ name: 'Vale Net Ltda' })).not.toContain('name')
  })

  test('what stands otherwise is shown beside it, and is not safe', () => {
    expect(only({ capital_social: 10_000 }, 'capital_social')).toMatchObject({
      now: 'R$\u00a010.000,00',
      found: 'R$\u00a0150.000,00',
      safe: false,
    })
  })

  test('the address of the head office takes the place of its own line, and of no other', () => {
    const other = { id: 3, address_type_id: 2, address: 'Outra' }
    const matriz = { id: 4, address_type_id: 1, address: 'Rua Velha', lat: -23.1 }
    expect(only({ addresses: [other, matriz] }, 'addresses')?.value).toEqual([
      other,
      expect.objectContaining({ id: 4, address: 'Rua das Palmeiras', city_id: 7, lat: -23.1 }),
    ])
    const same = { ...found.address, complement: null, city_id: 7, address_type_id: 1 }
    expect(keysOf({ addresses: [same] })).not.toContain('addresses')
  })

  test('partners come and go by name; a document in full is kept', () => {
    const held = [
      { id: 1, name: 'Marina Prado', document: '529.982.247-25' },
      { id: 2, name: 'Quem saiu', document: null },
    ]
    expect(only({ client_partners: held }, 'client_partners')).toMatchObject({
      found: '− Quem saiu',
      safe: false,
      value: [{ id: 1, name: 'MARINA PRADO', document: '529.982.247-25', categories: ['Sócia'] }],
    })
  })
})
