import { expect, test } from 'vitest'
import {
  familiesFor,
  headersOf,
  infrastructureLayouts,
  layoutsIn,
  type LayoutFamily,
} from '#features/regulatory/anatel/infrastructure-layouts.ts'
import { leftOutOf, planOf, findingsInWords } from '#features/regulatory/infrastructure/check.ts'
import type { FiledConnection, FiledStation } from '#features/regulatory/infrastructure/network.ts'
import { filingFileName, satelliteRows, writeFiling, writeRows } from '#features/regulatory/infrastructure/write.ts'

const head = { cnpj: '11222333000181', year: 2025, srid: 4326 }
const today = '2026-02-10'
const station = (id: number, more: Partial<FiledStation> = {}): FiledStation => ({
  id,
  uuid: `s${id}`,
  name: `Torre ${id}`,
  borrowed: false,
  active: true,
  number: String(1_006_543_200 + id),
  type: 'propria',
  opening: true,
  medium: 'fibra',
  is_link: true,
  valid_until: null,
  place: { lat: -23.5505 - id / 10, lng: -46.633 },
  match: null,
  in_ocean: false,
  ibge: 3_550_308,
  address: 'Rua das Palmeiras, 120, Centro, São Paulo/SP, 01020-000',
  ...more,
})
const link = (id: number, from: number, to: number, more: Partial<FiledConnection> = {}): FiledConnection => ({
  id,
  uuid: `c${id}`,
  own: true,
  active: true,
  exists: true,
  closed: true,
  medium: 'fibra',
  capacity: 10,
  swap: false,
  from,
  to,
  supplier: null,
  ...more,
})
const planned = (
  stations: readonly FiledStation[],
  connections: readonly FiledConnection[] = [],
  family: LayoutFamily = '2025',
) => planOf({ stations, connections }, family, today)
const saidOf = (...given: Parameters<typeof planned>) => findingsInWords(planned(...given).findings)
const texts = (...[stations, connections, family = '2025']: Parameters<typeof planned>) =>
  Object.fromEntries(
    writeFiling(head, planned(stations, connections, family), family).map(({ layout, bytes }) => [
      layout.id,
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    ]),
  )

test('the stations of 2025 are written byte for byte: BOM, semicolons, CRLF, decimal commas, no quotes', () => {
  const written = texts(
    [station(2, { type: 'nuvem', opening: false, number: null }), station(1)],
    [link(7, 1, 2, { capacity: 2.5, swap: true })],
  )
  expect(written).toEqual({
    'estacoes-2025':
      '\ufeffCNPJ;ANO;ID_ESTACAO;NU_ESTACAO_BDTA_ANATEL;LAT;LONG;CO_MUNICIPIO_IBGE;ENDERECO;SN_ABERTURA;TP_ESTACAO;SN_ENLACE_PROPRIO;SN_ENLACE_CONTRATADO;SN_ENLACE_SATELITE\r\n' +
      '11222333000181;2025;Torre 1;1006543201;-23,6505;-46,633;3550308;Rua das Palmeiras, 120, Centro, São Paulo/SP, 01020-000;S;propria;S;N;N\r\n' +
      '11222333000181;2025;Torre 2;;-23,7505;-46,633;3550308;Rua das Palmeiras, 120, Centro, São Paulo/SP, 01020-000;N;nuvem;S;N;N\r\n',
    'proprios-2025':
      '\ufeffCNPJ;ANO;ID_ENLACE;ID_ESTACAO_A;ID_ESTACAO_B;TP_MEIO;NU_CAPACIDADE_NOMINAL_GBPS;SN_SWAP;GEOMETRIA_WKT;SRID\r\n' +
      '11222333000181;2025;7;Torre 1;Torre 2;fibra;2,5;S;LINESTRING(-46.633000 -23.650500, -46.633000 -23.750500);4326\r\n',
  })
})

test('the files of 2021 are written as they were: without types, and the supplier of what is contracted', () => {
  const written = texts(
    [station(1), station(2, { type: null })],
    [link(7, 1, 2), link(8, 2, 1, { own: false, supplier: '33000167000101', capacity: null })],
    '2021',
  )
  expect(written).toEqual({
    'estacoes-2021':
      '\ufeffCNPJ;ANO;ID;NUMESTACAO;LAT;LONG;COD_IBGE;ENDERECO;ABERTURA\r\n' +
      '11222333000181;2025;Torre 1;1006543201;-23,6505;-46,633;3550308;Rua das Palmeiras, 120, Centro, São Paulo/SP, 01020-000;S\r\n' +
      '11222333000181;2025;Torre 2;1006543202;-23,7505;-46,633;3550308;Rua das Palmeiras, 120, Centro, São Paulo/SP, 01020-000;S\r\n',
    'proprios-2021':
      '\ufeffCNPJ;ANO;ESTACAO_A_ID;ESTACAO_B_ID;ENLACES_PROPRIOS_TERRESTRES_ID;ENLACES_PROPRIOS_TERRESTRES_MEIO;ENLACES_PROPRIOS_TERRESTRES_C_NOMINAL;ENLACES_PROPRIOS_TERRESTRES_SWAP;GEOMETRIA_WKT;SRID\r\n' +
      '11222333000181;2025;Torre 1;Torre 2;7;fibra;10;N;LINESTRING(-46.633000 -23.650500, -46.633000 -23.750500);4326\r\n',
    'contratados-2021':
      '\ufeffCNPJ;ANO;ESTACAO_A_ID;ESTACAO_B_ID;ENLACES_CONTRATADOS_ID;ENLACES_CONTRATADOS_MEIO;ENLACES_CONTRATADOS_PRESTADORA\r\n' +
      '11222333000181;2025;Torre 2;Torre 1;8;fibra;33000167000101\r\n',
  })
})

test('a satellite of 2021 has four whole digits, a comma and six decimals in its MHz', () => {
  const [layout] = layoutsIn('2021').filter(({ kind }) => kind === 'satelites')
  const row = {
    id: 'S1',
    station: 'Torre 1',
    code: 'B1',
    uplink: 6_215.5,
    downlink: 990.25,
    uplink_mhz: 36,
    uplink_mbps: 45.5,
    downlink_mhz: 36,
    downlink_mbps: 45,
  }
  const bytes = writeRows(layout ?? { columns: [] }, satelliteRows(head, [row]))
  expect(new TextDecoder().decode(bytes).split('\r\n')[1]).toBe(
    '11222333000181;2025;Torre 1;S1;B1;6215,500000;0990,250000;0036,000000;45,5;0036,000000;45',
  )
})

test('every reason to stay out is one, counted, and takes the links with it', () => {
  const stations = [
    station(1),
    station(2),
    station(3, { active: false }),
    station(4, { place: null }),
    station(5, { ibge: null }),
    station(6, { opening: null }),
    station(7, { type: null }),
    station(8, { address: 'Rua A; fundos' }),
    station(9, { name: 'Igual' }),
    station(10, { name: 'Igual' }),
    station(11, { in_ocean: true, ibge: null, address: '' }),
  ]
  const links = [
    link(1, 1, 2),
    link(2, 1, 4),
    link(3, 1, 1),
    link(4, 1, 2, { medium: 'cabo_coaxial' }),
    link(5, 1, 2, { medium: null }),
    link(6, 1, 2, { capacity: 0 }),
    link(7, 1, 2, { own: false }),
    link(8, 1, 2, { exists: false }),
    link(9, 1, 2, { active: false }),
  ]
  const plan = planned(stations, links)
  expect(plan.stations.map(({ id }) => id)).toEqual([1, 11, 2])
  expect(plan.links.proprios.map(({ id }) => id)).toEqual([1])
  expect(leftOutOf(plan)).toBe(16)
  expect(leftOutOf(plan, 'enlaces')).toBe(8)
  expect(findingsInWords(plan.findings.filter(({ ids }) => ids.length))).toBe(
    '1 estação inativa; 2 com nome repetido; 1 sem coordenadas; 1 sem município; 1 sem dizer se tem abertura; 1 sem tipo; ' +
      '1 com ponto e vírgula, aspas ou quebra de linha no nome, no número ou no endereço; 1 ponta de enlace sem enlace; ' +
      '1 conexão inativa; 1 ainda não existe; 2 com uma ponta que não vai no arquivo de estações; ' +
      '2 sem meio que o arquivo tenha (fibra, rádio ou cabo metálico); 1 sem capacidade; 1 contratado, sem o CNPJ de quem fornece',
  )
})

test('what is to be looked at goes all the same', () => {
  expect(saidOf([station(1, { number: null }), station(2, { number: '0' })], [link(1, 1, 2)])).toBe(
    '1 sem número; 1 com número a conferir',
  )
  // Nobody licenses a cloud.
  expect(saidOf([station(1, { match: 'fora', is_link: false })])).toBe('1 fora do seu município')
  expect(saidOf([station(1, { number: null, type: 'nuvem', is_link: false })])).toBe('')
  expect(saidOf([station(1, { address: '', valid_until: '2026-02-09', is_link: false })])).toBe(
    '1 sem endereço; 1 com licença vencida',
  )
  const near = { lat: -23.65052, lng: -46.633 }
  expect(saidOf([station(1, { is_link: false }), station(2, { place: near, is_link: false })])).toBe(
    '2 a menos de 30 m de outra',
  )
  expect(saidOf([station(1), station(2)], [link(1, 1, 2, { medium: 'radio', capacity: 400, closed: false })])).toBe(
    '1 com capacidade que parece estar em Mbps; 1 de propriedade ainda não finalizada',
  )
})

test('what another client shares is a third party’s here, and a satellite is told of its station', () => {
  const stations = [station(1), station(2, { borrowed: true }), station(3, { medium: 'satelite', is_link: false })]
  const satellite = link(9, 1, 3, { medium: 'satelite' })
  const { 'estacoes-2025': file = '' } = texts(stations, [link(7, 1, 2), satellite])
  expect(
    file
      .split('\r\n')
      .slice(1, 4)
      .map(line => line.split(';').slice(-4).join(';')),
  ).toEqual(['propria;S;N;S', 'terceiro;S;N;N', 'propria;N;N;S'])
  expect(saidOf(stations, [satellite], '2021')).toContain('1 por satélite')
  expect(saidOf([station(1), station(3)], [satellite])).toBe('')
})

test('a cell that would end the line is never written', () => {
  expect(() => writeRows({ columns: [['station', 'ID']] }, [{ station: 'Torre;1' }])).toThrow('cannot be written')
})

test('layouts are dated: until 2023 the older alone, from 2024 on the newer first', () => {
  expect([2020, 2023, 2024, 2025].map(year => familiesFor(year).join())).toEqual([
    '2021',
    '2021',
    '2025,2021',
    '2025,2021',
  ])
  expect(new Set(infrastructureLayouts.map(({ id }) => id)).size).toBe(infrastructureLayouts.length)
  expect(layoutsIn('2025').map(({ id, standing }) => `${id} ${standing}`)).toEqual([
    'estacoes-2025 conferir',
    'proprios-2025 rascunho',
    'contratados-2025 rascunho',
  ])
  for (const layout of infrastructureLayouts) expect(headersOf(layout).slice(0, 2)).toEqual(['CNPJ', 'ANO'])
  expect(filingFileName(2025, 'Vale & Serra Ltda', { kind: 'proprios' })).toBe(
    'DICI_ANUAL_ENLACES_PROPRIOS_2025_vale-serra-ltda.csv',
  )
})
