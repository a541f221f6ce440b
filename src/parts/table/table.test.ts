import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { readHere } from '#parts/table/read.server.ts'
import { readTable } from '#parts/table/table.server.ts'
import { tableFactsInWords, type TextTable } from '#parts/table/table.ts'
import { textOf } from '#parts/table/sheet-rows.server.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const wide = (text: string, little: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return Uint8Array.from(little ? bytes : bytes.swap16())
}
const whole = (read: TextTable | string) => {
  if (typeof read === 'string') throw new Error(read)
  return { ...read, records: [...read.records] }
}
const ana = { user: 1 }
const MB = 1024 * 1024

test.each([
  ['UTF-8, semicolons', utf8('Município;Qtd\r\nItajubá;3\r\n'), { encoding: 'UTF-8', bom: false, delimiter: ';' }],
  [
    'UTF-8 with its mark',
    utf8('\ufeffMunicípio;Qtd\r\nItajubá;3'),
    { encoding: 'UTF-8', bom: true, line_ending: 'CRLF' },
  ],
  [
    'Windows-1252',
    latin('Município,Qtd\nItajubá,3\n'),
    { encoding: 'Windows-1252', delimiter: ',', line_ending: 'LF' },
  ],
  ['UTF-16, little end first', wide('Município\tQtd\r\nItajubá\t3', true), { encoding: 'UTF-16', delimiter: '\t' }],
  [
    'UTF-16, big end first',
    wide('Município|Qtd\rItajubá|3', false),
    { encoding: 'UTF-16', delimiter: '|', line_ending: 'CR' },
  ],
])('a text is read however it was written: %s', async (_, bytes, facts) => {
  const table = whole(await readTable(bytes, ana))
  expect(table.facts).toMatchObject(facts)
  expect(table).toMatchObject({ header: ['Município', 'Qtd'], records: [{ line: 2, cells: ['Itajubá', '3'] }] })
})

test('a title on top of a report and blank lines are passed over, and quotes are undone', async () => {
  const table = whole(await readHere(utf8('Clientes ativos\n\nCidade;Plano\nItu;"100 ""Mega"""\n\nSalto;"50;5"\n')))
  expect(table.header).toEqual(['Cidade', 'Plano'])
  expect(table.records).toEqual([
    { line: 4, cells: ['Itu', '100 "Mega"'] },
    { line: 6, cells: ['Salto', '50;5'] },
  ])
})

test.each([
  ['Relatório | Clientes | Ativos | 2026\nCidade;Plano\nItu;100\nSalto;50\n', ['Cidade', 'Plano']],
  ['A, B, C e D\nem, 2, linhas\n\nCidade\tPlano\nItu\t100\nSalto\t50\nItu\t1\nItu\t2\n', ['Cidade', 'Plano']],
  ['Cidade;Velocidade;Valor\nItu;0,5;1,5\nSalto;0,5;2,5\nItu;0,5;3,5\n', ['Cidade', 'Velocidade', 'Valor']],
  ['Cidade,Nota,Valor\nItu,a|b,1\nSalto,c|d,2\nItu,e|f,3\n', ['Cidade', 'Nota', 'Valor']],
])('the separator is that of the rows, and not of what is above or in them: %j', async (text, header) => {
  expect(whole(await readHere(utf8(text)))).toMatchObject({ header })
})

test('the records of a text are read as often as wanted, or in part', async () => {
  const read = await readHere(utf8('a;b\n1;2\r\n\r3;4\n5;6'))
  if (typeof read === 'string') throw new Error(read)
  const all = [
    { line: 2, cells: ['1', '2'] },
    { line: 4, cells: ['3', '4'] },
    { line: 5, cells: ['5', '6'] },
  ]
  expect([...read.records]).toEqual(all)
  expect([...read.records]).toEqual(all)
  expect(read.records).toHaveLength(3)
  expect(Array.from(read.records.slice(1))).toEqual(all.slice(1))
  expect(Array.from(read.records.slice(1).slice(0, 1))).toEqual(all.slice(1, 2))
  expect(Array.from(read.records.slice(2, 9))).toEqual(all.slice(2))
})

test('a workbook is read from its first sheet that holds something, or the one asked for', async () => {
  const sheets = [
    { name: 'Capa', rows: [] },
    {
      name: 'Acessos & planos',
      rows: [
        ['Código', 'Cidade', 'Velocidade', 'Desde', 'Ativo', 'Vazia'],
        ['007', 'Itu', 0.1 + 0.2, new Date('2026-02-03T00:00:00Z'), true, null],
        [48530335000148, ' São José', 1000, null, false],
      ],
    },
    {
      name: 'Outra',
      rows: [
        ['A', 'B'],
        [1, 2],
      ],
    },
  ]
  const bytes = await writeXlsx({ sheets })
  const table = whole(await readTable(bytes, ana))
  expect(table.facts).toEqual({
    kind: 'xlsx',
    sheet: 'Acessos & planos',
    sheets: ['Capa', 'Acessos & planos', 'Outra'],
  })
  expect(table.header).toEqual(['Código', 'Cidade', 'Velocidade', 'Desde', 'Ativo', 'Vazia'])
  expect(table.records).toEqual([
    { line: 2, cells: ['007', 'Itu', '0,3', '03/02/2026', 'Sim', ''] },
    { line: 3, cells: ['48530335000148', ' São José', '1000', '', 'Não', ''] },
  ])
  expect(tableFactsInWords(table.facts)).toEqual([
    ['Formato', 'Planilha XLSX'],
    ['Aba', 'Acessos & planos'],
  ])
  expect(whole(await readHere(bytes, { sheet: 'Outra' })).records).toEqual([{ line: 2, cells: ['1', '2'] }])
  expect(await readHere(bytes, { sheet: 'Nenhuma' })).toBe('A planilha não tem a aba “Nenhuma”.')
})

test.each([
  [null, ''],
  [1e-7, '1e-7'],
  [2.048, '2,0480'],
  [-999.125, '-999,1250'],
  [0.048, '0,048'],
  [1000.125, '1000,125'],
  [123456789012345, '123456789012345'],
  [new Date(Number.NaN), ''],
])('the cell %j is written %j', (value, text) => expect(textOf(value)).toBe(text))

/** A workbook whose one sheet is this XML. */
const workbook = (sheet: Uint8Array) =>
  zipSync(
    {
      '[Content_Types].xml': utf8('<Types/>'),
      '_rels/.rels': utf8(
        '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ),
      'xl/_rels/workbook.xml.rels': utf8(
        '<Relationships><Relationship Id="s" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/workbook.xml': utf8('<workbook><sheets><sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': sheet,
    },
    { level: 1 },
  )
const sheetOf = (rows: string) => utf8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)
const longCell = () => {
  const sheet = Buffer.alloc(60 * MB, 'a')
  const start = '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>'
  const end = '</t></is></c></row></sheetData></worksheet>'
  sheet.write(start, 0)
  sheet.write(end, sheet.length - end.length)
  return workbook(sheet)
}

/** A workbook that says of its sheet, where a ZIP tells what it holds, that it unpacks to so much. */
const declaring = (bytes: Uint8Array, size: number) => {
  const changed = Buffer.from(bytes)
  changed.writeUInt32LE(size, changed.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  return Uint8Array.from(changed)
}

test('the formulas of a workbook are what they last gave', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="4"><c r="B4"><f>A1+B1</f><v>3</v></c></row>'
  expect(whole(await readHere(workbook(sheetOf(rows)))).records).toEqual([{ line: 4, cells: ['', '3'] }])
})

test.each([
  ['nothing', () => utf8(''), 'O arquivo está vazio.'],
  ['spaces', () => utf8('\r\n \r\n'), 'O arquivo está vazio.'],
  ['bytes of no text', () => utf8('a;b\r\n1;\0\r\n'), 'O arquivo não é um texto que se possa ler.'],
  [
    'a page of the web',
    () => utf8('\n<html><table><tr><td>1</td></tr></table></html>'),
    'O arquivo é uma página da web',
  ],
  ['an old workbook', () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 'O arquivo é uma planilha antiga (.xls)'],
  ['a PDF', () => utf8('%PDF-1.7'), 'O arquivo é um PDF.'],
  ['a lone quote', () => utf8('a;b\r\n"1;2\r\n'), 'Há aspas abertas e não fechadas na linha'],
  ['a line without end', () => utf8(`a;b\r\n${'1'.repeat(40_000)};2`), 'A linha 2 é longa demais'],
  ['columns without end', () => utf8(`a;b\r\n${';'.repeat(300)}`), 'A linha 2 tem mais de 250 colunas.'],
  ['too many lines', () => utf8('x\r\n'.repeat(200_002)), 'O arquivo passa de 200.000 linhas.'],
  ['too many bytes', () => new Uint8Array(21 * MB), 'O arquivo passa de 20 MB.'],
  ['a ZIP of something else', () => zipSync({ 'a.txt': utf8('a') }), 'O arquivo é um ZIP, e não uma planilha'],
  ['the start of a ZIP', () => utf8('PK\u0003\u0004'), 'A planilha está danificada.'],
  ['a workbook cut short', () => workbook(sheetOf('')).slice(0, -40), 'A planilha está danificada.'],
  ['an empty workbook', () => workbook(sheetOf('')), 'A planilha está vazia.'],
  [
    'a workbook of a million rows of nothing',
    () => workbook(sheetOf('<row/>'.repeat(1_500_000))),
    'A planilha passa de 200.000 linhas, contando as vazias.',
  ],
  [
    'a workbook of a thousand columns',
    () => workbook(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(1_000)}</row>`.repeat(2_000))),
    'A linha 1 tem mais de 250 colunas.',
  ],
  [
    'a workbook that unpacks to gigabytes',
    () => declaring(workbook(sheetOf('')), 301 * MB),
    'A planilha descompactada passa',
  ],
  [
    'a workbook that hides what it unpacks to',
    () => declaring(workbook(sheetOf('')), 0),
    'A planilha descompactada passa',
  ],
  [
    'a workbook that says less than it unpacks to',
    () => declaring(workbook(sheetOf('')), 9),
    'A planilha está danificada.',
  ],
])('%s is not read, and the reason is told', { timeout: 60_000 }, async (_, bytes, reason) => {
  expect(await readHere(bytes())).toContain(reason)
})

test('what is packed is read in a process apart, and this one goes on meanwhile', { timeout: 60_000 }, async () => {
  let ticks = 0
  const clock = setInterval(() => ticks++, 5)
  const read = await readTable(longCell(), ana)
  clearInterval(clock)
  expect(read).toMatch(/mais de 32\.767 caracteres/)
  expect(ticks).toBeGreaterThan(10)
})

test('what a merged cell says is in each row it lies over, and a number is not repeated', async () => {
  const book = await writeXlsx({
    sheets: [
      {
        name: 'Acessos',
        rows: [
          ['Cidade', 'Código', 'Plano', 'Acessos'],
          ['Itu', 3523909, 'Fibra', 10],
          [null, null, 'Rádio', null],
          [null, null, 'Cabo', 5],
          ['Salto', 3545209, 'Fibra', 7],
          ['sobra', null, 'Rádio', 1],
        ],
        merges: [
          { startRow: 1, startCol: 0, endRow: 3, endCol: 0 },
          { startRow: 1, startCol: 1, endRow: 3, endCol: 1 },
          { startRow: 1, startCol: 3, endRow: 2, endCol: 3 },
          { startRow: 4, startCol: 0, endRow: 5, endCol: 0 },
        ],
      },
    ],
  })
  const table = whole(await readTable(book, ana))
  expect(table.records.map(({ cells }) => cells)).toEqual([
    ['Itu', '3523909', 'Fibra', '10'],
    ['Itu', '3523909', 'Rádio', ''],
    ['Itu', '3523909', 'Cabo', '5'],
    ['Salto', '3545209', 'Fibra', '7'],
    ['sobra', '', 'Rádio', '1'],
  ])
  expect(table.facts).toMatchObject({
    merged: {
      filled: [
        { column: 'Cidade', rows: 2 },
        { column: 'Código', rows: 2 },
      ],
      numbers: 1,
    },
  })
})

test('a merge of the header, or across columns, fills nothing', async () => {
  const book = await writeXlsx({
    sheets: [
      {
        name: 'A',
        rows: [['Relatório'], ['Cidade', 'Plano', 'Acessos'], [null, 'Fibra', 1], ['Itu', null, 2], [null, null, 3]],
        merges: [
          { startRow: 0, startCol: 0, endRow: 0, endCol: 2 },
          { startRow: 1, startCol: 0, endRow: 2, endCol: 0 },
          { startRow: 3, startCol: 0, endRow: 4, endCol: 1 },
        ],
      },
    ],
  })
  const table = whole(await readTable(book, ana))
  expect(table.records.map(({ cells }) => cells)).toEqual([
    ['', 'Fibra', '1'],
    ['Itu', '', '2'],
    ['', '', '3'],
  ])
  expect(table.facts).not.toHaveProperty('merged')
})
