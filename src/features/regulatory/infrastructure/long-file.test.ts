import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { stationsInLongFile } from '#features/regulatory/infrastructure/long-file.server.ts'
import { longFileLimits, whyTooLong } from '#features/regulatory/infrastructure/long-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'outorga-stations-'))
afterAll(() => rmSync(folder, { recursive: true }))
const client = { document: '11222333000181', fistels: ['50012345652'], names: ['Vale Fibra Ltda'] }
let made = 0
function read(bytes: Uint8Array) {
  const path = join(folder, String(made++))
  writeFileSync(path, bytes)
  return stationsInLongFile(path, client, {})
}

/** The general file of licensed stations, its own headings and degrees with hundredths. */
const header = 'Nome/Razão Social;CNPJ/CPF;Número do Fistel;Número da Estação;Código IBGE;Latitude;Longitude'
const line = (name: string, document: string, number: string) =>
  `${name};${document};;${number};3122306;20S085600;44W531500`
const general = [
  header,
  line('OUTRA S/A', '33000167000101', '1'),
  line('VALE FIBRA LTDA', '11222333000181', '1006543210'),
  line('Pessoa física', '***.982.247-**', '7'),
  line('', '', '8'),
].join('\r\n')

test.each([
  ['as it is', Buffer.from(general)],
  ['in Windows-1252', Buffer.from(general, 'latin1')],
  ['in a gzip', gzipSync(general)],
  ['in a ZIP', zipSync({ 'estacoes.csv': strToU8(general) })],
])('the general file %s gives the client’s stations, and counts the others', async (_how, bytes) => {
  expect(await read(bytes)).toMatchObject({
    stations: [{ line: 3, number: '1006543210', place: { lat: -20.148889, lng: -44.8875 }, doubt: null }],
    lines: 4,
    others: 2,
    ownerless: 1,
    told_by: 'pelo CNPJ',
    notes: [],
  })
})

test('of a ZIP every list of stations is read, and what is none is named', async () => {
  const bytes = zipSync({
    'scm.csv': strToU8(general),
    'leia-me.pdf': strToU8('%PDF'),
    'tabelas/servicos.csv': strToU8('Código;Serviço\n045;SCM'),
    'slp.csv': strToU8([header, line('VALE FIBRA', '11.222.333/0001-81', '1006543299')].join('\n')),
  })
  const told = await read(bytes)
  if (typeof told === 'string') throw new Error(told)
  expect(told.stations.map(({ line: at, number }) => [at, number])).toEqual([
    [3, '1006543210'],
    [9, '1006543299'],
  ])
  expect(told.lines).toBe(5)
  expect(told.notes).toEqual([
    'O ZIP tem 2 arquivos de estações, e as linhas contam de um para o outro: “scm.csv”, linhas 1 a 5; “slp.csv”, linhas 8 a 9.',
    'No ZIP ficou de fora o que não é lista de estações: “tabelas/servicos.csv” e “leia-me.pdf”.',
  ])
})

test.each([
  ['half a ZIP', zipSync({ 'a.csv': strToU8(general.repeat(50)) }).slice(0, 200), /^O ZIP está danificado/],
  ['half a gzip', gzipSync(general).subarray(0, 60), /^O arquivo compactado está danificado/],
  ['a ZIP of something else', zipSync({ 'a.pdf': strToU8('x') }), /^O ZIP não traz nenhum arquivo CSV/],
  ['another list', Buffer.from('Nome;Valor\na;1'), /^Este não é um arquivo de estações/],
  [
    'stations of others alone',
    Buffer.from([header, line('OUTRA', '33000167000101', '1')].join('\n')),
    /^De quem é este arquivo\?/,
  ],
])('%s is refused in a sentence', async (_what, bytes, why) => {
  expect(await read(bytes)).toMatch(why)
})

test('what unpacks without an end is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2, `${'a;b'.repeat(60)}\n`))
  const many = Buffer.concat(Array.from({ length: 20 }, () => bomb))
  expect(await read(many)).toMatch(/desempacotado passa de 1200 MB/)
}, 60_000)

test('what is too long to be read is refused before it is sent, with how to cut it', () => {
  expect(whyTooLong('Estacoes.csv', 304 * 1024 ** 2, false)).toBeNull()
  expect(whyTooLong('Estacoes.csv', longFileLimits.unpacked + 1, false)).toBe(
    '“Estacoes.csv” tem 1,2\u00a0GB, e lemos até 1,2\u00a0GB. Filtre nele as linhas do cliente, pelo CNPJ, e envie só elas.',
  )
  expect(whyTooLong('a.zip', longFileLimits.sent + 1, true)).toContain('“a.zip” tem 400\u00a0MB')
})
