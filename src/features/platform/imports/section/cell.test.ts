import { describe, expect, test } from 'vitest'
import { anonymousUser } from '#kernel/access.ts'
import { choice, date, decimal, flag, integer, money, percent, ref, text, type Field } from '#kernel/field.ts'
import { resource } from '#kernel/resource.ts'
import { readCell, stored } from '#features/platform/imports/section/cell.ts'
import { columnsGuessed } from '#features/platform/imports/section/header.ts'
import { keysAt } from '#features/regulatory/intake/mapping.ts'
import type { TemplateColumn } from '#features/platform/imports/section/section.ts'
import { sectionAt, sections } from '#features/platform/imports/section/sections.ts'
import { columnsOffered, exampleIn } from '#features/platform/imports/section/template.ts'
import { sheetFile } from '#server/sheet.ts'

const columnOf = (field: Field, more: Partial<TemplateColumn> = {}): TemplateColumn => ({
  key: 'x',
  label: field.label,
  field,
  also: [],
  example: '',
  ...more,
})
const find = (given: string) =>
  given === 'Plano A' ? { id: 7, name: 'Plano A' } : given === 'Plano' ? ('several' as const) : ('none' as const)
const context = { find, unit: null }
const read = (field: Field, given: string, more?: Partial<TemplateColumn>) => {
  const found = readCell(given, columnOf(field, more), context)
  return found === null ? null : 'rule' in found ? found.rule : found.value
}
const cnpj = text('CNPJ', { format: 'document' })
const fistel = text('Fistel', { format: 'fistel' })
const day = date('Dia')
const reais = money('Valor')
const yes = flag('Sim')

describe('a cell is read as its column asks', () => {
  test.each<[string, Field, string, unknown]>([
    ['empty', text('Nome'), '  ', null],
    ['text', text('Nome'), ' Rede ', 'Rede'],
    ['a formula marked by a spreadsheet', text('Nome'), "'=A1", '=A1'],
    ['a break within a cell', text('Nome'), 'Rua A \r\n Sala 2\tFundos', 'Rua A Sala 2 Fundos'],
    ['signs that are not seen', text('Nome'), '\u200bRede\u00a0Sul\u00ad', 'Rede Sul'],
    ['a hashtag', text('Nome'), '#Conecta', '#Conecta'],
    ['a control character', text('Nome'), 'Rede\u0007 Sul', 'formato'],
    ['a wide formula marked by this product', text('Nome'), "'＝A1", '＝A1'],
    ['a code marked so that it keeps its zeros', text('Código'), "'0012", '0012'],
    ['a name in marks of its own', text('Nome'), "'12 Fibras'", "'12 Fibras'"],
    ['a number marked as text', integer('N'), "'0060", 60],
    ['a masked CNPJ', cnpj, '11.222.333/0001-81', '11222333000181'],
    ['a CNPJ without its first zero', cnpj, '4252011000110', '04252011000110'],
    ['a CNPJ or a CPF without zeros', cnpj, '191', 'duvida'],
    ['a CNPJ a spreadsheet spoilt', cnpj, '1,1222E+13', 'formato'],
    ['a CNPJ that does not check', cnpj, '11222333000182', 'formato'],
    ['a fistel', fistel, '50012345652', '50012345652'],
    ['a fistel with a digit too many', fistel, '500123456520', 'formato'],
    ['a CEP without its first zero', text('CEP', { format: 'zipcode' }), '1310100', '01310100'],
    ['a CEP without two digits', text('CEP', { format: 'zipcode' }), '131010', 'formato'],
    ['an integer', integer('N'), '1.234', 1234],
    ['an integer from a spreadsheet', integer('N'), '60', 60],
    ['a fraction where an integer is due', integer('N'), '1,5', 'formato'],
    ['a decimal comma', decimal('N', { scale: 3 }), '0,5', 0.5],
    ['a decimal point', decimal('N', { scale: 3 }), '0.5', 0.5],
    ['too many decimals', decimal('N', { scale: 1 }), '0,55', 'limite'],
    ['words for a number', decimal('N'), 'muito', 'formato'],
    ['reais', reais, 'R$ 1.234,56', 1234.56],
    ['dollars’ manner', reais, '1,234.56', 1234.56],
    ['a third of a cent', reais, '0,005', 'formato'],
    ['a thousand or a number and its thousandths', reais, '1,250', 'duvida'],
    ['a hundred thousand or a hundred', integer('N'), '100,000', 'duvida'],
    ['an opening of the last century', date('Dia', { past: true }), '15/03/98', '1998-03-15'],
    ['a day of this century', day, '20/11/26', '2026-11-20'],
    ['a percent', percent('P'), '18,5 %', 18.5],
    ['yes', yes, 'S', true],
    ['one', yes, '1', true],
    ['no', yes, 'NÃO', false],
    ['maybe', yes, 'talvez', 'formato'],
    ['a day', day, '20/11/2026', '2026-11-20'],
    ['a day as machines write it', day, '2026-11-20T00:00:00', '2026-11-20'],
    ['a day as spreadsheets count it', day, '46346', '2026-11-20'],
    ['a day and its hour as spreadsheets count them', day, '46346,75', '2026-11-20'],
    ['a CNPJ with a sign of another kind', cnpj, '11.222.333/0001*81', 'formato'],
    ['a day that is none', day, '31/02/2026', 'formato'],
    ['a choice by its label', choice({ a: 'Ativo', b: 'Baixado' }, 'S'), 'ativo', 'a'],
    ['a choice by its key', choice({ a: 'Ativo', b: 'Baixado' }, 'S'), 'B', 'b'],
    ['no choice', choice({ a: 'Ativo' }, 'S'), 'c', 'formato'],
    ['a reference', ref('plans', 'Plano'), 'Plano A', 7],
    ['two of a name', ref('plans', 'Plano'), 'Plano', 'repetido'],
    ['none of a name', ref('plans', 'Plano'), 'Nada', 'nao-existe'],
  ])('%s', (_about, field, given, value) => expect(read(field, given)).toBe(value))

  test('what our own CSV says of a text is read back as it is kept', async () => {
    const fields = {
      document: cnpj,
      zipcode: text('CEP', { format: 'zipcode' }),
      phone: text('Telefone', { format: 'phone' }),
      fistel,
      code: text('Código'),
      note: text('Nota'),
    }
    const people = resource({
      path: 'people',
      text: { one: 'pessoa', many: 'pessoas', gender: 'f' },
      fields,
      list: { columns: ['document'] },
      form: [{ fields: ['document'] }],
      scope: 'everyone',
    })
    const rows = [
      ['11222333000181', '01310100', '+5512997123456', '01234567890', '0012', '=A1'],
      ['52998224725', '12020000', '08007771234', '50012345652', '123456789012', '+55'],
      ['12ABC34501DE35', '99999999', '+551236221234', null, '12', "'12 Fibras'"],
    ]
    const names = Object.keys(fields)
    const { body } = await sheetFile(
      people,
      [
        rows.map((row, i) => ({
          id: i,
          uuid: '',
          active: true,
          created_at: '',
          updated_at: '',
          deleted_at: null,
          ...Object.fromEntries(names.map((name, at) => [name, row[at]])),
        })),
      ],
      anonymousUser,
    )
    const [, ...lines] = String(body).trimEnd().split('\r\n')
    const back = lines.map(line => Object.values(fields).map((field, at) => read(field, line.split(';')[at + 1] ?? '')))
    expect(back).toEqual(rows)
  })

  const lost = ['#N/D', '#N/A', '#REF!', '#VALOR!', '#DIV/0!', '#NOME?', '#NÚM!', '########', 'Erro:502']
  const powers = ['1,10042E+11', '6.72004E+8', '5,35e+16', '1,5E+3', '1E-05']
  test.each([...lost, ...powers])(
    '%s, which a spreadsheet writes in place of a value, is a value of no column',
    given => {
      for (const { columns } of sections)
        for (const column of columns) {
          const found = readCell(given, column, context)
          expect([column.key, found && 'rule' in found && found.message]).toEqual([
            column.key,
            lost.includes(given)
              ? 'A planilha tem um erro no lugar do valor. Corrija a célula e envie de novo.'
              : 'A planilha trocou o número por notação científica. Formate a coluna como texto e cole de novo.',
          ])
        }
    },
  )

  test('what is refused says how to write it', () => {
    const found = readCell('31/02/2026', columnOf(day), context)
    expect(found).toEqual({ rule: 'formato', message: 'Não é uma data. Escreva dd/mm/aaaa, como 20/11/2026.' })
  })
  test('a CNPJ short of zeros is not taken for a CPF', () => expect(stored('document', '191')).toBe('00000000000191'))
  test.each([
    ['1.234', 'duvida'],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1,2,3', 'formato'],
  ])('%s is %s', (given, value) => expect(read(decimal('N'), given)).toBe(value))
})

describe('a header', () => {
  const columns = sectionAt('clients')?.columns ?? []
  const keysOf = (header: readonly string[], ours: readonly TemplateColumn[]) =>
    keysAt({ columns: columnsGuessed(header, ours) }, header)
  test('is known by label, name, synonym, whatever its accents, capitals and asterisks', () => {
    const header = ['RAZAO SOCIAL *', 'cnpj', 'E-mail', 'Cod. IBGE', 'Coluna nossa', 'CPF ou CNPJ']
    // Of two that may be it, the surer one is.
    expect(keysOf(header, columns)).toEqual(['name', null, 'email', 'addresses.city', null, 'document'])
  })
  test.each(sections.map(each => [each.of.path, each] as const))(
    'the template of %s is understood by itself, and its example is nobody',
    (_path, section) => {
      const mine = columnsOffered(section, false)
      const header = mine.map(({ label }) => `${label} *`)
      expect(keysOf(header, section.columns)).toEqual(mine.map(({ key }) => key))
      const example = mine.map(each => each.example)
      expect(exampleIn(section, header)(example)).toBe(true)
      expect(exampleIn(section, header)(example.with(0, 'Outra coisa'))).toBe(false)
      for (const column of mine) {
        if (!column.example || column.field.kind === 'ref') continue
        const found = readCell(column.example, column, context)
        expect([column.label, found && 'value' in found]).toEqual([column.label, true])
      }
    },
  )
})
