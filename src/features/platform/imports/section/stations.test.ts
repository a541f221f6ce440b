import { expect, test } from 'vitest'
import { columnsGuessed } from '#features/platform/imports/section/header.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'

const guessed = (header: string) => {
  const found = columnsGuessed(header.split(';'), sectionAt('stations')?.columns ?? [])
  return Object.fromEntries(
    Object.entries(found).map(([key, source]) => [key, source?.from === 'coluna' ? source.text : source?.from]),
  )
}

test('the regulator’s files of stations come in by their own columns', () => {
  expect(
    guessed(
      'NomeEntidade;NumFistel;NumAto;NumEstacao;EnderecoEstacao;EndComplemento;SiglaUf;CodMunicipio;Latitude;Longitude;DataValidade',
    ),
  ).toEqual({
    client: 'NomeEntidade',
    fistel: 'NumFistel',
    act: 'NumAto',
    station_number: 'NumEstacao',
    'address.address': 'EnderecoEstacao',
    'address.complement': 'EndComplemento',
    'address.uf': 'SiglaUf',
    'address.city': 'CodMunicipio',
    'address.lat': 'Latitude',
    'address.lng': 'Longitude',
    valid_until: 'DataValidade',
  })
  expect(
    guessed('CNPJ;ANO;ID_ESTACAO;NU_ESTACAO_BDTA_ANATEL;LAT;LONG;CO_MUNICIPIO_IBGE;ENDERECO;SN_ABERTURA;TP_ESTACAO'),
  ).toEqual({
    client: 'CNPJ',
    name: 'ID_ESTACAO',
    station_number: 'NU_ESTACAO_BDTA_ANATEL',
    'address.lat': 'LAT',
    'address.lng': 'LONG',
    'address.city': 'CO_MUNICIPIO_IBGE',
    'address.address': 'ENDERECO',
    opening: 'SN_ABERTURA',
    station_type: 'TP_ESTACAO',
  })
  expect(guessed('Número da Estação;Nome;CNPJ')).toEqual({
    station_number: 'Número da Estação',
    name: 'Nome',
    client: 'CNPJ',
  })
  // Without a column of names, the number is not taken for one.
  expect(guessed('CNPJ;Número da estação')).toEqual({ client: 'CNPJ', station_number: 'Número da estação' })
  expect(guessed('Número Estação;Latitude decimal;Longitude decimal;Entidade;Data Validade')).toEqual({
    station_number: 'Número Estação',
    'address.lat': 'Latitude decimal',
    'address.lng': 'Longitude decimal',
    client: 'Entidade',
    valid_until: 'Data Validade',
  })
})
