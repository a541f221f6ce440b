import { expect, test } from 'vitest'
import { readReceipt } from '#parts/receipt/read.ts'

const one = '11222333000181'

test.each<[string, string, readonly string[]]>([
  ['masked', 'CNPJ 11.222.333/0001-81', [one]],
  ['bare, beside other numbers', `Nosso número 123456789012345 CNPJ ${one} R$ 11222333000182`, [one]],
  ['broken by the end of a line', 'CNPJ: 11.222.333/\n0001-81', [one]],
  ['with letters, masked', 'Prestadora 12.ABC.345/01DE-35', ['12ABC34501DE35']],
  ['with letters, bare, where it is called one', 'CNPJ: 12abc34501de35', ['12ABC34501DE35']],
  ['with a wrong check digit', 'CNPJ 11.222.333/0001-82', []],
  ['of the agency', 'Anatel 02.030.715/0001-12', []],
  ['of two', 'De 11.222.333/0001-81 para 33.000.167/0001-01', [one, '33000167000101']],
  ['said twice', `${one} 11.222.333/0001-81`, [one]],
])('a CNPJ %s', (_how, text, found) => {
  expect(readReceipt(text).cnpjs).toEqual(found)
})

test.each<[string, readonly string[]]>([
  ['Competência: 10/2026', ['2026-10']],
  ['COMPETÊNCIA 2026-10', ['2026-10']],
  ['Referência: 202610', ['2026-10']],
  ['Competência: out/2026', ['2026-10']],
  ['Competência: out/26', ['2026-10']],
  ['Mês/Ano: outubro de 2026', ['2026-10']],
  ['Referente a Outubro/2026', ['2026-10']],
  ['Março de 2026', ['2026-03']],
  // The name of a month wins over other months, and over days.
  ['Competência: 10/2026. Emitido em 12/11/2026, validade 12/2027', ['2026-10']],
  ['Enviado em Competência\n12/11/2026 10/2026', ['2026-10']],
  ['Competência\n10/2026\nEnvio\n12/11/2026', ['2026-10']],
  ['Período de apuração: 31/10/2026', ['2026-10']],
  ['Período de apuração: 30/10/2026', []],
  ['Período: 01/10/2026 a 31/10/2026', ['2026-10']],
  // What is two stays two.
  ['Período: 01/10/2026 a 30/11/2026', ['2026-10', '2026-11']],
  ['Competência: 09/2026 a 10/2026', ['2026-09', '2026-10']],
  ['Boletos de 09/2026 e de 10/2026', ['2026-09', '2026-10']],
  // Neither a day, nor the number of a paper.
  ['Brasília, 12 de outubro de 2026', []],
  ['Brasília, 1º de outubro de 2026', []],
  ['12/11/2026 14:30', []],
  ['Ofício nº 10/2026, Resolução 12/2020, processo 53500.012345/2026-10', []],
  ['Competência: 13/2026', []],
  ['1º semestre de 2026', ['2026-S1']],
  ['Segundo semestre de 2025', ['2025-S2']],
  ['Ano-base: 2025', ['2025']],
  ['Nada que diga', []],
])('the period of “%s”', (text, found) => {
  expect(readReceipt(text).periods).toEqual(found)
})

test.each<[string, readonly string[]]>([
  ['Coleta de Dados - Acessos SCM', ['acessos']],
  ['Sistema Coleta de Dados', ['acessos']],
  ['Coleta de Dados: Econômico-Financeiro', ['economico']],
  ['Coleta de dados de infraestrutura', ['infraestrutura']],
  ['Ministério da Infraestrutura', []],
  ['Declaração no SFUST', ['fust']],
  ['Guia de recolhimento do FUNTTEL', ['funttel']],
  ['FUST e FUNTTEL', ['fust', 'funttel']],
  ['Certidão: NADA CONSTA', ['nada-consta']],
  ['Nota fiscal', []],
])('the subject of “%s”', (text, found) => {
  expect(readReceipt(text).kinds).toEqual(found)
})

test('numbers of protocols, and days, are told apart from other numbers', () => {
  const read = (text: string) => readReceipt(text)
  expect(read('Protocolo: 53500.012345/2026-10').protocols).toEqual(['53500.012345/2026-10'])
  expect(read('Protocolo nº 123456789. Recibo: ABC-98765').protocols).toEqual(['123456789', 'ABC-98765'])
  expect(read('Protocolo 12/11/2026, recibo 11.222.333/0001-81, protocolo 12').protocols).toEqual([])
  expect(read('Pago em 10/11/2026, 2026-11-11 e 9 de novembro de 2026; não em 31/02/2026').dates).toEqual([
    '2026-11-10',
    '2026-11-11',
    '2026-11-09',
  ])
  expect(read('Fistel: 52998224725, ou 52998224726').fistels).toEqual(['52998224725'])
  expect(read('SCM e Serviço Telefônico Fixo').services.toSorted()).toEqual(['045', '171'])
})

test('whatever the text, reading ends soon and throws nothing', () => {
  const hostile = [
    '1'.repeat(50_000),
    'competencia '.repeat(10_000),
    '0/'.repeat(50_000),
    '\n'.repeat(100_000),
    'coleta '.repeat(20_000),
    `nota ${'1.'.repeat(40_000)}`,
  ]
  for (const text of hostile) {
    const begun = performance.now()
    readReceipt(text)
    expect(performance.now() - begun).toBeLessThan(1_500)
  }
})
