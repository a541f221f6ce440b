import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compareStations,
  type OurStation,
  type StationComparison,
} from '#features/regulatory/infrastructure/compare.ts'
import { isStationHeader, type LineJudge } from '#features/regulatory/infrastructure/station-line.ts'
import { theirStations, type TheirStations } from '#features/regulatory/infrastructure/theirs.ts'
import { isInTown, judgePlace } from '#parts/address/judge.server.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import { readHere } from '#parts/table/read.server.ts'

const client = { document: '11222333000181', fistels: ['50012345652'], names: ['Vale Fibra Ltda', 'Vale Fibra'] }
const outlines = await openOutlines()
const judge: LineJudge = {
  isHome: at => isInTown(outlines, at),
  isAstray: (at, ibge) => judgePlace(outlines, at, { ibge, atSea: false, isVirtual: false }).match === 'fora',
  today: '2026-11-27',
}
/** The columns of the register, in its order. */
const mosaico =
  'Status.state,NomeEntidade,NumFistel,NumServico,NumAto,NumEstacao,EnderecoEstacao,EndComplemento,SiglaUf,CodMunicipio,DesignacaoEmissao,Tecnologia,tipoTecnologia,meioAcesso,FreqTxMHz,FreqRxMHz,Azimute,CodTipoClasseEstacao,ClassInfraFisica,CompartilhamentoInfraFisica,Latitude,Longitude,CodDebitoTFI,DataLicenciamento,DataPrimeiroLicenciamento,NumRede,_id,DataValidade,NumFistelAssociado,NomeEntidadeAssociado'

interface MosaicoRow {
  readonly state?: string
  readonly name?: string
  readonly fistel?: string
  readonly number: string
  readonly city?: string
  readonly lat?: string
  readonly lng?: string
  readonly until?: string
}
const mosaicoLine = ({
  state = 'LIC-LIC-01',
  name = 'VALE FIBRA LTDA - ME',
  fistel = '50012345652',
  number,
  city = '3122306',
  lat = '-20.142222',
  lng = '-44.8875',
  until = '2031-05-02T00:00:00',
}: MosaicoRow) =>
  `${state},${name},${fistel},045,,${number},"Rua A, 10",,MG,${city},,,,,,,,FX,,,${lat},${lng},,2020-01-01,,,x,${until},50099999999,${name}`

async function readMosaico(rows: readonly MosaicoRow[]): Promise<TheirStations> {
  const bytes = Buffer.from([mosaico, ...rows.map(mosaicoLine)].join('\r\n'), 'latin1')
  const table = await readHere(bytes, { isAwaited: isStationHeader })
  const told = typeof table === 'string' ? table : theirStations(table, client, judge)
  if (typeof told === 'string') throw new Error(told)
  return told
}
const our = (number: string | null, lat = -20.142222, lng = -44.8875): OurStation => ({
  uuid: `${number} ${lat}`,
  name: `Torre ${number ?? 'sem número'}`,
  number,
  place: { lat, lng },
})
const lists = ['equal', 'doubtful', 'numbers', 'places'] as const
const pairsIn = (found: StationComparison) => lists.flatMap<StationComparison['doubtful'][number]>(key => found[key])

test('what a file of the register says against itself is to be looked at, with its lines', async () => {
  const rows: readonly MosaicoRow[] = [
    { number: '1' },
    { number: '1' },
    { number: '2' },
    { number: '2', lat: '-20.192222' },
    { number: '3', lat: '-44.8875', lng: '-20.142222' },
    { number: '4', lat: '0.839259', lng: '1.870313' },
    { number: '5', state: 'Cancelada' },
    { number: '6', state: 'Excluída' },
    { number: '7', state: 'Licença cancelada' },
    { number: '8', until: '2024-03-01' },
    { number: '9', city: '3106200' },
    { number: '10', lat: '-23.5', lng: '-41.2' },
    { number: '11', lat: '20.142222', lng: '44.8875' },
    { number: '12', lat: '0', lng: '0' },
    { number: '13', lat: `44W5315`, lng: `20S0832` },
    { number: '14', lat: 'aqui' },
    { number: 'A15' },
    { number: '1.00421E+09' },
    { number: '17', until: 'sem data' },
    { number: '18', fistel: '50000000132', name: 'Vale Fibra' },
    { number: '19', fistel: '', name: '' },
    { number: '20', fistel: '50000000132', name: 'Outra S/A' },
    { number: '99', state: 'Cancelada', lat: '-20.3' },
  ]
  const told = await readMosaico(rows)
  expect(told).toMatchObject({ lines: rows.length, others: 1, ownerless: 1, repeated: 2, unread_total: 3 })
  expect(told.told_by).toBe('pelo fistel e pelo nome')
  expect(told.notes).toEqual([
    'As linhas com o nome do cliente têm um fistel que não está registrado aqui: “50000000132”.',
    'Em 1 linha a validade não se lê, e não foi conferida.',
  ])
  expect(told.unread.map(({ line, number }) => [line, number])).toEqual([
    [17, '14'],
    [18, null],
    [19, null],
  ])
  const ours = Array.from({ length: 18 }, (_, at) => our(String(at + 1)))
  const found = compareStations(ours, told.stations, 50, told.unread_numbers)
  expect(found.equal.map(({ theirs }) => theirs.number)).toEqual(['1', '17', '18'])
  expect(found.doubtful.map(({ ours: own, theirs }) => [own?.number ?? null, theirs.doubt])).toEqual([
    ['2', expect.stringMatching(/^Linha 5: o lugar fica a 5\.5\d\d m do que diz a linha 4\.$/)],
    ['3', 'Linha 6: a latitude e a longitude parecem trocadas.'],
    ['4', 'Linha 7: uma planilha parece ter trocado os graus por horas.'],
    ['5', 'Linha 8: a situação é “Cancelada”.'],
    ['6', 'Linha 9: a situação é “Excluída”.'],
    ['7', 'Linha 10: a situação é “Licença cancelada”.'],
    ['8', 'Linha 11: a licença terminou em 01/03/2024.'],
    ['9', 'Linha 12: o lugar fica fora do município 3106200.'],
    ['10', 'Linha 13: este ponto não fica em nenhum município: no mar, ou fora do Brasil?'],
    ['11', expect.stringContaining('Linha 14: este ponto fica fora do Brasil.')],
    ['12', expect.stringContaining('Linha 15: latitude e longitude zero')],
    ['13', 'Linha 16: a longitude veio antes da latitude: foram postas em ordem.'],
    [null, 'Linha 24: a situação é “Cancelada”.'],
  ])
  expect([found.places, found.missing_here]).toEqual([[], []])
  expect(found.not_compared.map(({ number }) => number)).toEqual(['14'])
  expect(found.missing_there.map(({ number }) => number)).toEqual(['15', '16'])
})

const header = 'CNPJ/CPF;Fistel;Nome/Razão Social;Número da Estação;Latitude;Longitude;Situacao'
const readOwners = (...lines: readonly string[]) =>
  theirStations(
    {
      header: header.split(';'),
      records: lines.map((line, at) => ({ line: at + 2, cells: `${line};${at + 1};-20,1;-44,8;`.split(';') })),
    },
    client,
  )

test('a line is the client’s by its document, else by a fistel, else by its name', () => {
  const told = readOwners(
    '11.222.333/0001-81;;',
    '11222333000181,00;50000000132;Outra',
    ';500.123.456-52;Nome antigo',
    'N/I;0;VALE FIBRA LTDA. EPP',
    '***.222.333-**;;Vale Fibra',
    // Of others: the document decides, whatever the name is.
    '33000167000101;50000000132;Vale Fibra',
    ';50000000132;Outra',
    // Of nobody that can be read: a wrong digit is no other's.
    '11222333000182;;',
    ';-;N/I',
    // To be looked at.
    '33000167000101;50012345652;Vale Fibra',
    '11222333000262;;Vale Fibra',
  )
  if (typeof told === 'string') throw new Error(told)
  expect(told).toMatchObject({ lines: 11, others: 2, ownerless: 2, repeated: 0, unread_total: 2 })
  expect(told.stations.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5'])
  expect(told.told_by).toBe('pelo CNPJ, pelo fistel e pelo nome')
  expect(told.unread.map(({ said }) => said)).toEqual([
    'o fistel é deste cliente, e o CNPJ não: “33000167000101”',
    'o CNPJ é de outro estabelecimento da empresa: “11222333000262”',
  ])
})

test('a file whose owners cannot be read is nobody’s', () => {
  expect(readOwners(';;N/I', '123;;-')).toBe(
    'De quem é este arquivo? Nenhuma linha é deste cliente, pelo CNPJ, pelo fistel e pelo nome. Em 2 linhas o dono não se lê. Confira o cliente escolhido, seu CNPJ e seus fistéis.',
  )
})

const cell = (...texts: readonly string[]) => fc.constantFrom(...texts)
const hostileRow = fc.record({
  document: cell('11222333000181', '11.222.333/0001-81', '33000167000101', '11222333000262', '', '***', '1,1E+13'),
  fistel: cell('50012345652', '50000000132', '0', '', 'x'),
  name: cell('Vale Fibra', 'VALE FIBRA LTDA ME', 'Outra', '', 'N/I'),
  number: cell('1', '2', '3', '03', '4.0', "'5", '0', 'N/I', 'A12', '1,0E+09', '7.000', ''),
  lat: cell('-20,142222', '-20,143', '20S083200', '-44,8875', '0', 'aqui', '', '0,839259', '-23,5'),
  lng: cell('-44,8875', '44W531500', '-20,142222', '0', 'ali', '', '1,8703', '-41,2'),
  state: cell('', 'Licenciada', 'Cancelada', 'não licenciada'),
})
const ownRow = fc.record({
  number: fc.constantFrom('1', '01', '2', '3', '5', '9', null),
  lat: fc.constantFrom(-20.142222, -20.143, -23.5),
})

test('nothing of a file disappears: each line is a station, repeats one or is left out; each station is in one list', () => {
  fc.assert(
    fc.property(
      fc.array(hostileRow, { minLength: 1, maxLength: 14 }),
      fc.array(ownRow, { maxLength: 6 }),
      (rows, own) => {
        const records = rows.map((row, at) => ({
          line: at + 2,
          cells: [row.document, row.fistel, row.name, row.number, row.lat, row.lng, row.state],
        }))
        const told = theirStations({ header: header.split(';'), records }, client, judge)
        // Refused only where no line may be the client's.
        const isRefused = typeof told === 'string' && told.startsWith('De quem é este arquivo?')
        expect(isRefused && rows.some(({ document }) => document.startsWith('11222333000181'))).toBe(false)
        if (isRefused) return
        if (typeof told === 'string') throw new Error(told)
        const { stations, lines, others, ownerless, repeated, unread, unread_total } = told
        expect(lines).toBe(rows.length)
        expect(stations.length + others + ownerless + repeated + unread_total).toBe(lines)
        const linesSaid = [...stations, ...unread].map(({ line }) => line)
        expect(new Set(linesSaid).size).toBe(linesSaid.length)
        const ours = own.map(({ number, lat }, at) => ({ ...our(number, lat), uuid: String(at) }))
        const found = compareStations(ours, stations, 50, told.unread_numbers)
        const pairs = pairsIn(found)
        const there = [...pairs.map(({ theirs }) => theirs), ...found.missing_here]
        expect(there.map(({ line }) => line).toSorted((one, other) => one - other)).toEqual(
          stations.map(({ line }) => line).toSorted((one, other) => one - other),
        )
        const here = [...pairs.flatMap(({ ours: one }) => one ?? []), ...found.missing_there, ...found.not_compared]
        expect(here.map(({ uuid }) => uuid).toSorted()).toEqual(ours.map(({ uuid }) => uuid).toSorted())
        // What speaks against a station is in no list of sure ones.
        const sure = [...found.equal, ...found.places, ...found.numbers].map(({ theirs }) => theirs)
        expect([...sure, ...found.missing_here].filter(({ doubt }) => doubt !== null)).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})
