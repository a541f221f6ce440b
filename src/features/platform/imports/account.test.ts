import * as fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { keysAt, titlesOf } from '#features/regulatory/intake/mapping.ts'
import { tidy } from '#kernel/text.ts'
import { importing } from '#test/support/importing.ts'

/** A cell as a program writes it in a delimited text. */
const quoted = (cell: string) => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const fileOf = (lines: readonly (readonly string[])[]) => lines.map(line => line.map(quoted).join(';')).join('\r\n')

/** Columns a file of clients may have beside names and documents: known, unknown, two for one field, and without a title. */
const columns = {
  'Nome fantasia': fc.constantFrom('Fibra', 'Rede "Sul"', 'a;b', '=1+1', ''),
  Telefone: fc.constantFrom('(12) 3622-1234', 'muitos', '+47 22 34 56 78', '(12) 3622-1234 / 0', '#N/D', ''),
  'E-mail': fc.constantFrom('a@a.example', 'a@a', 'a@a.example; b@b.example', ' ', ''),
  Município: fc.constantFrom('Taubaté', 'Embu', '3554102', '355410', 'Cidade Nenhuma', ''),
  UF: fc.constantFrom('SP', 'São Paulo', 'BA', 'N/D', ''),
  CEP: fc.constantFrom('12020-000', '1310100', '123', ''),
  'Inscrição estadual': fc.constantFrom('110.042.490.114', '12345678', 'ISENTO', ''),
  'Capital social': fc.constantFrom('1.234,56', 'mil', '1,250', ''),
  'Data de abertura': fc.constantFrom('20/11/2015', '31/02/2015', '15/03/98', ''),
  Latitude: fc.constantFrom('-23,026389', 'norte', ''),
  Longitude: fc.constantFrom('-45,555278', ''),
  'CPF ou CNPJ': fc.constantFrom('outro', ''),
  'O que é isto': fc.constantFrom('x', ''),
  '': fc.constantFrom('sem título', ''),
} as const
type Title = keyof typeof columns
const titles = Object.keys(columns) as readonly Title[]

const hostile = fc.record({
  chosen: fc.shuffledSubarray([...titles], { minLength: 3 }),
  rows: fc.array(
    fc.record({
      of: fc.nat(5),
      name: fc.constantFrom('Rede Azul', 'Rede  Azul ', 'x'.repeat(161), ''),
      coded: fc.boolean(),
      cells: fc.record(columns),
      more: fc.constantFrom([], ['a mais'], ['', '', 'longe']),
      kind: fc.constantFrom('plain', 'plain', 'plain', 'blank', 'header', 'separators'),
    }),
    { minLength: 1, maxLength: 14 },
  ),
  above: fc.boolean(),
})

describe('nothing of an imported file disappears', () => {
  const { world, fresh, judged, preview, row, run } = importing()
  interface StoredCells {
    readonly row: number
    readonly cells: readonly string[]
    readonly given: Readonly<Record<string, { readonly value: unknown }>>
    readonly noticed: readonly { readonly column: string | null }[]
    readonly verdict: string
    readonly state: string | null
  }
  const storedOf = async (uuid: string) =>
    (
      await sql<StoredCells>`
        select row, cells, given, problems || refusals || notices || remarks as noticed, verdict, state from import_rows
        where import_id = (select id from imports where uuid = ${uuid}) order by row`.execute(world().db)
    ).rows

  test('each row goes in, is as it was, is refused or is left out, and each cell is read, noticed or of a column that stays out', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async ({ chosen, rows, above }) => {
        const documents = Array.from({ length: 6 }, fresh)
        const codes = await Promise.all(
          documents.slice(0, 3).map(async document => {
            const made = await world().make(clients, 'A1', { name: 'Rede Azul', document, client_users: [] })
            return String(made.id)
          }),
        )
        const header = ['Código', 'Razão social', 'CNPJ', ...chosen]
        // Of two columns for one field either may be the one.
        const always = fresh()
        const sure = ['', 'Sempre entra', always, ...chosen.map(title => (title === 'CPF ou CNPJ' ? always : ''))]
        const lines = [
          sure,
          ...rows.map(({ of, name, coded, cells, more, kind }) => {
            if (kind === 'blank') return header.map(() => ' ')
            if (kind === 'separators') return header.map(() => '')
            if (kind === 'header') return header
            const code = coded ? (codes[of] ?? '') : ''
            return [code, name, code ? '' : (documents[of] ?? ''), ...chosen.map(title => cells[title]), ...more]
          }),
        ]
        const text = fileOf([...(above ? [['Clientes em novembro']] : []), header, ...lines])
        const uuid = await judged('clients', text, { more: '&again=true' })
        const { left, counts, mapping, header: named } = await preview(uuid)
        const read = await storedOf(uuid)
        const leftLines = left.filter(({ what }) => ['branco', 'exemplo', 'cabecalho'].includes(what))
        const sum = Object.values(counts).reduce((all, n) => all + n, 0)
        expect(sum).toBe(read.length)
        expect(leftLines.reduce((all, { count }) => all + (count ?? 0), sum)).toBe(lines.length)
        expect(left.some(({ what, text: title }) => what === 'titulo' && title === 'Clientes em novembro')).toBe(above)

        // As many filled cells as the file has are in the rows that were taken in.
        const filled = (all: number, cells: readonly string[]) => all + cells.filter(cell => cell.trim()).length
        const expected = lines.filter(cells => cells !== header).reduce(filled, 0)
        expect(read.map(({ cells }) => cells).reduce(filled, 0)).toBe(expected)

        const keys = keysAt(mapping, named)
        const out = new Set(left.filter(({ what }) => what === 'coluna').map(({ text: title }) => title))
        const isPlace = (key: string | null) => /\.l(at|ng)$/.test(key ?? '')
        const isAccounted = ({ given, noticed }: StoredCells, key: string) =>
          given[key] !== undefined || noticed.some(({ column }) => column === key || (isPlace(column) && isPlace(key)))
        const lost = read.flatMap(each =>
          titlesOf(named).flatMap((title, at) => {
            const [cell = '', key] = [each.cells[at], keys[at]]
            if (!cell.trim() || (key ? isAccounted(each, key) : out.has(title))) return []
            return [[each.row, title, cell]]
          }),
        )
        expect(lost).toEqual([])
        const changed = read.flatMap(({ given, cells }) =>
          keys.flatMap((key, at) =>
            key === 'name' || key === 'fantasy_name' ? [[given[key]?.value ?? '', tidy(cells[at] ?? '')]] : [],
          ),
        )
        expect(changed.filter(([value, cell]) => value !== cell)).toEqual([])

        await run(uuid)
        const { created, updated, same, refused } = await row(uuid)
        expect(Number(created) + Number(updated) + Number(same) + Number(refused)).toBe(read.length)
        expect((await storedOf(uuid)).filter(({ state }) => state === 'falhou')).toEqual([])
      }),
      { numRuns: 15 },
    )
  }, 120_000)

  test('a row by our code and a row by its document are the same record', async () => {
    const document = fresh()
    const { id } = await world().make(clients, 'A1', { name: 'Uma só', document, client_users: [] })
    const header = ['Código', 'Razão social', 'CNPJ']
    for (const rows of [
      [
        [String(id), 'Pelo código', ''],
        ['', 'Pelo documento', document],
      ],
      [
        ['', 'Pelo documento', document],
        [String(id), 'Pelo código', ''],
      ],
    ]) {
      const { data } = await preview(await judged('clients', [header, ...rows], { more: '&again=true' }))
      expect(data.map(({ verdict, problems }) => [verdict, problems[0]?.message])).toEqual([
        ['atualizar', undefined],
        ['recusada', 'Repete a linha 2. Deixe uma só.'],
      ])
    }
  })

  test('blank lines, a header that comes again, titles and cells without a title are counted', async () => {
    const uuid = await judged(
      'clients',
      [
        'Clientes de 2026',
        'Razão social;CNPJ;Nota',
        `Primeira;${fresh()};`,
        ' ; ; ',
        ';;',
        'Razão social;CNPJ;Nota',
        `Segunda;${fresh()};ver;com Ana`,
      ].join('\r\n'),
    )
    const { left, counts, header } = await preview(uuid)
    expect([counts, header]).toEqual([{ criar: 2 }, ['Razão social', 'CNPJ', 'Nota', '']])
    expect(left).toEqual([
      { what: 'titulo', text: 'Clientes de 2026', count: null },
      { what: 'branco', text: '', count: 2 },
      { what: 'cabecalho', text: '', count: 1 },
      { what: 'coluna', text: 'Nota', count: 1 },
      { what: 'coluna', text: 'Coluna 4', count: 1 },
    ])
  })

  test('rows a workbook hides and sheets that are not read are listed', async () => {
    const rows = [
      ['Razão social', 'CNPJ'],
      ['À vista', fresh()],
      ['Oculta', fresh()],
    ] as const
    const parts = unzipSync(
      await writeXlsx({
        sheets: [
          { name: 'Clientes', rows: rows.map(each => [...each]) },
          { name: 'Antigos', rows: rows.map(each => [...each]) },
        ],
      }),
    )
    const path = 'xl/worksheets/sheet1.xml'
    parts[path] = strToU8(strFromU8(parts[path] ?? new Uint8Array()).replace(/<row r="3"/, '<row r="3" hidden="1"'))
    const token = await world().enter('staffA', world().people.staffA)
    const sent = await world().app.inject({
      method: 'POST',
      url: '/api/v1/imports/arquivo?resource=clients&name=a.xlsx',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(zipSync(parts)),
    })
    await world().runner.settled()
    const { left, counts } = await preview(sent.json<{ data: { uuid: string } }>().data.uuid)
    expect([counts, left]).toEqual([
      { criar: 2 },
      [
        { what: 'oculta', text: '', count: 1 },
        { what: 'aba', text: 'Antigos', count: 3 },
      ],
    ])
  })

  test('a state without a municipality beside it is left out with a notice', async () => {
    const { data, notices } = await preview(
      await judged('clients', [
        ['Razão social', 'CNPJ', 'Município', 'UF'],
        ['Sem município', fresh(), '', 'SP'],
        ['Com município', fresh(), 'Taubaté', 'São Paulo'],
      ]),
    )
    expect(data.map(({ verdict }) => verdict)).toEqual(['criar', 'criar'])
    expect(notices).toMatchObject([{ label: 'UF', rule: 'fora', rows: 1, first: 2 }])
  })
})
