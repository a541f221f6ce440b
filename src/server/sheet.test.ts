import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { nobody } from '#kernel/access.ts'
import { date, flag, money, ref, text } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { sheetFile, type SheetFormat } from '#server/sheet.ts'

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
const staff = { ...nobody, profile: { ...nobody.profile, slug: 'colaborador' } }
const write = async (format: SheetFormat, reader = staff) => {
  const { body, headers } = await sheetFile(bills, rows, reader, format)
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
    const { bytes } = await write(format, nobody)
    const text = format === 'csv' ? bytes.toString('utf8') : JSON.stringify((await readXlsx(bytes)).sheets)
    expect(text).not.toMatch(/interna|só nossa/)
  }
})
