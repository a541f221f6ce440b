import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { comparedRows, comparedSheet } from '#features/regulatory/infrastructure/compared.ts'
import { compareStations, type OurStation } from '#features/regulatory/infrastructure/compare.ts'
import { isStationHeader } from '#features/regulatory/infrastructure/station-line.ts'
import { theirStations, type TheirStation, type TheirStations } from '#features/regulatory/infrastructure/theirs.ts'
import { readHere } from '#parts/table/read.server.ts'

const client = { document: '11222333000181', fistels: ['50012345652'], names: ['Vale Fibra Ltda', 'Vale Fibra'] }
const table = (header: string, ...lines: readonly string[]) => ({
  header: header.split(';'),
  records: lines.map((line, at) => ({ line: at + 2, cells: line.split(';') })),
})
function read(header: string, ...lines: readonly string[]): TheirStations {
  const told = theirStations(table(header, ...lines), client)
  if (typeof told === 'string') throw new Error(told)
  return told
}

test('the register, the open data and the yearly files are read by their own headers', () => {
  const place = { lat: -22.906, lng: -47.0606 }
  const mosaico = read(
    'NomeEntidade;NumFistel;NumEstacao;Latitude;Longitude',
    'Vale Fibra;50012345652;01006543210;-22,906;-47,0606',
    'Vale Fibra;50012345652;1006543210;-22,906;-47,0606',
    'Outra;50099999999;1;-22;-47',
  )
  expect(mosaico).toMatchObject({ told_by: 'pelo fistel', lines: 3, others: 1, repeated: 1, unread: [] })
  expect(mosaico.stations).toEqual([{ line: 2, number: '1006543210', name: null, place, doubt: null }])
  const open = read('Número Estação;Latitude decimal;Longitude decimal;Entidade', '5;-22.906;-47.0606;VALE FIBRA LTDA')
  expect(open.told_by).toBe('pelo nome')
  expect(open.stations).toEqual([{ line: 2, number: '5', name: null, place, doubt: null }])
  const general = read(
    'CNPJ/CPF;Nome/Razão Social;Número da Estação;Latitude;Longitude',
    '11.222.333/0001-81;Vale Fibra;1.006.543.210;22S542160;47W033816',
    '99.999.999/0001-91;Outra;7;20S085600;44W531500',
  )
  expect(general).toMatchObject({ told_by: 'pelo CNPJ', others: 1, unread: [] })
  expect(general.stations).toMatchObject([{ number: '1006543210', place: { lat: -22.906, lng: -47.0606 } }])
  const yearly = read(
    'CNPJ;ANO;ID_ESTACAO;NU_ESTACAO_BDTA_ANATEL;LAT;LONG',
    '11222333000181;2024;Torre 1;;-22,906;-47,0606',
  )
  expect(yearly.told_by).toBe('pelo CNPJ')
  expect(yearly.stations).toEqual([{ line: 2, number: null, name: 'Torre 1', place, doubt: null }])
})

test('what cannot be read is told by its line, and a file of something else by what it lacks', () => {
  const told = read('NumEstacao;Latitude;Longitude', '1;-22,906;-47,0606', 'A12;-22,906;-47,0606', '3;aqui;ali', '0;;')
  expect(told.told_by).toBeNull()
  expect(told.unread).toEqual([
    { line: 3, number: null, said: 'o número da estação não se lê: “A12”' },
    {
      line: 4,
      number: '3',
      said: 'as coordenadas não se leem: “aqui” e “ali”. Latitude: “aqui” não é uma coordenada. Longitude: “ali” não é uma coordenada',
    },
    { line: 5, number: null, said: 'não diz número nem coordenadas' },
  ])
  expect(theirStations(table('Nome;Valor', 'a;1'), client)).toMatch(
    /^Este não é um arquivo de estações: falta a coluna que diz o número da estação, a latitude e a longitude\./,
  )
})

test('a station of a line that cannot be read is apart, neither here alone nor the same', () => {
  const ours = [our('ilegível', '3', -22), our('só aqui', '5', -23)]
  const told = read('NumEstacao;Latitude;Longitude', '3;aqui;ali', '9;-10,5;-47,5')
  const unread = new Set(told.unread.flatMap(({ number }) => number ?? []))
  const found = compareStations(ours, told.stations, 50, unread)
  expect(found.not_compared.map(({ name }) => name)).toEqual(['ilegível'])
  expect(found.missing_there.map(({ name }) => name)).toEqual(['só aqui'])
  // One that another line tells is compared.
  const twice = compareStations(ours, [their(2, '3', -22)], 50, unread)
  expect([twice.equal.length, twice.not_compared]).toEqual([1, []])
})

test('what the file says against itself is no equal station', () => {
  const header = 'NumEstacao;Latitude;Longitude;Situacao;DataValidade;CodMunicipio'
  const told = theirStations(
    table(
      header,
      '1;-22;-47;Licenciada;31/12/2030;3554102',
      '2;-22,1;-47;Licenciada;;',
      '2;-22,15;-47;Licenciada;;',
      '2;-22,15;-47;Licenciada;;',
      '3;-22,2;-47;Excluída;;',
      '3;-22,2;-47;Excluída;;',
      '4;-22,3;-47;;01/02/2020;',
      '5;-22,4;-47;;;3304557',
    ),
    client,
    { today: '2026-11-27', isAstray: (_at, ibge) => ibge === 3304557 },
  )
  if (typeof told === 'string') throw new Error(told)
  const ours = told.stations.map(({ number, place: at }) => our(`Torre ${number}`, number, at?.lat ?? null))
  const found = compareStations(ours, told.stations, 50)
  expect(found.equal.map(each => each.ours.name)).toEqual(['Torre 1'])
  expect(found.doubtful.map(each => [each.ours?.name, each.theirs.doubt])).toEqual([
    ['Torre 2', expect.stringMatching(/^Linha 4: o lugar fica a 5\.53\d m do que diz a linha 3\.$/)],
    ['Torre 3', 'Linha 6: a situação é “Excluída”.'],
    ['Torre 4', 'Linha 8: a licença terminou em 01/02/2020.'],
    ['Torre 5', 'Linha 9: o lugar fica fora do município 3304557.'],
  ])
})

test('a file without a line of the client asks whose it is', () => {
  const header = 'NomeEntidade;NumEstacao;Latitude;Longitude'
  const lines = ['Outra', 'Mais uma', 'A terceira', 'A quarta'].map((name, at) => `${name};${at + 1};-22;-47`)
  expect(theirStations(table(header, ...lines), client)).toBe(
    'De quem é este arquivo? Nenhuma linha é deste cliente, pelo nome: são de “Outra”, “Mais uma” e “A terceira”, entre outros. Confira o cliente escolhido, seu CNPJ e seus fistéis.',
  )
  expect(theirStations(table(header), client)).toBe('O arquivo só tem o cabeçalho: não há estações com que comparar.')
})

test('lines above the header, and sheets before the one with stations, are passed over', async () => {
  const lines = ['Relatório do Mosaico', 'Emitido em 27/11/2026', 'NumEstacao;Latitude;Longitude', '5;-22,9;-47,06']
  const text = await readHere(Buffer.from(lines.join('\r\n')))
  if (typeof text === 'string') throw new Error(text)
  expect(theirStations(text, client)).toMatchObject({ lines: 1, stations: [{ line: 4, number: '5' }] })
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'Filtros',
        rows: [
          ['Serviço', 'UF'],
          ['SCM', 'MG'],
        ],
      },
      {
        name: 'Estações',
        rows: [
          ['NumEstacao', 'Latitude', 'Longitude'],
          ['5', '-22,9', '-47,06'],
        ],
      },
    ],
  })
  const sheet = await readHere(new Uint8Array(workbook), { isAwaited: isStationHeader })
  if (typeof sheet === 'string') throw new Error(sheet)
  expect(theirStations(sheet, client)).toMatchObject({ lines: 1, stations: [{ number: '5' }] })
})

test('a place that is in doubt is shown with why, whichever way it is compared', () => {
  const told = read(
    'NumEstacao;Latitude;Longitude',
    '1;-44,8875;-20,142222',
    '2;20,142222;44,8875',
    '3;0;0',
    `4;20°08'32"S;44°53'15"W`,
    '5;20S085600;44W531500',
    '6;47W0338;22S5421',
    '7;-20,14 N;-44,8875',
    '8;20°68\'00" S;-44,8875',
  )
  expect(told.stations.map(({ number, place: at, doubt }) => [number, at, doubt])).toEqual([
    ['1', { lat: -44.8875, lng: -20.142222 }, expect.stringContaining('trocadas')],
    ['2', { lat: 20.142222, lng: 44.8875 }, expect.stringContaining('fora do Brasil')],
    ['3', { lat: 0, lng: 0 }, expect.stringContaining('zero')],
    ['4', { lat: -20.142222, lng: -44.8875 }, null],
    ['5', { lat: -20.148889, lng: -44.8875 }, null],
    ['6', { lat: -22.905833, lng: -47.060556 }, expect.stringContaining('postas em ordem')],
  ])
  expect(told.unread.map(({ said }) => said)).toEqual([
    expect.stringContaining('se contradizem'),
    expect.stringContaining('“68” não pode ser minutos'),
  ])
})

const our = (name: string, number: string | null, lat: number | null): OurStation => ({
  uuid: name,
  name,
  number,
  place: lat === null ? null : { lat, lng: -47 },
})
const their = (line: number, number: string | null, lat: number | null): TheirStation => ({
  line,
  number,
  name: null,
  place: lat === null ? null : { lat, lng: -47 },
  doubt: null,
})

test('stations are the same by number, or else by the only place near: what may be two is none', () => {
  const ours = [
    our('igual', '1', -22),
    our('longe', '2', -22.1),
    our('sem lugar', '3', null),
    our('outro número', '40', -22.2),
    our('só aqui', '5', -22.3),
    our('gêmea 1', null, -22.4),
    our('gêmea 2', null, -22.4001),
  ]
  const theirs = [
    their(2, '1', -22.0001),
    their(3, '2', -22.11),
    their(4, '3', -22.5),
    their(5, '4', -22.2002),
    their(6, '6', -22.40005),
    their(7, '7', -10),
  ]
  const found = compareStations(ours, theirs, 200)
  expect(found.equal.map(each => each.ours.name)).toEqual(['igual', 'sem lugar'])
  expect(found.places.map(each => [each.ours.name, Math.round(each.distance ?? 0)])).toEqual([['longe', 1_107]])
  expect(found.numbers.map(each => [each.ours.name, each.theirs.number])).toEqual([['outro número', '4']])
  expect(found.missing_here.map(each => each.line)).toEqual([6, 7])
  expect(found.missing_there.map(each => each.name)).toEqual(['só aqui', 'gêmea 1', 'gêmea 2'])
  // With a wider tolerance the far one is where it is.
  expect(compareStations(ours, theirs, 2_000).places).toEqual([])
})

test('the differences become a spreadsheet that runs nothing', () => {
  const rows = comparedRows({
    missing_here: [{ line: 2, number: '1', name: '=1+1', place: { lat: -22.5, lng: -47 }, doubt: 'Em dúvida.' }],
    missing_there: [our('Torre; 1', null, null)],
    not_compared: [],
    doubtful: [],
    numbers: [],
    places: [],
  })
  expect(comparedSheet(rows).split('\r\n').slice(1, 3)).toEqual([
    "Só na Anatel;;;;;'=1+1;1;-22,5;-47;;2;Em dúvida.",
    'Só aqui;"Torre; 1";;;;;;;;;;',
  ])
})
