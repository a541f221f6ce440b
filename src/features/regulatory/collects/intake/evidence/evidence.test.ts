import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokens } from '#features/regulatory/collects/fixtures/fixtures.server.ts'
import { scm, scm2021 } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { monthQuestion } from '#features/regulatory/collects/intake/evidence/month.ts'
import { periodCell, periodsIn } from '#parts/period/written.ts'
import { openIn, type Answers } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { importAccesses } from '#features/regulatory/collects/intake/import.server.ts'
import { noInstructions, type Instructions } from '#features/regulatory/collects/intake/intake.ts'
import { sourcesIn, titlesLeft, titlesOf } from '#features/regulatory/intake/mapping.ts'

const lookups: Lookups = {
  tokens,
  cities: new Map([
    [3554102, { name: 'Taubaté', uf: 'SP' }],
    [3523909, { name: 'Itu', uf: 'SP' }],
    [3549904, { name: 'São José dos Campos', uf: 'SP' }],
  ]),
  cnpj: '48530335000148',
  year: 2026,
  month: 10,
}
const known = { layouts: [scm, scm2021], near: ['SP'], remembered: [] }
const read = (text: string, told: Partial<Instructions> = {}, name = '') =>
  importAccesses(new TextEncoder().encode(text), lookups, { ...known, name }, { ...noInstructions, ...told })

const own = 'Cidade;UF;Tipo Cliente;Atendimento;Meio;Produto;Tecnologia;Velocidade;Acessos'
const row = (place: string, amount: number | string, more = '') =>
  `${place};SP;PF;URBANO;fibra;internet;FTTH;300;${amount}${more}`
const file = (header: string, ...rows: readonly string[]) => [header, ...rows].join('\r\n')
const keysOf = ({ questions }: Awaited<ReturnType<typeof read>>) =>
  openIn(questions).map(({ key }) => key.split(':')[0])

test.each([
  ['Setembro/2026', [[2026, 9]]],
  ['Competência 09/2026', [[2026, 9]]],
  ['acessos set-26', [[2026, 9]]],
  ['acessos_202609.csv', [[2026, 9]]],
  ['2026-09', [[2026, 9]]],
  ['Período: 01/10/2026 a 31/10/2026', [[2026, 10]]],
  ['setembro de 2026', [[2026, 9]]],
  ['Set-2026', [[2026, 9]]],
  ['Setembro', [[null, 9]]],
  [
    'set/2026 e out/2026',
    [
      [2026, 9],
      [2026, 10],
    ],
  ],
  // The day a report was made, and words that only begin as a month does.
  ['Emitido em 05/11/2026', []],
  ['gerado em 2026-11-05', []],
  ['Outorga de Marabá', []],
  ['Contrato 1234/5678', []],
  ['(12) 3622-2026', []],
] as const)('%j says the months %j', (text, months) =>
  expect(periodsIn(text).map(({ year, month }) => [year, month])).toEqual(months),
)
test.each([
  ['9', [null, 9]],
  ['09', [null, 9]],
  ['2026', [2026, null]],
  ['30/09/2026', [2026, 9]],
  ['2026-09-30', [2026, 9]],
  ['09/2026', [2026, 9]],
  ['Setembro', [null, 9]],
  ['set', [null, 9]],
  ['texto', null],
  ['31', null],
] as const)('the cell %j is of the month %j', (text, month) => {
  const found = periodCell(text)
  expect(found && [found.year, found.month]).toEqual(month)
})

test.each<readonly [string, string, string, readonly string[]]>([
  ['a title of another month', file('Acessos de setembro/2026;', own, row('Itu', 5)), '', ['mes']],
  ['a title of its own month', file('Período: 01/10/2026 a 31/10/2026', own, row('Itu', 5)), '', []],
  ['a file name of another month', file(own, row('Itu', 5)), 'acessos-09-2026.csv', ['mes']],
  ['a file name of its own month', file(own, row('Itu', 5)), 'outubro-2026.csv', []],
  [
    'a title of another company',
    file('OUTRA TELECOM LTDA - CNPJ 11.767.820/0001-20', own, row('Itu', 5)),
    '',
    ['empresa'],
  ],
  ['a title of its own branch', file('PROVEDOR - CNPJ 48.530.335/0002-29', own, row('Itu', 5)), '', []],
  ['a column of another company', file(`${own};CNPJ Prestadora`, row('Itu', 5, ';11767820000120'), row('Taubaté', 6, ';11.767.820/0001-20')), '', ['empresa']], // prettier-ignore
  ['a column of another month', file(`${own};Competência`, row('Itu', 5, ';09/2026'), row('Taubaté', 6, ';09/2026')), '', ['mes']], // prettier-ignore
  ['a column of another year', file(`${own};Ano`, row('Itu', 5, ';2025'), row('Taubaté', 6, ';2025')), '', ['mes']],
  [
    'contracts that ended',
    file(`${own};Situação`, row('Itu', 5, ';Ativo'), row('Itu', 6, ';Cancelado')),
    '',
    ['linhas'],
  ],
  ['contracts that are paused', file(`${own};Status do contrato`, row('Itu', 5, ';Ativo'), row('Itu', 6, ';Suspenso')), '', ['linhas']], // prettier-ignore
  ['contracts for a test', file(`${own};Obs`, row('Itu', 5, ';ok'), row('Itu', 6, ';TESTE interno')), '', ['linhas']],
  ['another service among its own', file(`${own};Serviço`, row('Itu', 5, ';SCM'), row('Itu', 6, ';SeAC')), '', ['servico']], // prettier-ignore
  ['only another service', file(`${own};Serviço`, row('Itu', 5, ';TV'), row('Itu', 6, ';STFC')), '', ['servico']],
  ['cells under no title', file(`${own};`, row('Itu', '1,234', ';'), row('Itu', 1, ';234')), '', ['sem-titulo']],
  ['a second table below', file(own, row('Itu', 5), 'Cidade;Acessos;Velocidade', row('Itu', 6)), '', ['outra-tabela']],
  ['quotes that swallow rows', file(own, `"Itu\r\n${row('Itu', 5)}\r\n${row('Taubaté', 6)}";${row('', 5).slice(1)}`, row('Itu', 7)), '', ['aspas']], // prettier-ignore
])('%s is asked about', async (_about, text, name, keys) => {
  expect(keysOf(await read(text, {}, name))).toEqual(keys)
})

test('what is left out is counted with its accesses, by the answer that was given', async () => {
  const text = file(
    `${own};Situação;Competência`,
    row('Itu', 800, ';Ativo;out/2026'),
    row('Itu', 40, ';Cancelado;out/2026'),
    row('Taubaté', 7, ';Suspenso;10/2026'),
    row('Taubaté', 99, ';Ativo;set/2026'),
    `Total;;;;;;;;946;;`,
    `${own};Situação;Competência`,
  )
  const asked = await read(text)
  const [question] = openIn(asked.questions)
  expect(question?.choices.map(({ value }) => value)).toEqual(['ativas', 'pausadas', 'todas'])
  const outs = async (answers: Answers) => {
    const { leftOut, summary } = await read(text, { answers })
    return [summary.accesses, ...leftOut.map(({ reason, rows, accesses }) => `${reason} ${rows} ${accesses}`)]
  }
  const always = ['Competência: set/2026 1 99', 'Linha de total 1 946', 'Cabeçalho repetido 1 0']
  const key = question?.key ?? ''
  expect(await outs({ [key]: 'todas' })).toEqual([847, ...always])
  expect(await outs({ [key]: 'pausadas' })).toEqual([807, 'Situação: Cancelado 1 40', ...always])
  expect((await outs({ [key]: 'ativas' })).toSorted()).toEqual([800, 'Situação: Cancelado 1 40', 'Situação: Suspenso 1 7', ...always].toSorted()) // prettier-ignore
})

test('a contract that comes twice where each row is an access counts once or twice, as answered', async () => {
  const header = 'Contrato;Cidade;UF;Tipo Cliente;Atendimento;Meio;Produto;Tecnologia;Velocidade'
  const line = (id: string) => `${id};Itu;SP;PF;URBANO;fibra;internet;FTTH;300`
  const text = file(header, line('A1'), line('A2'), line('A1'), line('A3'))
  const [question] = openIn((await read(text)).questions)
  expect(question?.text).toContain('A1')
  const counted = async (value: string) =>
    (await read(text, { answers: { [question?.key ?? '']: value } })).summary.accesses
  expect([await counted('uma'), await counted('todas')]).toEqual([3, 4])
})

test.each([
  'Acessos',
  'Qtd Clientes',
  'Qtd. Clientes',
  'Total de acessos',
  'Nº de acessos',
  'Qtde de acessos',
  'Soma de Acessos',
  'Clientes',
  'Assinantes',
  'Contratos ativos',
])('the column %s is the one of accesses', async title => {
  const { columns } = await read(file(own.replace('Acessos', title), row('Itu', 812), row('Taubaté', 45)))
  expect(columns?.mapping.columns.ACESSOS).toEqual({ from: 'coluna', text: title })
})
test.each(['Base', 'Out', 'PF', 'Total geral', 'Volume', 'Ativos hoje'])(
  'a column of whole numbers called %s is asked about, and no row is taken for one access',
  async title => {
    const { columns } = await read(file(own.replace('Acessos', title), row('Itu', 812), row('Taubaté', 45)))
    expect(columns?.missing).toEqual(['ACESSOS'])
  },
)
test.each([
  ['Velocidade;Acessos', 'Velocidade de upload;Velocidade de download;Acessos', 'VELOCIDADE', 'Velocidade de download'],
  ['Cidade;', 'Cidade cobrança;Cidade instalação;', 'COD_IBGE', 'Cidade instalação'],
  ['Velocidade;Acessos', 'Velocidade A;Velocidade B;Acessos', 'VELOCIDADE', undefined],
  ['Velocidade;Acessos', 'Velocidade;Acessos Set/2026;Acessos Out/2026', 'ACESSOS', undefined],
  ['Velocidade;Acessos', 'Velocidade;Quantidade de equipamentos;Acessos', 'ACESSOS', 'Acessos'],
] as const)('of %s as %s the column %s is %s', async (from, to, name, title) => {
  const { columns } = await read(file(own.replace(from, to), row('Itu;Itu', 5)))
  expect(columns?.mapping.columns[name]?.text).toBe(title)
})

test('the month before is confirmed where much changes or a municipality is gone', () => {
  const [before, after] = [new Map([['Itu/SP', 100], ['Pirajuí/SP', 45]]), new Map([['Itu/SP', 101], ['Piraju/SP', 45]])] // prettier-ignore
  const ask = (to: ReadonlyMap<string, number>, answers = {}) =>
    monthQuestion(
      { year: 2026, month: 9 },
      { places: before, speeds: [300] },
      { places: to, speeds: [300, 0.6] },
      20,
      answers,
    )
  const gone = ask(after)
  expect([gone.kind, gone.text.replaceAll('\u00a0', ' ')]).toEqual([
    'ask',
    'Em set/2026 eram 145 acessos, e este arquivo traz 146 (mais 0,7 %). Saem: Pirajuí/SP (45). Entram: Piraju/SP (45). Velocidades novas: 0,6 Mbps.',
  ])
  expect(ask(after, { [gone.key]: 'sim' }).answer).toBe('sim')
  expect(ask(new Map([...before, ['Itu/SP', 10]])).kind).toBe('ask')
  expect(ask(new Map([...before, ['Itu/SP', 110]])).kind).toBe('note')
})

/** A file of accesses as providers make them, with all that gets into one. */
const hostile = fc.record({
  rows: fc.array(
    fc.record({
      place: fc.constantFrom('Itu', 'Taubaté', 'Itu/SP', '3523909', 'Xis', 'Piraju?', ''),
      state: fc.constantFrom('SP', 'São Paulo', '35', 'BA', 'N/D', ''),
      speed: fc.constantFrom('300', '300 Mega', '1 Giga', '100/50 Mbps', '1.000', '0,5', 'Turbo', 'Subtotal 300 Mega'),
      amount: fc.integer({ min: 0, max: 999 }),
      status: fc.constantFrom('Ativo', 'Cancelado', 'Suspenso', 'Teste', ''),
      month: fc.constantFrom('10/2026', '09/2026', 'out/2026', '', '31/10/2026'),
      service: fc.constantFrom('SCM', 'SeAC', 'Internet', ''),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  total: fc.boolean(),
  again: fc.boolean(),
  pick: fc.nat(2),
})

test('nothing of a file disappears: each row goes in, is refused or is left out with a reason, and so does each access and column', async () => {
  const header =
    'Cidade;UF;Tipo Cliente;Atendimento;Meio;Produto;Tecnologia;Velocidade;Acessos;Status;Competência;Serviço'
  await fc.assert(
    fc.asyncProperty(hostile, async ({ rows, total, again, pick }) => {
      const lines = rows.map(({ place, state, speed, amount, status, month, service }) =>
        [place, state, 'PF', 'URBANO', 'fibra', 'internet', 'FTTH', speed, amount, status, month, service].join(';'),
      )
      const sum = rows.reduce((all, { amount }) => all + amount, 0)
      const all = [...lines, ...(again ? [header] : []), ...(total ? [`TOTAL;;;;;;;;${sum};;;`] : [])]
      const first = await read(file(header, ...all))
      const answers = Object.fromEntries(
        first.questions.flatMap(({ key, choices }) => {
          const choice = choices[pick % Math.max(1, choices.length)]
          return choice ? [[key, choice.value]] : []
        }),
      )
      const {
        summary,
        leftOut,
        rows: judged,
        columns,
        header: titles,
        questions,
      } = await read(file(header, ...all), { answers })
      const outRows = leftOut.reduce((n, each) => n + each.rows, 0)
      const outAccesses = leftOut.reduce((n, each) => n + each.accesses, 0)
      const refused = judged.flatMap(({ verdict, original }) =>
        verdict === 'refused' ? [Number(original?.[8] ?? 0)] : [],
      )
      expect(summary.rows + outRows).toBe(all.length)
      expect(summary.accesses + outAccesses + refused.reduce((n, each) => n + each, 0)).toBe(sum + (total ? sum : 0))
      expect(judged.length).toBe(summary.rows)
      const at = columns && sourcesIn(columns.mapping, titles)
      const used = titlesOf(titles).filter(
        (_, place) => scm.columns.some(({ name }) => at?.(name) === place) || at?.('UF') === place,
      )
      expect([...used, ...(columns ? titlesLeft(columns.mapping, titles) : [])].toSorted()).toEqual(titles.toSorted())
      // Who answered everything has nothing left to answer.
      expect(questions.filter(({ kind, answer }) => kind === 'ask' && answer === null)).toEqual([])
    }),
    { numRuns: 150 },
  )
})
