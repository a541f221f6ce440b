import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { writeScm } from '#features/regulatory/anatel/write.server.ts'
import { fixture, tokens } from '#features/regulatory/collects/fixtures/fixtures.server.ts'
import { scm, scm2021 } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import type { AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { placesOf } from '#parts/address/places.ts'
import { rejectedFile } from '#features/regulatory/collects/intake/rejected.ts'
import { rulesSure, ruleTitle } from '#features/regulatory/collects/intake/rules.ts'
import { importAccesses, type Imported, type FileContext } from '#features/regulatory/collects/intake/import.server.ts'
import { openIn } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { noInstructions, type Instructions } from '#features/regulatory/collects/intake/intake.ts'

const lookups: Lookups = {
  tokens,
  cities: new Map([
    [3106200, { name: 'Belo Horizonte', uf: 'MG' }],
    [3554102, { name: 'Taubaté', uf: 'SP' }],
    [3549904, { name: 'São José dos Campos', uf: 'SP' }],
    [2502300, { name: 'Bom Jesus', uf: 'PB' }],
    [4302303, { name: 'Bom Jesus', uf: 'RS' }],
  ]),
  cnpj: '48530335000148',
  year: 2024,
  month: 5,
}
const known: FileContext = { layouts: [scm, scm2021], near: ['SP'], remembered: [] }
const bytes = (text: string) => new TextEncoder().encode(text)
const take = (text: string, told: Partial<Instructions> = {}, more: Partial<FileContext> = {}) =>
  importAccesses(bytes(text), lookups, { ...known, ...more }, { ...noInstructions, ...told })
const mappingOf = ({ columns }: Imported): AccessMapping => {
  if (!columns) throw new Error('the file has no columns of its own')
  return columns.mapping
}

const erp = [
  'Relatório de contratos ativos',
  'Contrato;CPF/CNPJ;Cidade;UF;Tipo Pessoa;Zona;Conexão;Tecnologia;Plano',
  '1;111.111.111-11;TAUBATE;SP;Física;Urbana;Fibra Óptica;GPON;Fibra 300 Mega',
  '2;222.222.222-22;Taubaté;SP;Residencial;Urbana;Fibra Óptica;GPON;300MB',
  '3;33.333.333/0001-33;Taubaté;SP;Jurídica;Rural;Rádio;Wireless;Rural 0,5M',
  '4;444.444.444-44;Taubate;SP;Física;Urbana;Fibra Óptica;GPON;Turbo',
].join('\r\n')

test('the columns of a provider’s system are told by their names, and nothing counts before somebody agrees', async () => {
  const taken = await take(erp)
  expect(taken.fatal).toBeNull()
  expect(mappingOf(taken)).toEqual({
    columns: {
      CNPJ: { from: 'coleta', text: '' },
      ANO: { from: 'coleta', text: '' },
      MES: { from: 'coleta', text: '' },
      COD_IBGE: { from: 'coluna', text: 'Cidade' },
      TIPO_CLIENTE: { from: 'coluna', text: 'Tipo Pessoa' },
      TIPO_ATENDIMENTO: { from: 'coluna', text: 'Zona' },
      TIPO_MEIO: { from: 'coluna', text: 'Conexão' },
      TIPO_PRODUTO: { from: 'valor', text: 'internet' },
      TIPO_TECNOLOGIA: { from: 'coluna', text: 'Tecnologia' },
      VELOCIDADE: { from: 'coluna', text: 'Plano' },
      ACESSOS: { from: 'linha', text: '' },
      UF: { from: 'coluna', text: 'UF' },
    },
    values: [
      { column: 'TIPO_CLIENTE', from: 'Física', to: 'PF' },
      { column: 'TIPO_CLIENTE', from: 'Residencial', to: 'PF' },
      { column: 'TIPO_CLIENTE', from: 'Jurídica', to: 'PJ' },
      { column: 'TIPO_ATENDIMENTO', from: 'Urbana', to: 'URBANO' },
      { column: 'TIPO_MEIO', from: 'Fibra Óptica', to: 'fibra' },
      { column: 'TIPO_TECNOLOGIA', from: 'GPON', to: 'FTTH' },
      { column: 'TIPO_TECNOLOGIA', from: 'Wireless', to: 'Wi-Fi' },
    ],
    kbps: false,
  })
  expect(taken.columns).toMatchObject({ confirmed: false, missing: [], remembered: null })
  expect(taken.columns?.values[0]).toMatchObject({ column: 'VELOCIDADE', from: 'Turbo', to: null, count: 1 })
})

test('each contract is one access; towns by name and speeds as they are said are told as corrections', async () => {
  const { rows, groups, summary } = await take(erp, { mapping: mappingOf(await take(erp)) })
  expect(summary).toMatchObject({ rows: 4, corrected: 2, merged: 1, refused: 1, accesses: 3 })
  expect(
    groups.map(({ cod_ibge, tipo_cliente, tipo_meio, velocidade, acessos }) => [
      cod_ibge,
      tipo_cliente,
      tipo_meio,
      velocidade,
      acessos,
    ]),
  ).toEqual([
    [3554102, 'PF', 'fibra', 300, 2],
    [3554102, 'PJ', 'radio', 0.5, 1],
  ])
  expect(rows[0]?.corrections).toEqual([
    { column: 'COD_IBGE', from: 'TAUBATE', to: '3554102', why: 'Taubaté/SP' },
    { column: 'VELOCIDADE', from: 'Fibra 300 Mega', to: '300', why: 'lida em Mbps' },
  ])
  expect(rows[3]?.problems).toMatchObject([{ column: 'VELOCIDADE', rule: 'speed', value: 'Turbo' }])
})

test('what was agreed to before is used unasked; from another provider of the system only titles, and as a proposal', async () => {
  const mapping = {
    ...mappingOf(await take(erp)),
    values: [
      ...mappingOf(await take(erp)).values,
      { column: 'VELOCIDADE', from: 'Turbo', to: '600' },
      { column: 'COD_IBGE', from: 'Cidade secreta', to: '3106200' },
    ],
  } as const
  const own = { uuid: 'u', name: 'Arquivo do IXC', own: true, left: [], mapping }
  const again = await take(erp, {}, { remembered: [own] })
  expect(again.columns).toMatchObject({ confirmed: true, remembered: { uuid: 'u', name: 'Arquivo do IXC' } })
  expect(again.summary).toMatchObject({ refused: 0, accesses: 4 })
  const other = await take(erp, {}, { remembered: [{ ...own, own: false }] })
  expect(other.columns).toMatchObject({ confirmed: false, remembered: { uuid: null, name: null } })
  expect(mappingOf(other)).toMatchObject({ values: [], kbps: false })
  expect(mappingOf(other).columns).not.toHaveProperty('TIPO_PRODUTO')
  const elsewhere = await take(erp.replace('Conexão', 'Meio'), {}, { remembered: [own] })
  expect(elsewhere.columns).toMatchObject({ confirmed: false, remembered: null })
})

test('one access a row was agreed to for a file without counts, and is asked again where there are some', async () => {
  const plain = erp.replaceAll('Turbo', '100MB')
  const own = { uuid: 'u', name: 'Arquivo do IXC', own: true, left: [], mapping: mappingOf(await take(plain)) }
  expect((await take(plain, {}, { remembered: [own] })).columns?.missing).toEqual([])
  for (const title of ['Acessos', 'Qtde de acessos', 'Quantidade']) {
    const [report = '', header = '', ...rows] = plain.split('\r\n')
    const counted = [report, `${header};${title}`, ...rows.map((row, n) => `${row};${n + 2}`)].join('\r\n')
    const found = await take(counted, {}, { remembered: [own] })
    expect([title, found.columns?.missing]).toEqual([title, ['ACESSOS']])
  }
})

test('a column of Anatel left out is asked for, and a constant fills it', async () => {
  const text = 'cidade;meio;tecnologia;velocidade;quantidade\r\nTaubaté/SP;fibra;FTTH;100;7'
  const first = await take(text)
  expect(first.columns?.missing).toEqual(['TIPO_CLIENTE', 'TIPO_ATENDIMENTO'])
  expect(first.rows).toEqual([])
  const { columns, ...rest } = mappingOf(first)
  const mapping: AccessMapping = {
    ...rest,
    columns: {
      ...columns,
      TIPO_CLIENTE: { from: 'valor', text: 'PF' },
      TIPO_ATENDIMENTO: { from: 'valor', text: 'URBANO' },
    },
  }
  expect((await take(text, { mapping })).groups).toMatchObject([{ tipo_cliente: 'PF', acessos: 7, cod_ibge: 3554102 }])
})

test('speeds that look as if in Kbps are asked about, and divided when that is answered', async () => {
  const text =
    'cidade;uf;pessoa;zona;meio;tecnologia;velocidade;acessos\r\nTaubaté;SP;PF;URBANO;fibra;FTTH;102400;7\r\nTaubaté;SP;PF;URBANO;fibra;FTTH;51200;7'
  const first = await take(text)
  expect(mappingOf(first).kbps).toBe(false)
  expect(openIn(first.questions)).toMatchObject([{ key: 'unidade', choices: [{ value: 'mbps' }, { value: 'kbps' }] }])
  const answered = await take(text, { answers: { unidade: 'kbps' } })
  expect([openIn(answered.questions), mappingOf(answered).kbps]).toEqual([[], true])
  expect(answered.groups.map(({ velocidade }) => velocidade)).toEqual([50, 100])
  expect(answered.findings).toMatchObject([
    { severity: 'correction', count: 2 },
    { severity: 'correction', count: 2 },
  ])
})

test.each([
  ['Taubaté', '', '3554102'],
  ['TAUBATE', 'SP', '3554102'],
  ['São José dos Campos - SP', '', '3549904'],
  ['Bom Jesus/RS', '', '4302303'],
  ['Bom Jesus (PB)', '', '2502300'],
  ['Bom Jesus', 'rs', '4302303'],
  ['Bom Jesus', '', /Há mais de um município com este nome: Bom Jesus\/PB e Bom Jesus\/RS/],
  ['Taubaté', 'MG', /não é um município de MG/],
  ['Atlântida', '', /não é um município na lista do IBGE/],
])('the town %s of %s is %s', (name, state, expected) => {
  const place = placesOf(lookups.cities, ['SP'])(name, { state })
  expect('code' in place ? place.code : place.reason).toMatch(expected)
})
test('of towns of one name, the one in a state the provider works in is meant', () => {
  expect(placesOf(lookups.cities, ['RS', 'SP'])('Bom Jesus')).toMatchObject({ code: '4302303' })
})

test.each([
  ['Tabaté', 'SP', ['Taubaté/SP']],
  ['Taubatee', '', ['Taubaté/SP']],
  ['S. José dos Canpos - SP', '', ['São José dos Campos/SP']],
  // Nothing of another state is offered, nor what is no slip.
  ['Taubatê', 'MG', []],
  ['Itatiba', 'SP', []],
  ['Bom Jesus', '', ['Bom Jesus/PB', 'Bom Jesus/RS']],
])('the town %s of %s may be one of %j', (name, state, expected) => {
  const place = placesOf(lookups.cities, ['SP'])(name, { state })
  expect('code' in place ? place.name : place.among()).toEqual(expected)
})
test('towns near one that was not found are offered, and one of them chosen is it', async () => {
  const text = erp.replaceAll('TAUBATE', 'TAUBATTE')
  const taken = await take(text)
  const offered = taken.columns?.values.find(({ from }) => from === 'TAUBATTE')
  expect(offered).toMatchObject({ column: 'COD_IBGE', to: null, among: ['Taubaté/SP'] })
  const before = mappingOf(taken)
  const values = [...before.values, { column: 'COD_IBGE', from: 'TAUBATTE', to: offered?.among?.[0] ?? '' } as const]
  const { rows } = await take(text, { mapping: { ...before, values } })
  expect(rows[0]?.corrections).toContainEqual({
    column: 'COD_IBGE',
    from: 'TAUBATTE',
    to: '3554102',
    why: 'Taubaté/SP',
  })
})

const header = scm.columns.map(each => each.name).join(';')
const start = '48530335000148;2024;5;3106200;PF;URBANO;fibra;internet;FTTH'

test('a file with the ten classic mistakes: ten findings where they are; sure cures leave only what needs judgement', async () => {
  const file = fixture('ten-mistakes')
  const taken = await importAccesses(file, lookups, known)
  const found = taken.rows.flatMap(({ line, problems, corrections, mergedInto }) => [
    ...problems.map(({ column, rule }) => `${line} ${column} ${rule}`),
    ...corrections.map(({ column, why }) => `${line} ${column} ${why}`),
    ...(mergedInto === undefined ? [] : [`${line} = ${mergedInto}`]),
  ])
  expect(found).toEqual([
    '2 VELOCIDADE speed-thousands',
    '3 VELOCIDADE speed-dot',
    '4 VELOCIDADE speed-kbps',
    '5 COD_IBGE ibge',
    '6 CNPJ pontuação retirada, letras maiúsculas',
    '7 null colunas separadas por vírgula',
    '9 = 8',
    '10 TIPO_MEIO escrito como a Anatel escreve',
    '10 TIPO_PRODUTO escrito como a Anatel escreve',
    '11 ACESSOS accesses',
    '12 TIPO_CLIENTE token',
  ])
  expect(taken.facts?.notes).toEqual([
    'Falta a marca de UTF-8 no começo do arquivo (BOM).',
    'As linhas não terminam em CRLF.',
  ])

  const safe = rulesSure(taken.findings)
  expect(safe.toSorted()).toEqual(['accesses', 'ibge', 'speed-dot'])
  const cured = await importAccesses(file, lookups, known, { ...noInstructions, safe })
  expect(cured.rows.flatMap(({ line, problems }) => problems.map(({ rule }) => `${line} ${rule}`))).toEqual([
    '2 speed-thousands',
    '4 speed-kbps',
    '12 token',
  ])
  const edits = [
    { line: 2, column: 'VELOCIDADE', value: '1000' },
    { line: 4, column: 'VELOCIDADE', value: '100 Mega' },
    { line: 12, column: 'TIPO_CLIENTE', value: 'UP' },
  ] as const
  const whole = await importAccesses(file, lookups, known, { ...noInstructions, safe, edits })
  expect(whole.summary).toMatchObject({ rows: 11, refused: 0, warnings: 0 })
  const { bytes: written } = writeScm({ ...lookups, groups: whole.groups })
  expect(await importAccesses(written, lookups, known)).toMatchObject({
    groups: whole.groups,
    summary: { refused: 0, corrected: 0 },
    facts: { notes: [] },
  })
})

test('findings are gathered by reason, with how many rows, the first of them, and how many have one sure cure', async () => {
  const speeds = ['0.5', '1.5', '100', '2,048', '2.5']
  const text = [header, ...speeds.map(speed => `${start};${speed};1`)].join('\r\n')
  const { findings } = await take(text)
  expect(findings.map(each => [ruleTitle(each), each.severity, each.count, each.sure, each.lines])).toEqual([
    ['Velocidade com ponto', 'error', 3, 3, [2, 3, 6]],
    ['Velocidade que se lê de dois modos', 'error', 1, 0, [5]],
  ])
})

test('a town or a speed may be corrected in plain words, and the last correction of a cell counts', async () => {
  const text = `${header}\r\n${start.replace('3106200', 'Itu')};x;1`
  const { rows, groups } = await take(text, {
    edits: [
      { line: 2, column: 'VELOCIDADE', value: '20' },
      { line: 2, column: 'COD_IBGE', value: 'Taubaté/SP' },
      { line: 2, column: 'VELOCIDADE', value: '1 Giga' },
    ],
  })
  expect(groups).toMatchObject([{ cod_ibge: 3554102, velocidade: 1000 }])
  expect(rows[0]).toMatchObject({
    verdict: 'corrected',
    corrections: [
      { column: 'COD_IBGE', from: 'Itu', to: '3554102' },
      { column: 'VELOCIDADE', to: '1000' },
    ],
  })
})

test('the refused rows come out as they came, with why, and go in again once corrected', async () => {
  const text = `${header}\r\n${start};100;1\r\n${start};"a;b";2\r\n=${start};100;1`
  const out = rejectedFile(await take(text))
  expect(out.split('\r\n').slice(0, 2)).toEqual([
    `\ufeff${header};MOTIVO DA RECUSA`,
    `${start};"a;b";2;"Linha 3, VELOCIDADE: veio a;b. Escreva só o número, em Mbps, como 100 ou 0,5."`,
  ])
  expect(out).toContain(`\r\n'=${start}`)
  const again = await take(out.replace('"a;b"', '50').split('\r\n').slice(0, 2).join('\r\n'))
  expect(again.summary).toMatchObject({ rows: 1, refused: 0 })
  expect(rejectedFile(await take(out))).toContain(`;MOTIVO DA RECUSA\r\n`)
  expect(rejectedFile(await take(out)).split('MOTIVO DA RECUSA')).toHaveLength(2)
})

test('a long file is judged whole and told in part, the refused before all', async () => {
  const rows = Array.from({ length: 6_000 }, (_, n) => `${start};${n === 5_990 ? 'x' : 100 + (n % 9)};1`)
  const taken = await take([header, ...rows].join('\r\n'))
  expect(taken.summary).toMatchObject({ rows: 6_000, refused: 1, accesses: 5_999 })
  expect(taken.complete).toBe(false)
  expect(taken.rows).toHaveLength(5_000)
  expect(taken.rows.find(({ verdict }) => verdict === 'refused')?.line).toBe(5_992)
})

test('a workbook of a provider is read like its text', async () => {
  const rows = erp
    .split('\r\n')
    .slice(1)
    .map(line => line.split(';'))
  const file = await writeXlsx({ sheets: [{ name: 'Contratos', rows }] })
  const taken = await importAccesses(file, lookups, known)
  expect(taken.facts).toMatchObject({ kind: 'xlsx', sheet: 'Contratos', notes: [] })
  expect(mappingOf(taken)).toEqual(mappingOf(await take(erp)))
})

test('of a workbook whose first sheet is a cover, the other sheets are told', async () => {
  const cover = { name: 'Capa', rows: [['Contratos ativos', 2]] }
  const file = await writeXlsx({ sheets: [cover, { name: 'Contratos', rows: [['Cidade'], ['Taubaté']] }] })
  expect(await importAccesses(file, lookups, known)).toMatchObject({
    fatal: expect.stringContaining('cabeçalho'),
    facts: { sheet: 'Capa', sheets: ['Capa', 'Contratos'], layout: null },
  })
  expect(await importAccesses(file, lookups, known, { ...noInstructions, sheet: 'Contratos' })).toMatchObject({
    fatal: null,
    facts: { sheet: 'Contratos' },
  })
})

test("of a workbook of several sheets, the one with Anatel's columns or those agreed to before is read unasked", async () => {
  const rowsOf = (text: string) => text.split('\r\n').map(line => line.split(';'))
  const sheets = [
    { name: 'Capa', rows: [['Contratos ativos', 2]] },
    { name: 'Vazia', rows: [] },
    { name: 'Contratos', rows: rowsOf(erp) },
  ]
  const own = { uuid: 'u', name: 'Arquivo do IXC', own: true, left: [], mapping: mappingOf(await take(erp)) }
  const agreed = { ...known, remembered: [own] }
  const file = await writeXlsx({ sheets })
  expect(await importAccesses(file, lookups, agreed)).toMatchObject({ fatal: null, facts: { sheet: 'Contratos' } })
  expect(await importAccesses(file, lookups, agreed, { ...noInstructions, sheet: 'Capa' })).toMatchObject({
    fatal: expect.stringContaining('cabeçalho'),
    facts: { sheet: 'Capa' },
  })
  const official = await writeXlsx({
    sheets: [...sheets, { name: 'Anatel', rows: rowsOf(`${header}\r\n${start};100;1`) }],
  })
  expect(await importAccesses(official, lookups, known)).toMatchObject({ fatal: null, facts: { sheet: 'Anatel' } })
})
