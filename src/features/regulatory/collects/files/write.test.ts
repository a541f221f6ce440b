import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { scmFileName, writeScm } from '#features/regulatory/anatel/write.server.ts'
import { fixture, tokens } from '#features/regulatory/collects/fixtures/fixtures.server.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { merge, type AccessGroup, type ScmFile } from '#features/regulatory/anatel/access-file.ts'
import { importAccesses } from '#features/regulatory/collects/intake/import.server.ts'

const cities: Lookups['cities'] = new Map(
  [3106200, 2931350, 3550308].map(code => [code, { name: `Município ${code}`, uf: 'MG' }]),
)
const group: AccessGroup = {
  cod_ibge: 3106200,
  tipo_cliente: 'PF',
  tipo_atendimento: 'URBANO',
  tipo_meio: 'fibra',
  tipo_produto: 'internet',
  tipo_tecnologia: 'FTTH',
  velocidade: 100,
  acessos: 1,
}
const file: ScmFile = { cnpj: '48530335000148', year: 2024, month: 5, groups: [group] }
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

test('the file has BOM, semicolons, CRLF to the last line, decimal commas, and rows merged in order', () => {
  const groups = [
    { ...group, velocidade: 0.5 },
    { ...group, cod_ibge: 2931350, velocidade: 2.048 },
    group,
    { ...group, acessos: 59 },
  ]
  const { bytes, rows, accesses, warnings } = writeScm({ ...file, groups })
  expect(textOf(bytes)).toBe(
    '\ufeffCNPJ;ANO;MES;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;TIPO_PRODUTO;TIPO_TECNOLOGIA;VELOCIDADE;ACESSOS\r\n' +
      '48530335000148;2024;5;2931350;PF;URBANO;fibra;internet;FTTH;2,0480;1\r\n' +
      '48530335000148;2024;5;3106200;PF;URBANO;fibra;internet;FTTH;0,5;1\r\n' +
      '48530335000148;2024;5;3106200;PF;URBANO;fibra;internet;FTTH;100;60\r\n',
  )
  expect({ rows, accesses, warnings }).toEqual({ rows: 3, accesses: 62, warnings: [] })
})

test.each([
  ['real-rows-merged', 'real-rows-merged', { cnpj: '11767820000120', year: 2026, month: 2 }],
  ['real-rows-to-merge', 'real-rows-merged', { cnpj: '11767820000120', year: 2026, month: 2 }],
])('the published rows of %s come out as %s, byte for byte', async (given, expected, own) => {
  const { groups } = await importAccesses(fixture(given), { tokens, cities, ...own })
  expect(Buffer.from(writeScm({ ...own, groups }).bytes)).toEqual(fixture(expected))
})

test('a published row with its month as 05 comes out the same but for the zero', async () => {
  const own = { cnpj: '48530335000148', year: 2024, month: 5 }
  const { groups } = await importAccesses(fixture('real-rows'), { tokens, cities, ...own })
  expect(textOf(writeScm({ ...own, groups }).bytes)).toBe(textOf(fixture('real-rows')).replace(';05;', ';5;'))
})

test.each<[string, Partial<ScmFile>, string]>([
  ['no groups', { groups: [] }, 'ao menos um registro'],
  ['a CNPJ that does not check', { cnpj: '48530335000149' }, 'CNPJ'],
  ['a masked CNPJ', { cnpj: '48.530.335/0001-48' }, 'CNPJ'],
  ['a month that does not exist', { month: 13 }, 'competência'],
  ['a token with a semicolon', { groups: [{ ...group, tipo_tecnologia: 'FT;TH' }] }, 'TIPO_TECNOLOGIA'],
  ['a token with a line break', { groups: [{ ...group, tipo_meio: 'fi\r\nbra' }] }, 'TIPO_MEIO'],
  ['a token in quotes', { groups: [{ ...group, tipo_produto: '"internet"' }] }, 'TIPO_PRODUTO'],
  ['an empty token', { groups: [{ ...group, tipo_atendimento: '' }] }, 'TIPO_ATENDIMENTO'],
  ['a token longer than its column', { groups: [{ ...group, tipo_cliente: 'PFJ' }] }, 'TIPO_CLIENTE'],
  ['no speed', { groups: [{ ...group, velocidade: 0 }] }, 'maior que zero'],
  ['a speed that is no number', { groups: [{ ...group, velocidade: NaN }] }, 'maior que zero'],
  ['half an access', { groups: [{ ...group, acessos: 0.5 }] }, 'acessos'],
  ['more accesses than fit once merged', { groups: [{ ...group, acessos: 99_999_999 }, group] }, '8 dígitos'],
  ['a municipality without code', { groups: [{ ...group, cod_ibge: 0 }] }, 'IBGE'],
])('a file with %s is not written', (_, wrong, said) => {
  expect(() => writeScm({ ...file, ...wrong })).toThrow(said)
})

test('letters in the CNPJ and a zeroed filing are written and warned of', () => {
  const { warnings } = writeScm({ ...file, cnpj: '12ABC34501DE35', groups: [{ ...group, acessos: 0 }] })
  expect(warnings).toEqual([
    'O CNPJ tem letras: ainda não se sabe se o Coletas da Anatel as aceita. Confira no envio.',
    'Todos os acessos são zero: é uma coleta zerada.',
  ])
})

test('the file is named by month and client', () => {
  expect(scmFileName(file, 'Rádio Vale & Cia Ltda.')).toBe('DICI_MENSAL_SCM_2024-05_radio-vale-cia-ltda.csv')
})

const groups = fc.array(
  fc.record({
    cod_ibge: fc.constantFrom(...cities.keys()),
    tipo_cliente: fc.constantFrom(...tokens.TIPO_CLIENTE),
    tipo_atendimento: fc.constantFrom(...tokens.TIPO_ATENDIMENTO),
    tipo_meio: fc.constantFrom(...tokens.TIPO_MEIO),
    tipo_produto: fc.constantFrom(...tokens.TIPO_PRODUTO),
    tipo_tecnologia: fc.constantFrom(...tokens.TIPO_TECNOLOGIA),
    velocidade: fc.oneof(
      fc.constantFrom(100, 200, 0.5),
      fc.integer({ min: 1, max: 1_000_000_000 }).map(kbps => kbps / 1000),
    ),
    acessos: fc.integer({ min: 0, max: 10_000 }),
  }),
  { minLength: 1, maxLength: 40 },
)

test('what is written is read back as the merged groups, whatever the order they came in', async () => {
  await fc.assert(
    fc.asyncProperty(groups, async given => {
      const { bytes } = writeScm({ ...file, groups: given })
      const read = await importAccesses(bytes, { ...file, tokens, cities })
      expect(read.groups).toEqual(merge(given))
      expect(read.summary).toMatchObject({ corrected: 0, merged: 0, refused: 0 })
      expect(writeScm({ ...file, groups: given.toReversed() }).bytes).toEqual(bytes)
    }),
  )
})
