import { expect, test } from 'vitest'
import { tokens } from '#features/regulatory/collects/fixtures/fixtures.server.ts'
import type { ColumnName } from '#features/regulatory/anatel/layouts.ts'
import { writeScm } from '#features/regulatory/anatel/write.server.ts'
import { importAccesses } from '#features/regulatory/collects/intake/import.server.ts'
import { noInstructions } from '#features/regulatory/collects/intake/intake.ts'
import { readCell } from '#features/platform/imports/section/cell.ts'
import { columnAt } from '#features/platform/imports/section/section.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'
import { textOf } from '#parts/table/sheet-rows.server.ts'

const lookups = {
  tokens,
  cities: new Map([[3106200, { name: 'Belo Horizonte', uf: 'MG' }]]),
  cnpj: '48530335000148',
  year: 2024,
  month: 5,
}
const fields: readonly [ColumnName, string][] = [
  ['COD_IBGE', '3106200'],
  ['TIPO_CLIENTE', 'PF'],
  ['TIPO_ATENDIMENTO', 'URBANO'],
  ['TIPO_MEIO', 'fibra'],
  ['TIPO_PRODUTO', 'internet'],
  ['TIPO_TECNOLOGIA', 'FTTH'],
]
/** What a coleta's own upload makes of a file with columns of its own; null where the row is refused. */
async function uploaded(column: 'VELOCIDADE' | 'ACESSOS', text: string) {
  const cells: readonly [ColumnName, string][] = [
    ...fields,
    ['VELOCIDADE', column === 'VELOCIDADE' ? text : '100'],
    ['ACESSOS', column === 'ACESSOS' ? text : '7'],
  ]
  const file = [cells.map(([name]) => `x ${name}`), cells.map(([, cell]) => `"${cell}"`)]
  const bytes = new TextEncoder().encode(file.map(line => line.join(';')).join('\r\n'))
  const columns = {
    CNPJ: { from: 'coleta', text: '' },
    ANO: { from: 'coleta', text: '' },
    MES: { from: 'coleta', text: '' },
    ...Object.fromEntries(cells.map(([name]) => [name, { from: 'coluna', text: `x ${name}` } as const])),
  } as const
  const { groups, rows } = await importAccesses(bytes, lookups, undefined, {
    ...noInstructions,
    mapping: { columns, values: [], kbps: false },
  })
  expect(rows, 'the file is read').toHaveLength(1)
  const [group] = groups
  return group ? (column === 'VELOCIDADE' ? group.velocidade : group.acessos) : null
}
/** What *Importações* makes of the same cell. */
function imported(key: 'speed' | 'amount', text: string) {
  const section = sectionAt('collects')
  const column = section && columnAt(section, key)
  if (!column) throw new Error(`no column ${key}`)
  const read = readCell(text, column, { find: () => 'none', unit: null })
  return read && 'value' in read ? read.value : null
}

test.each<[string, number | null]>([
  ['100 Mega', 100],
  ['300M/150M', 300],
  ['512 kbps', 0.512],
  ['1 Giga', 1_000],
  ['0,5', 0.5],
  // What may be read in two ways, or is no speed, is asked about.
  ['1.000', null],
  ['1,000', null],
  ['1.000 Mega', null],
  ['10.000 kbps', null],
  ['1.5', null],
  ['Internet 4G', null],
  ['2000000', null],
])('the speed %s is %s to both ways in', async (text, mbps) => {
  expect([await uploaded('VELOCIDADE', text), imported('speed', text)]).toEqual([mbps, mbps])
})

test.each<[string, number | null]>([
  ['1234', 1_234],
  ['1.234', null],
  ['1,000', null],
  ['12,0', null],
  ['1,5', null],
])('the accesses %s are %s to both ways in', async (text, accesses) => {
  expect([await uploaded('ACESSOS', text), imported('amount', text)]).toEqual([accesses, accesses])
})

test('every speed comes back as it went out: from our own file, and from the workbook somebody saves it as', async () => {
  const steps = [...Array.from({ length: 11_000 }, (_, at) => at + 1), ...Array.from({ length: 10_000 }, (_, at) => 997 * (at + 1) + 11_000)] // prettier-ignore
  const groups = steps.map(kbps => ({
    cod_ibge: 3106200,
    tipo_cliente: 'PF',
    tipo_atendimento: 'URBANO',
    tipo_meio: 'fibra',
    tipo_produto: 'internet',
    tipo_tecnologia: 'FTTH',
    velocidade: kbps / 1_000,
    acessos: 1,
  }))
  const { bytes } = writeScm({ cnpj: lookups.cnpj, year: 2024, month: 5, groups })
  const [, ...lines] = new TextDecoder().decode(bytes).trim().split('\r\n')
  const texts = lines.map(line => line.split(';')[9] ?? '')
  const workbook = texts.map(text => textOf(Number(text.replace(',', '.'))))
  const speeds = groups.map(({ velocidade }) => velocidade)
  for (const [name, written] of Object.entries({ csv: texts, xlsx: workbook })) {
    expect([name, written.map(text => imported('speed', text))]).toEqual([name, speeds])
    const file = lines.map((line, at) => line.split(';').with(9, `"${written[at]}"`).join(';')) // prettier-ignore
    const header =
      'CNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;ACESSOS'
    const read = await importAccesses(new TextEncoder().encode([header, ...file].join('\r\n')), lookups)
    expect([name, read.groups.map(({ velocidade }) => velocidade)]).toEqual([name, speeds])
  }
})

test('both say why in the same words', () => {
  const section = sectionAt('collects')
  const said = (key: string, text: string) => {
    const column = section && columnAt(section, key)
    const read = column && readCell(text, column, { find: () => 'none', unit: null })
    return read && 'message' in read ? read.message : null
  }
  expect(said('speed', '1.000 Mega')).toBe('Veio 1.000 Mega, que pode ser 1000 ou 1 Mbps. Escreva um dos dois.')
  expect(said('speed', '10.000 kbps')).toBe('Veio 10.000 kbps, que pode ser 10 ou 0,01 Mbps. Escreva um dos dois.')
  expect(said('amount', '1.234')).toBe('Escreva sem ponto de milhar: 1234.')
  expect(said('amount', '12,000')).toBe('É um número inteiro: se são 12000, escreva sem a vírgula.')
})
