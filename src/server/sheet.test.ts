import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { anonymousUser, type User } from '#kernel/access.ts'
import { date, flag, instant, money, ref, text } from '#kernel/field.ts'
import { listQuery } from '#kernel/page.ts'
import { resource } from '#kernel/resource.ts'
import { type SheetFormat } from '#kernel/sheet.ts'
import { sheetFile } from '#server/sheet.ts'

const bills = resource({
  path: 'bills',
  text: { one: 'conta', many: 'contas', gender: 'f' },
  fields: {
    name: text('Nome'),
    value: money('Valor (R$)'),
    due: date('Vencimento'),
    payer: ref('payers', 'Pagador'),
    paid: flag('Paga'),
    note: text('Nota interna', { internal: true }),
  },
  list: { columns: ['name'] },
  form: [{ fields: ['name'] }],
  scope: 'everyone',
})
const stamps = { uuid: '', active: true, created_at: '', updated_at: '', deleted_at: null }
const rows = [
  {
    ...stamps,
    id: 1,
    name: '=1+1',
    value: -1234.5,
    due: '2026-02-28',
    payer: { id: 7, uuid: '', name: '@Ana' },
    paid: true,
    note: 'só nossa',
  },
  { ...stamps, id: 2, name: 'Água; "luz"', value: 0.1, due: null, payer: null, paid: false, note: null },
]
const staff: User = { ...anonymousUser, profile: { ...anonymousUser.profile, audience: 'equipe' } }
const write = async (format: SheetFormat, reader = staff) => {
  const { body, headers } = await sheetFile(bills, [rows], reader, format)
  return { bytes: Buffer.from(body as Buffer), headers }
}

test('a CSV opens in Portuguese, and what looks like a formula is only shown', async () => {
  const { bytes } = await write('csv')
  expect(bytes.toString('utf8')).toBe(
    [
      '\uFEFFCódigo;Nome;Valor (R$);Vencimento;Pagador;Paga;Nota interna;Ativo',
      `1;'=1+1;-1234,5;2026-02-28;'@Ana;Sim;só nossa;Sim`,
      '2;"Água; ""luz""";0,1;;;Não;;Sim',
      '',
    ].join('\r\n'),
  )
})

test('a formula is one in either width of its sign', async () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
    const { body } = await sheetFile(bills, [[{ ...stamps, ...rows[1], id: 3, name: `${sign}1+1` }]], staff, 'csv')
    expect([sign, String(body).includes(`'${sign}1+1`)]).toEqual([sign, true])
  }
})

test('an XLSX has numbers and days as such, and no formula', async () => {
  const { bytes, headers } = await write('xlsx')
  expect(headers).toMatchObject({ 'Content-Disposition': 'attachment; filename="bills.xlsx"' })
  const { sheets } = await readXlsx(bytes)
  expect(sheets[0]?.name).toBe('Contas')
  expect(sheets[0]?.rows).toEqual([
    ['Código', 'Nome', 'Valor (R$)', 'Vencimento', 'Pagador', 'Paga', 'Nota interna', 'Ativo'],
    [1, '=1+1', -1234.5, new Date('2026-02-28T00:00:00Z'), '@Ana', 'Sim', 'só nossa', 'Sim'],
    [2, 'Água; "luz"', 0.1, null, null, 'Não', null, 'Sim'],
  ])
})

test('who is not of the house receives no internal column', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes } = await write(format, anonymousUser)
    const text = format === 'csv' ? bytes.toString('utf8') : JSON.stringify((await readXlsx(bytes)).sheets)
    expect(text).not.toMatch(/interna|só nossa/)
  }
})

test('only the columns asked for are told, in the order they are asked for, and none the reader may not see', async () => {
  const { columns } = listQuery(bills, { columns: 'due,name,id,due' })
  const csv = await sheetFile(bills, [rows], staff, 'csv', { columns })
  expect(String(csv.body)).toBe(`\uFEFFVencimento;Nome;Código\r\n2026-02-28;'=1+1;1\r\n;"Água; ""luz""";2\r\n`)
  const { body } = await sheetFile(bills, [rows], staff, 'xlsx', { columns })
  const { sheets } = await readXlsx(Buffer.from(body as Buffer))
  expect(sheets[0]?.rows.slice(0, 2)).toEqual([
    ['Vencimento', 'Nome', 'Código'],
    [new Date('2026-02-28T00:00:00Z'), '=1+1', 1],
  ])
  expect(listQuery(bills, { columns: '' }).columns).toBeNull()
  expect(listQuery(bills, { columns: 'note' }).columns).toEqual([['note', bills.fields.note]])
  for (const given of ['note', 'nada', 'name,', 'constructor'])
    expect(() => listQuery(bills, { columns: given }, true)).toThrow('Há campos que precisam de atenção.')
})

const visits = resource({
  path: 'visits',
  text: { one: 'visita', many: 'visitas', gender: 'f' },
  fields: { day: date('Dia'), at: instant('Entrou em') },
  list: { columns: ['day'] },
  form: [{ fields: ['day'] }],
  scope: 'everyone',
})

test('an instant is a date with its time in Brasília, whole in an XLSX and in words in a CSV; a day stays a day', async () => {
  const seen = [
    { ...stamps, id: 1, day: '2026-03-01', at: '2026-03-01T02:30:00.000Z' },
    { ...stamps, id: 2, day: '2017-12-31', at: '2018-01-01T01:59:30.000Z' },
    { ...stamps, id: 3, day: null, at: null },
  ]
  const { body } = await sheetFile(visits, [seen], staff, 'xlsx')
  const file = Buffer.from(body as Buffer)
  const { sheets } = await readXlsx(file)
  expect(sheets[0]?.rows.slice(1).map(row => row.slice(1, 3))).toEqual([
    [new Date('2026-03-01T00:00:00Z'), new Date('2026-02-28T23:30:00Z')],
    // Under the last summer time there was.
    [new Date('2017-12-31T00:00:00Z'), new Date('2017-12-31T23:59:30Z')],
    [null, null],
  ])
  const parts = unzipSync(file)
  const part = (name: string) => Buffer.from(parts[name] ?? []).toString()
  expect(part('xl/worksheets/sheet1.xml')).toContain('<c s="5"><v>46082</v></c><c s="6"><v>46081.97916666667</v></c>')
  expect(part('xl/styles.xml')).toContain('<numFmt numFmtId="168" formatCode="dd/mm/yyyy hh:mm"/>')
  const csv = String((await sheetFile(visits, [seen], staff)).body)
  expect(csv).toContain('\r\n1;2026-03-01;28/02/2026 23:30;Sim\r\n')
})

const people = resource({
  path: 'people',
  text: { one: 'pessoa', many: 'pessoas', gender: 'f' },
  fields: {
    document: text('CPF ou CNPJ', { format: 'document' }),
    zipcode: text('CEP', { format: 'zipcode' }),
    phone: text('Telefone', { format: 'phone' }),
    fistel: text('Fistel', { format: 'fistel' }),
    code: text('Código na operadora'),
  },
  list: { columns: ['document'] },
  form: [{ fields: ['document'] }],
  scope: 'everyone',
})
const values = [
  ['11222333000181', '01310100', '+5512997123456', '01234567890', '0012'],
  ['52998224725', '12020000', '08007771234', '50012345652', '123456789012'],
  ['12ABC34501DE35', '99999999', '+14155550100', '', '12'],
] as const
const persons = values.map(([document, zipcode, phone, fistel, code], i) => ({
  ...stamps,
  id: i + 1,
  document,
  zipcode,
  phone,
  fistel,
  code,
}))
const csvOf = async () =>
  Buffer.from((await sheetFile(people, [persons], staff, 'csv')).body as Buffer)
    .toString('utf8')
    .slice(1)

test('in a CSV no text loses the zeros it begins with, nor its last digits: masked where it has a mask, marked where not', async () => {
  expect(await csvOf()).toBe(
    [
      'Código;CPF ou CNPJ;CEP;Telefone;Fistel;Código na operadora;Ativo',
      `1;11.222.333/0001-81;01310-100;(12) 99712-3456;'01234567890;'0012;Sim`,
      `2;529.982.247-25;12020-000;0800 777 1234;50012345652;'123456789012;Sim`,
      `3;12.ABC.345/01DE-35;99999-999;'+14155550100;;12;Sim`,
      '',
    ].join('\r\n'),
  )
})

test('in an XLSX texts are as they are kept: their cell says what they are', async () => {
  const { body } = await sheetFile(people, [persons], staff, 'xlsx')
  const { sheets } = await readXlsx(Buffer.from(body as Buffer))
  expect(sheets[0]?.rows[1]).toEqual([1, ...values[0], 'Sim'])
})
