import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixture, tokens } from '#features/regulatory/collects/fixtures/fixtures.server.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { lastDay } from '#parts/period/period.ts'
import { importAccesses } from '#features/regulatory/collects/intake/import.server.ts'

const lookups: Lookups = {
  tokens,
  cities: new Map([
    [3106200, { name: 'Belo Horizonte', uf: 'MG' }],
    [2931350, { name: 'Teixeira de Freitas', uf: 'BA' }],
  ]),
  cnpj: '48530335000148',
  year: 2024,
  month: 5,
}
const read = (name: string, own: Partial<Lookups> = {}) => importAccesses(fixture(name), { ...lookups, ...own })
const messages = async (name: string, own?: Partial<Lookups>) =>
  (await read(name, own)).rows.flatMap(({ problems }) => problems.map(({ message }) => message))
const verdicts = async (name: string, own?: Partial<Lookups>) =>
  (await read(name, own)).rows.map(({ verdict }) => verdict)

const header =
  'CNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;ACESSOS'
const row = '48530335000148;2024;5;3106200;PF;URBANO;fibra;internet;FTTH'
const written = (...lines: string[]) =>
  importAccesses(new TextEncoder().encode(`\ufeff${[header, ...lines, ''].join('\r\n')}`), lookups)

test('mistake 1: a speed with its thousands separated is refused, for the agency reads 1,000 as 1 Mbps', async () => {
  expect(await verdicts('01-thousands-separator')).toEqual(['refused', 'refused', 'accepted'])
  expect(await messages('01-thousands-separator')).toEqual([
    'Linha 2, VELOCIDADE: veio 1,000. A Anatel lê a vírgula como decimal: 1 Mbps. Se são 1000 Mbps, escreva 1000; se são 1, escreva 1.',
    'Linha 3, VELOCIDADE: veio 1.000. A Anatel não aceita ponto, nem de milhar. Escreva só os dígitos e, se houver decimais, a vírgula.',
  ])
})

test('mistake 2: a speed with a dot is refused with its cure, and one that looks like Kbps is warned of', async () => {
  const [dot, kbps, comma] = (await read('02-kbps-or-dot')).rows
  expect(dot).toMatchObject({ verdict: 'refused', values: null })
  expect(dot?.problems).toEqual([
    {
      column: 'VELOCIDADE',
      value: '0.5',
      rule: 'speed-dot',
      severity: 'error',
      message: 'Linha 2, VELOCIDADE: veio 0.5. Use vírgula: 0,5.',
      fix: '0,5',
    },
  ])
  expect(kbps).toMatchObject({ verdict: 'accepted', problems: [{ rule: 'speed-kbps', severity: 'warning' }] })
  expect(comma).toMatchObject({ verdict: 'accepted', values: { velocidade: 0.5 }, problems: [] })
})

test('mistake 3: accesses left out by closing every month on day 30 do not show in a file, so our own months end when they end', async () => {
  expect(await verdicts('03-thirty-as-last-day')).toEqual(['accepted'])
  expect(lastDay(lookups)).toBe('2024-05-31')
})

test('mistake 4: a municipality without its IBGE code is refused, and the missing last digit is told', async () => {
  expect(await verdicts('04-missing-ibge')).toEqual(['refused', 'refused', 'refused', 'refused'])
  expect(await messages('04-missing-ibge')).toEqual([
    'Linha 2, COD_IBGE: veio vazio. Preencha: a Anatel exige esta coluna.',
    'Linha 3, COD_IBGE: veio 9999999, que não é um código do IBGE. Use os 7 dígitos do município, como 3550308.',
    'Linha 4, COD_IBGE: veio 310620. Falta o último dígito: Belo Horizonte/MG é 3106200.',
    'Linha 5, COD_IBGE: veio Belo Horizonte, que não é um código do IBGE. Use os 7 dígitos do município, como 3550308.',
  ])
})

test('mistake 5: a CNPJ with punctuation or short of its zero is put right; a ruined one, another’s or another month are not', async () => {
  const own = { cnpj: '01234567000195' }
  const { rows, groups } = await read('05-cnpj-mangled', own)
  expect(rows.map(({ verdict, corrections }) => [verdict, corrections[0]?.why])).toEqual([
    ['corrected', 'pontuação retirada, letras maiúsculas'],
    ['corrected', 'zeros à esquerda devolvidos'],
    ['refused', undefined],
    ['refused', undefined],
    ['refused', undefined],
  ])
  expect(await messages('05-cnpj-mangled', own)).toEqual([
    'Linha 4, CNPJ: veio 1,23457E+12, que não é um CNPJ: a planilha trocou o número por notação científica. Escreva os 14 caracteres, sem pontuação: 01234567000195.',
    'Linha 5, CNPJ: veio 48530335000148, que é de outra empresa. Esta coleta é do CNPJ 01234567000195.',
    'Linha 6, MES: veio 6, que é de outro mês. Esta coleta é do mês 5.',
  ])
  expect(groups.map(({ velocidade }) => velocidade)).toEqual([100, 200])
})

test('mistake 6: no BOM, LF alone and rows joined by commas are put right, except where a comma is also a decimal', async () => {
  const { facts, rows } = await read('06-no-bom-lf-comma-rows')
  expect(facts).toMatchObject({ bom: false, line_ending: 'LF', delimiter: ';', encoding: 'UTF-8' })
  expect(facts?.notes).toEqual([
    'Falta a marca de UTF-8 no começo do arquivo (BOM).',
    'As linhas não terminam em CRLF.',
  ])
  expect(rows.map(({ verdict }) => verdict)).toEqual(['corrected', 'refused'])
  expect(rows[0]?.values).toMatchObject({ velocidade: 100, acessos: 1 })
  expect(rows[1]?.problems[0]).toMatchObject({ rule: 'columns', column: null })
})

test('mistake 7: rows with the same key are merged and their accesses summed', async () => {
  const { rows, groups, summary } = await read('07-repeated-key')
  expect(rows.map(({ verdict, mergedInto }) => [verdict, mergedInto])).toEqual([
    ['accepted', undefined],
    ['accepted', undefined],
    ['merged', 2],
  ])
  expect(groups.map(({ tipo_cliente, acessos }) => [tipo_cliente, acessos])).toEqual([
    ['PF', 60],
    ['PJ', 4],
  ])
  expect(summary).toMatchObject({
    rows: 3,
    accepted: 2,
    corrected: 0,
    merged: 1,
    refused: 0,
    warnings: 0,
    accesses: 64,
  })
})

test('mistake 8: values in another case or accented become the table’s, in a Windows-1252 file too', async () => {
  const { facts, rows } = await read('08-upper-case-accents')
  expect(facts).toMatchObject({ encoding: 'Windows-1252' })
  expect(rows.map(({ verdict }) => verdict)).toEqual(['corrected', 'corrected'])
  expect(rows[0]?.corrections.map(({ from, to }) => [from, to])).toEqual([
    ['pf', 'PF'],
    ['Urbano', 'URBANO'],
    ['rádio', 'radio'],
    ['INTERNET', 'internet'],
    ['WI-FI', 'Wi-Fi'],
  ])
  expect(rows[1]?.values).toMatchObject({
    tipo_meio: 'cabo_metalico',
    tipo_produto: 'linha_dedicada',
    tipo_tecnologia: 'ETHERNET',
  })
})

test('mistake 9: a file with only its header is no filing', async () => {
  expect(await read('09-header-only')).toMatchObject({
    fatal: 'O arquivo só tem o cabeçalho. A Anatel exige ao menos um registro: sem acessos, faça uma coleta zerada.',
    rows: [],
  })
})

test('mistake 10: own use is a client type like the others', async () => {
  expect(await read('10-own-use')).toMatchObject({
    groups: [{ tipo_cliente: 'UP', acessos: 2 }],
    summary: { accepted: 1 },
  })
})

test('the header of 2021 is read in any order and case, its last column under the new name', async () => {
  const { facts, rows } = await read('header-2021-reordered')
  expect(facts?.layout).toBe('scm-2021')
  expect(facts?.notes).toEqual([
    'O cabeçalho é o de 2021 (QT_ACESSOS em vez de ACESSOS).',
    'O cabeçalho não está em maiúsculas.',
    'As colunas estão fora da ordem da Anatel.',
  ])
  expect(rows[0]).toMatchObject({ verdict: 'accepted', values: { acessos: 12, velocidade: 100 } })
})

test.each([
  ['', 'O arquivo está vazio.'],
  [`${row};100;1\r\n`, 'O arquivo não tem o cabeçalho.'],
  [`${row};100;1\r\n${row};100;1\r\n`, 'O arquivo não tem o cabeçalho.'],
  [`${header};ACESSOS\r\n${row};100;1;1`, 'O cabeçalho repete ACESSOS.'],
  [`${header}\r\n"${row};100;1`, 'Há aspas abertas e não fechadas na linha 2.'],
  [`${header}\r\n${row};${'1'.repeat(30_000)};1`, 'A linha 2 é longa demais'],
  [`${header}\r\n${row};100\0;1`, 'O arquivo não é um texto que se possa ler.'],
  ['PK\u0003\u0004', 'A planilha está danificada.'],
])('a file that is no filing (case %#) is not read, and the reason is told', async (text, reason) => {
  expect((await importAccesses(new TextEncoder().encode(text), lookups)).fatal).toContain(reason)
})

test.each([
  ['100', 100],
  ['500,000000', 500],
  ['2,0480', 2.048],
  ['0,512', 0.512],
])('the speed %s is read as %s Mbps', async (speed, mbps) => {
  expect((await written(`${row};${speed};1`)).groups[0]?.velocidade).toBe(mbps)
})

test.each([
  ['0', 'speed-zero'],
  ['0,0', 'speed-zero'],
  ['-1', 'speed'],
  ['100 Mbps', 'speed'],
  ['0,0005', 'speed'],
  ['2,048', 'speed-thousands'],
  ['1.234,5', 'speed-dot'],
  ['2000000', 'speed-kbps'],
])('the speed %s is refused by the rule %s', async (speed, rule) => {
  expect((await written(`${row};${speed};1`)).rows[0]).toMatchObject({
    verdict: 'refused',
    problems: [{ rule, column: 'VELOCIDADE' }],
  })
})

test.each([
  ['1.000', '1000'],
  ['60,0', '60'],
])('%s accesses are refused, with %s as the cure', async (accesses, fix) => {
  expect((await written(`${row};100;${accesses}`)).rows[0]).toMatchObject({
    verdict: 'refused',
    problems: [{ rule: 'accesses', fix }],
  })
})

test('a sum of accesses that does not fit its column is refused at the row that overflows', async () => {
  const { rows, groups } = await written(`${row};100;99999999`, `${row};100;1`)
  expect(rows.map(({ verdict }) => verdict)).toEqual(['accepted', 'refused'])
  expect(groups[0]?.acessos).toBe(99_999_999)
})

test('a month with a leading zero, spaces around and one separator too many are put right and told', async () => {
  const { rows } = await written(`48530335000148;2024;05; 3106200;PF;URBANO;fibra;internet;FTTH;100;1;`)
  expect(rows[0]?.verdict).toBe('corrected')
  expect(rows[0]?.corrections.map(({ why }) => why)).toEqual([
    'separador a mais no fim da linha',
    'mês sem zero à esquerda',
    'espaços retirados',
  ])
})

test('zero accesses and a technology rarely seen on a medium are warned of, never refused', async () => {
  const { rows, summary } = await written(`${row};100;0`, `${row.replace('fibra', 'radio')};100;1`)
  expect(rows.map(({ verdict, problems }) => [verdict, problems[0]?.rule])).toEqual([
    ['accepted', 'accesses-zero'],
    ['accepted', 'pairing'],
  ])
  expect(summary.warnings).toBe(2)
})

test('a file beyond 200,000 rows is not judged', async () => {
  expect((await written('x\r\n'.repeat(200_001))).fatal).toBe(
    'O arquivo passa de 200.000 linhas. Confira se é o certo.',
  )
})

test('no bytes make the importer throw', async () => {
  const start = new TextEncoder().encode(`${header}\n`)
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.uint8Array({ maxLength: 400, min: 1 }).map(tail => Uint8Array.from([...start, ...tail])),
    fc
      .string({ unit: fc.constantFrom(...'0123456789;,."\t\r\n-EPFé \u0000') })
      .map(text => new TextEncoder().encode(`${header}\n${row};${text}`)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async given => {
      const { rows, summary } = await importAccesses(given, lookups)
      expect(summary.accepted + summary.corrected + summary.merged + summary.refused).toBe(rows.length)
    }),
    { numRuns: 500 },
  )
})

test('rows of a long file that say the very same are judged alike, and what is wrong is told of each by its line', async () => {
  const kinds = [`${row};100;2`, `${row};0.5;1`, `${row};2048;1`, ` ${row};100;3`]
  const { rows, summary, findings } = await written(...Array.from({ length: 8_000 }, (_, n) => kinds[n % 4] ?? ''))
  expect(summary).toEqual({
    rows: 8_000,
    accepted: 2,
    corrected: 0,
    merged: 5_998,
    refused: 2_000,
    warnings: 2_000,
    accesses: 2_000 * (2 + 1 + 3),
    warned: 2_000,
    righted: 2_000,
  })
  expect(findings.map(({ rule, why, count, lines }) => [rule ?? why, count, ...lines.slice(0, 2)])).toEqual([
    ['speed-dot', 2_000, 3, 7],
    ['speed-kbps', 2_000, 4, 8],
    ['espaços retirados', 2_000, 5, 9],
  ])
  const told = (line: number) => rows.find(each => each.line === line)
  expect(told(7)?.problems[0]?.message).toBe('Linha 7, VELOCIDADE: veio 0.5. Use vírgula: 0,5.')
  expect(told(8)).toMatchObject({ verdict: 'merged', mergedInto: 4, cells: { VELOCIDADE: '2048' } })
  expect(told(9)).toMatchObject({ verdict: 'merged', mergedInto: 2, cells: { CNPJ: ` ${row.slice(0, 14)}` } })
})
