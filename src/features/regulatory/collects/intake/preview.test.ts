import { expect, test } from 'vitest'
import type { CheckedRow } from '#features/regulatory/anatel/check.ts'
import {
  rowsToShow,
  previewColumns,
  fileFacts,
  correctionInWords,
  cutInWords,
  swapInWords,
} from '#features/regulatory/collects/intake/preview.ts'

const row = (line: number, verdict: CheckedRow['verdict'], warned = false): CheckedRow => ({
  line,
  verdict,
  cells: {},
  values: null,
  corrections: [],
  problems: warned ? [{ column: null, value: '', rule: 'pairing', severity: 'warning', message: 'Confira.' }] : [],
})
const rows = [row(2, 'accepted'), row(3, 'accepted', true), row(4, 'refused', true), row(5, 'merged')]
const summary = {
  rows: 4,
  accepted: 2,
  corrected: 0,
  merged: 1,
  refused: 1,
  warnings: 1,
  warned: 1,
  righted: 0,
  accesses: 60,
}

test('the refused come first, then those with warnings, then the rest as in the file', () => {
  expect(rowsToShow(rows, 'all').map(({ line }) => line)).toEqual([4, 3, 2, 5])
  expect(rowsToShow(rows, 'warned').map(({ line }) => line)).toEqual([3])
  expect(rowsToShow(rows, 'refused', new Set([5])).map(({ line }) => line)).toEqual([4, 5])
})

test('what a long list leaves out is told, the refused first of all', () => {
  expect(cutInWords({ complete: true, rows, summary })).toBe('')
  expect(cutInWords({ complete: false, rows, summary })).toBe(
    'O arquivo é longo: nem todas as linhas que entram na coleta estão nesta lista.',
  )
  expect(cutInWords({ complete: false, rows, summary: { ...summary, refused: 7_000 } })).toBe(
    'Aqui e em “Baixar recusadas” estão só 1 das 7.000 linhas recusadas.',
  )
})

test('changing the accesses is told with what comes in, what goes out and what stays behind', () => {
  expect(swapInWords(summary, { lines: 8, accesses: 1300 })).toBe(
    '2 linhas e 60 acessos entram no lugar de 8 linhas e 1.300 acessos. 1 linha recusada fica de fora.',
  )
  expect(swapInWords({ ...summary, refused: 0 }, { lines: 0, accesses: 0 })).toBe(
    '3 linhas e 60 acessos entram na coleta.',
  )
  expect(swapInWords({ ...summary, rows: 6, refused: 3 }, { lines: 0, accesses: 0 })).toMatch(
    /3 linhas recusadas ficam de fora\.$/,
  )
})

test('how the file was written is told in words', () => {
  const facts = {
    kind: 'text',
    encoding: 'UTF-8',
    bom: false,
    delimiter: ',',
    line_ending: 'LF',
    layout: 'scm-2021',
    notes: [],
  } as const
  expect(fileFacts(facts, false).map(([, said]) => said)).toEqual(['UTF-8 sem BOM', 'vírgula', 'LF', 'o de 2021'])
  expect(fileFacts({ kind: 'xlsx', sheet: 'Plan1', sheets: ['Plan1'], layout: 'scm', notes: [] }, true)).toEqual([
    ['Formato', 'Planilha XLSX'],
    ['Aba', 'Plan1'],
    ['Cabeçalho', 'do próprio sistema'],
  ])
})

test('a correction tells from what, to what and why', () => {
  expect(correctionInWords({ column: 'MES', from: '02', to: '2', why: 'zero retirado' })).toBe(
    'MES: “02” vira “2” (zero retirado).',
  )
  expect(correctionInWords({ column: null, from: '', to: '', why: 'colunas separadas por vírgula' })).toBe(
    'Colunas separadas por vírgula.',
  )
})

test('what comes from the coleta itself is shown only where it is wrong', () => {
  const facts = { kind: 'xlsx', sheet: 'Plan1', sheets: ['Plan1'], layout: 'scm', notes: [] } as const
  const ofCollect = { from: 'coleta', text: '' } as const
  const mapping = { columns: { CNPJ: ofCollect, ANO: ofCollect, MES: { from: 'coluna', text: 'Mês' } }, values: [], kbps: false } as const // prettier-ignore
  const columns = { mapping, confirmed: true, remembered: null, missing: [], asked: [], samples: [], values: [] }
  expect(previewColumns({ facts, columns: null, rows })).toHaveLength(11)
  expect(previewColumns({ facts, columns, rows }).slice(0, 2)).toEqual(['MES', 'COD_IBGE'])
  const wrong = { column: 'CNPJ', value: '', rule: 'cnpj', severity: 'error', message: 'Confira.' } as const
  const refused = { ...row(2, 'refused'), problems: [wrong] }
  expect(previewColumns({ facts, columns, rows: [refused] }).slice(0, 2)).toEqual(['CNPJ', 'MES'])
})
