import * as fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { tokens } from '#features/regulatory/collects/fixtures/fixtures.server.ts'
import { scm, scm2021 } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { openIn, type Answers } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { importAccesses, type Imported } from '#features/regulatory/collects/intake/import.server.ts'
import { noInstructions } from '#features/regulatory/collects/intake/intake.ts'

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
const own = 'Cidade;UF;Tipo Cliente;Atendimento;Meio;Produto;Tecnologia;Velocidade;Acessos'
const row = (place: string, amount: number | string, more = '') =>
  `${place};SP;PF;URBANO;fibra;internet;FTTH;300;${amount}${more}`
const file = (header: string, ...rows: readonly string[]) => [header, ...rows].join('\r\n')
const keysOf = ({ questions }: Imported) => openIn(questions).map(({ key }) => key.split(':')[0])

/** A workbook whose parts are changed as a person would have hidden or formatted them. */
async function workbook(
  sheets: readonly { readonly name: string; readonly rows: readonly (readonly (string | number)[])[] }[],
  change: Readonly<Record<string, (xml: string) => string>> = {},
) {
  const parts = unzipSync(
    await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows: rows.map(each => [...each]) })) }),
  )
  for (const [path, by] of Object.entries(change)) parts[path] = strToU8(by(strFromU8(parts[path] ?? new Uint8Array())))
  return zipSync(parts)
}
const cells = (text: string) => text.split(';')
const sheetRows = [own, row('Itu', 5), row('Taubaté', 1000), row('Itu', 7)].map(cells)
const first = 'xl/worksheets/sheet1.xml'
const readBook = async (bytes: Uint8Array, answers: Answers = {}) =>
  importAccesses(bytes, lookups, known, { ...noInstructions, answers })

test('rows a spreadsheet does not show, by filter or by height, are asked about and left out with their accesses', async () => {
  for (const how of ['hidden="1"', 'ht="0" customHeight="1"']) {
    const bytes = await workbook([{ name: 'Acessos', rows: sheetRows }], {
      [first]: xml => xml.replace(/<row r="3"/, `<row r="3" ${how}`),
    })
    const asked = await readBook(bytes)
    expect([keysOf(asked), asked.summary.accesses]).toEqual([['linhas-ocultas'], 1012])
    const without = await readBook(bytes, { 'linhas-ocultas': 'fora' })
    expect([keysOf(without), without.summary.accesses, without.leftOut]).toEqual([
      [],
      12,
      [{ reason: 'Linha oculta na planilha', rows: 1, accesses: 1000 }],
    ])
    expect((await readBook(bytes, { 'linhas-ocultas': 'entram' })).summary.accesses).toBe(1012)
  }
})

test('a hidden column that goes in, and each sheet that was not read, is asked about', async () => {
  const bytes = await workbook(
    [
      { name: 'PF', rows: sheetRows },
      { name: 'PJ', rows: sheetRows },
      {
        name: 'Notas',
        rows: [
          ['Observação', 'Quem'],
          ['ligar', 'Ana'],
        ],
      },
    ],
    {
      [first]: xml => xml.replace('<sheetData', '<cols><col min="9" max="9" width="0" hidden="1"/></cols><sheetData'),
      'xl/workbook.xml': xml => xml.replace(/(<sheet [^>]*name="PJ")/, '$1 state="hidden"'),
    },
  )
  const asked = await readBook(bytes)
  expect(keysOf(asked)).toEqual(['coluna-oculta', 'aba'])
  expect(asked.questions.filter(({ kind }) => kind === 'note').map(({ text }) => text)).toEqual([
    'A aba “Notas” não foi lida.',
  ])
  expect(openIn(asked.questions)[1]?.text).toContain('A aba “PJ” tem as mesmas colunas e 4 linhas')
})

const amountsOf = (records: readonly { readonly place: string; readonly amount: number }[]) =>
  [own, ...records.map(({ place, amount }) => row(place, amount))].map(cells)

test('sheets with the same columns are read together where somebody says so, and each row says its sheet', async () => {
  const bytes = await workbook([
    {
      name: 'PF',
      rows: amountsOf([
        { place: 'Itu', amount: 5 },
        { place: 'Xis', amount: 1 },
      ]),
    },
    {
      name: 'PJ',
      rows: amountsOf([
        { place: 'Taubaté', amount: 40 },
        { place: 'Xis', amount: 2 },
      ]),
    },
    { name: 'Rural', rows: amountsOf([{ place: 'Itu', amount: 300 }]) },
  ])
  const asked = await readBook(bytes)
  expect([openIn(asked.questions).map(({ key }) => key), asked.summary.accesses]).toEqual([['aba:PJ', 'aba:Rural'], 5])
  expect(asked.questions[0]?.choices.map(({ label }) => label)).toEqual([
    'Ler junto',
    'Ler todas juntas',
    'Fica de fora',
  ])
  const some = await readBook(bytes, { 'aba:PJ': 'junto', 'aba:Rural': 'fora' })
  expect([keysOf(some), some.summary.accesses, some.summary.rows]).toEqual([[], 45, 4])
  const all = await readBook(bytes, { 'aba:Rural': 'todas' })
  expect([keysOf(all), all.summary]).toMatchObject([[], { rows: 5, accesses: 345, merged: 1, refused: 2 }])
  const wrong = all.rows.filter(({ verdict }) => verdict === 'refused')
  expect(wrong.map(({ problems }) => problems[0]?.message.split(',')[0])).toEqual([
    'Linha 3 da aba “PF”',
    'Linha 3 da aba “PJ”',
  ])
  // A correction is of its own sheet, whichever others are read.
  const line = wrong[1]?.line ?? 0
  const edits = [{ line, column: 'COD_IBGE', value: 'Itu' }] as const
  const mended = await importAccesses(bytes, lookups, known, { ...noInstructions, edits, answers: { 'aba:PJ': 'junto', 'aba:Rural': 'fora' } }) // prettier-ignore
  expect(mended.summary).toMatchObject({ rows: 4, accesses: 47, refused: 1 })
  // The name of a sheet that is read says another month.
  const months = await workbook([
    { name: 'Out-2026', rows: sheetRows },
    { name: 'Set-2026', rows: sheetRows },
  ])
  expect(keysOf(await readBook(months, { 'aba:Set-2026': 'fora' }))).toEqual([])
  expect(keysOf(await readBook(months, { 'aba:Set-2026': 'junto' }))).toEqual(['mes'])
})

test('of several sheets nothing comes twice and nothing is missing, whichever are read together', async () => {
  const sheet = fc.array(
    fc.record({ place: fc.constantFrom('Itu', 'Taubaté', 'Xis', 'Total'), amount: fc.integer({ min: 0, max: 999 }) }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(sheet, { minLength: 1, maxLength: 4 }),
      fc.array(fc.constantFrom('junto', 'todas', 'fora'), { minLength: 4, maxLength: 4 }),
      async (sheets, picks) => {
        // prettier-ignore
        const bytes = await workbook(sheets.map((each, at) => ({ name: `Aba ${at}`, rows: amountsOf(each) })))
        const several = sheets.length > 2
        const chosen = picks.map(pick => (pick === 'todas' && !several ? 'junto' : pick))
        const answers = Object.fromEntries(sheets.slice(1).map((_, at) => [`aba:Aba ${at + 1}`, chosen[at] ?? 'fora']))
        const taken = await readBook(bytes, answers)
        const read = sheets.filter((_, at) => at === 0 || chosen[at - 1] !== 'fora').flat()
        const sum = (some: readonly { readonly amount: number }[]) => some.reduce((all, { amount }) => all + amount, 0)
        const out = taken.leftOut.reduce((n, { rows }) => n + rows, 0)
        expect([taken.summary.rows + out, keysOf(taken)]).toEqual([read.length, []])
        expect(taken.summary.accesses).toBe(sum(read.filter(({ place }) => ['Itu', 'Taubaté'].includes(place))))
        expect(new Set(taken.rows.map(({ line }) => line)).size).toBe(taken.rows.length)
      },
    ),
    { numRuns: 40 },
  )
})

test('a municipality merged over its rows is in each of them, and that is noted', async () => {
  const rows = [own, row('Itu', 5), row('', 6), row('', 7)].map(cells)
  const bytes = await workbook([{ name: 'Acessos', rows }], {
    [first]: xml => xml.replace('</sheetData>', '</sheetData><mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="I2:I3"/></mergeCells>').replace(/<c r="A3"[^>]*>.*?<\/c>/, ''), // prettier-ignore
  })
  const taken = await readBook(bytes)
  expect(taken.summary).toMatchObject({ rows: 3, refused: 0, accesses: 18 })
  expect(taken.questions.map(({ text }) => text)).toContain(
    'A coluna “Cidade” tem células mescladas: o valor foi repetido em 2 linhas.',
  )
})

test('a text whose letters read in two ways is asked about', async () => {
  const bytes = Uint8Array.from(Buffer.from(file(`${own};Obs`, row('Itu', 5, ';novo\u00a0lar')), 'latin1'))
  expect(keysOf(await readBook(bytes))).toEqual(['codificacao'])
  const answered = await readBook(bytes, { codificacao: 'CP850' })
  expect([keysOf(answered), answered.facts]).toMatchObject([[], { encoding: 'CP850' }])
})

test('the words a number’s format adds are part of its cell', async () => {
  const rows: (string | number)[][] = sheetRows.map(each => [...each])
  for (const each of rows.slice(1)) each[7] = 1
  const bytes = await workbook([{ name: 'Acessos', rows }], {
    'xl/styles.xml': xml =>
      xml
        .replace(/<numFmts[\s\S]*?<\/numFmts>/, '')
        .replace(
          /<fonts/,
          '<numFmts count="1"><numFmt numFmtId="170" formatCode="0&quot; Gbps&quot;"/></numFmts><fonts',
        )
        .replace(/<\/cellXfs>/, '<xf numFmtId="170" applyNumberFormat="1"/></cellXfs>'),
    [first]: xml => xml.replace(/<c r="(H[2-4])"(?: s="\d+")?/g, `<c r="$1" s="99"`),
  }).then(async book => {
    const parts = unzipSync(book)
    const styles = strFromU8(parts['xl/styles.xml'] ?? new Uint8Array())
    const inside = /<cellXfs[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles)?.[1] ?? ''
    const at = (inside.match(/<xf\b/g) ?? []).length - 1
    parts[first] = strToU8(strFromU8(parts[first] ?? new Uint8Array()).replaceAll('s="99"', `s="${at}"`))
    return zipSync(parts)
  })
  const taken = await readBook(bytes)
  expect(taken.rows.map(({ values }) => values?.velocidade)).toEqual([1000, 1000, 1000])
})
