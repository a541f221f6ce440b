import { expect, test } from 'vitest'
import { readOutcome } from '#parts/receipt/outcome.ts'
import { isReceiptVerdict } from '#parts/receipt/verdict.ts'
import { knownPapers, unseenPapers } from '#test/support/papers/index.ts'
import { acceptingLines, receivingLines, refusingLines } from '#test/support/papers/lines.ts'
import { acceptingProse, doubtfulProse, partingProse, refusingProse } from '#test/support/papers/prose.ts'

const owner = { document: '11222333000181', fistel: '52998224725', protocol: '53500.012345/2026-10' }
test.each([...knownPapers, ...unseenPapers].map(paper => [paper.truth, paper.name, paper] as const))(
  '%s: %s',
  (truth, _name, paper) => {
    const read = readOutcome(paper.lines(owner).join('\n'))
    expect(read).toMatchObject({ verdict: truth, ...(paper.rows !== undefined && { rows: { filed: paper.rows } }) })
    // What proves it is in the paper, as the paper writes it.
    const flat = (text: string) => text.normalize('NFKC').replace(/-\n/g, '').replace(/\s+/g, ' ')
    for (const words of read.words.split(/ \(…\) |…/).filter(Boolean))
      expect(flat(paper.lines(owner).join('\n'))).toContain(words)
  },
)

const head = `ANATEL
COMPROVANTE DE ENVIO
Coleta de Dados: Acessos SCM
CNPJ: 11.222.333/0001-81
Competência: 07/2026
Protocolo: 2026.123
Data: 12/08/2026
`
const verdictOf = (line: string) => readOutcome(head + line).verdict

test.each([...refusingLines, ...refusingProse, ...doubtfulProse])('no receipt: %s', line => {
  expect(isReceiptVerdict(verdictOf(line))).toBe(false)
})
test.each([...acceptingLines, ...acceptingProse])('accepted: %s', line => {
  expect(verdictOf(line)).toBe('aceito')
})
test.each(partingProse)('in part: %s', line => {
  expect(verdictOf(line)).toBe('parcial')
})
test.each(receivingLines)('only received: %s', line => {
  expect(verdictOf(line)).toBe('recebido')
})

test('rows turned down are counted, and listed where the paper lists them', () => {
  expect(
    readOutcome(
      `${head}108 de 120 registros gravados.\n12 registros descartados:\nLinha 14: IBGE\nLinha 27: velocidade`,
    ),
  ).toMatchObject({
    verdict: 'parcial',
    rows: { filed: 120, refused: 12, lines: [14, 27] },
    reasons: expect.arrayContaining(['Linha 14: IBGE', 'Linha 27: velocidade']),
  })
})

test('a part that was not taken is counted by the rows it names', () => {
  expect(readOutcome(`${head}Arquivo aceito, exceto as linhas 14, 27 e 33.`)).toMatchObject({
    verdict: 'parcial',
    rows: { refused: 3, lines: [14, 27, 33] },
  })
})

test('a number is of the word it belongs to', () => {
  expect(readOutcome(`${head}Lidos: 1 Gravados: 1 Rejeitados: 0\nSituação: Aceito`)).toMatchObject({
    verdict: 'aceito',
    rows: { refused: null },
  })
  expect(readOutcome(`${head}Carga parcial: município 3554102 gravado; município 3549904 descartado.`)).toMatchObject({
    verdict: 'parcial',
    rows: { refused: null },
  })
  expect(readOutcome(`${head}Arquivo processado. Duas linhas foram recusadas.`)).toMatchObject({
    verdict: 'parcial',
    rows: { refused: 2 },
  })
})

test('whatever the text, it is read in a time that follows its length', () => {
  const parts = [
    'nao ',
    'recusado 12 ',
    'situacao: ',
    'x? ',
    'a ',
    '( ) ',
    'legenda\n',
    'lidos\n',
    'foi ',
    'a?',
    '0',
    'linha 1, ',
    'se ',
    '\n',
    'recibo\n',
  ]
  const slow: [string, number][] = []
  for (const part of parts) {
    const begun = performance.now()
    readOutcome(part.repeat(150_000 / part.length))
    slow.push([part, performance.now() - begun])
  }
  expect(slow.filter(([, took]) => took > 2_500)).toEqual([])
})
