import { expect, test } from 'vitest'
import * as brasil from '#kernel/brasil.ts'

test.each([
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12abc34501de35', '12ABC34501DE35'],
  ['6A3EDMWP000168', '6A3EDMWP000168'],
  ['Q2.GRO.WP7/0001-85', 'Q2GROWP7000185'],
  ['Q0.SLF.MBD/7VX4-39', 'Q0SLFMBD7VX439'],
  ['11.222.333/0001-81', '11222333000181'],
  ['37335118000180', '37335118000180'],
  ['71.411.234/0001–70', '71411234000170'],
  ['71.411.371/0001‑04', '71411371000104'],
  ['71.411.508\\0001-20', '71411508000120'],
  ['CNPJ 71.411.645/0001-65', '71411645000165'],
  ['cnpj/mf nº: 71.411.645/0001-65', '71411645000165'],
  ['11.222.333/0001−81', '11222333000181'],
  ['\ufeff11.222.333/0001-81', '11222333000181'],
  ['11.222\u200b.333/0001-81', '11222333000181'],
  ['11.222.333/\u00ad0001-81', '11222333000181'],
  ['11 222 333\u00a00001 81\u200e', '11222333000181'],
])('the CNPJ %s is kept as %s', (typed, kept) => {
  expect(brasil.cnpj(typed)).toBe(kept)
})

test.each([
  '12.ABC.345/01DE-36',
  '12ABC34501DEA5',
  '12.ABÇ.345/01DE-35',
  '00000000000000',
  '11111111111111',
  'AAAAAAAAAAAA45',
  '1122233300018',
  '',
])('%j is not a CNPJ', typed => {
  expect(brasil.cnpj(typed)).toBeNull()
})

test('a CNPJ tells its company from its establishment, and whether it has letters', () => {
  expect(brasil.cnpjRoot('12ABC34501DE35')).toBe('12ABC345')
  expect(brasil.cnpjOrder('12ABC34501DE35')).toBe('01DE')
  expect([brasil.hasLetters('12ABC34501DE35'), brasil.hasLetters('11222333000181')]).toEqual([true, false])
})

test('a CPF is checked by its digits and never one digit repeated', () => {
  expect(brasil.cpf('111.444.777-35')).toBe('11144477735')
  expect(brasil.cpf('52998224725')).toBe('52998224725')
  expect(brasil.cpf('111.111.111-11')).toBeNull()
  expect(brasil.cpf('529.982.247-26')).toBeNull()
})

test('a Fistel keeps its 11 digits and is checked as a CPF is', () => {
  expect(brasil.fistel('50012345600')).toBeNull()
  expect(brasil.fistel('52998224725')).toBe('52998224725')
})

test.each([
  ['(12) 99712-3456', '+5512997123456'],
  ['12997123456', '+5512997123456'],
  ['+55 12 99712-3456', '+5512997123456'],
  ['(+55) 12 99712-3456', '+5512997123456'],
  ['+ 55 (12) 99712-3456', '+5512997123456'],
  ['(12) 3621-1234', '+551236211234'],
  ['55997123456', '+5555997123456'],
  ['0800 123 4567', '08001234567'],
  ['4004-1234', '40041234'],
  ['(0xx12) 99712-3456', '+5512997123456'],
  ['0XX12 3621-1234', '+551236211234'],
  ['(012) 3621-1234', '+551236211234'],
  ['012 99712-3456', '+5512997123456'],
  ['+55 (012) 99712–3456', '+5512997123456'],
  ['(12) 99712\u20113456', '+5512997123456'],
  ['0300 123 4567', '03001234567'],
])('the phone %s is kept as %s', (typed, kept) => {
  expect(brasil.readPhone(typed)).toBe(kept)
})

test.each([
  '+47 22 34 56 78',
  '+4722345678',
  '+33 9 12 34 56 78',
  '+34 911 234 567',
  '+1 212 555 0123',
  '(+45) 32 34 56 78',
  '\u200e+47 22 34 56 78',
])('the phone %s is another country’s', typed => {
  expect([brasil.readPhone(typed), brasil.isForeignPhone(typed)]).toEqual([null, true])
})

test.each(['(20) 99712-3456', '(12) 6621-1234', '(12) 70012-3456', '(12) 9712-3456', '190', '99712-3456', 'abc', ''])(
  '%j is not a phone of Resolução 749/2022',
  typed => {
    expect(brasil.readPhone(typed)).toBeNull()
  },
)

test('a stored phone is shown as Brazilians write it', () => {
  expect(brasil.maskPhone('+5512997123456')).toBe('(12) 99712-3456')
  expect(brasil.maskPhone('+551236211234')).toBe('(12) 3621-1234')
  expect(brasil.maskPhone('08001234567')).toBe('0800 123 4567')
  expect(brasil.maskPhone('40041234')).toBe('4004-1234')
})

test('a mask dresses what fits and gives back whole what does not', () => {
  expect(brasil.maskDocument('529982')).toBe('529.982')
  expect(brasil.maskDocument('52998224725')).toBe('529.982.247-25')
  expect(brasil.maskDocument('529.982.247-251')).toBe('52.998.224/7251')
  expect(brasil.maskDocument('12abc34501de35')).toBe('12.ABC.345/01DE-35')
  expect(brasil.maskCnpj('11.222.333/0001-81')).toBe('11.222.333/0001-81')
  expect(brasil.maskCnpj('11.222.333/0001-819')).toBe('11.222.333/0001-819')
  expect(brasil.maskCnpj('ação')).toBe('ação')
  expect(brasil.maskZipcode('12020000')).toBe('12020-000')
  expect(brasil.maskPhone('129971234567')).toBe('129971234567')
})

test('there are 27 states and a CEP of zeros is none', () => {
  expect(new Set(brasil.ufs).size).toBe(27)
  expect(brasil.uf(' sp ')).toBe('SP')
  expect(brasil.uf('XX')).toBeNull()
  expect(brasil.zipcode('12.020-000')).toBe('12020000')
  expect(brasil.zipcode('00000-000')).toBeNull()
})

test('a municipality’s code is read as a spreadsheet makes a number of it, and nothing else is one', () => {
  for (const text of ['3554102', ' 3554102 ', '3554102.0', '3554102,00', '3.554.102', '\u200b3554102'])
    expect([text, brasil.ibgeDigits(text)]).toEqual([text, '3554102'])
  for (const text of ['355410', '355410.0', '3554102.5', '3,554,102', '35.541.02', '33554102', 'Taubaté', ''])
    expect([text, brasil.ibgeDigits(text)]).toEqual([text, null])
})
