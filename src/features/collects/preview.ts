import { layouts, scm, type ColumnName } from '#features/collects/layouts.ts'
import type { CheckedRow, RowCorrection, Summary } from '#features/collects/scm-check.ts'
import { plural } from '#features/collects/said.ts'

/** What the server says of a file before anything is kept. */
export interface Preview {
  readonly fatal: string | null
  readonly facts: Facts | null
  readonly summary: Summary
  readonly rows: readonly CheckedRow[]
  /** False when a long file's plainly accepted rows were left out. */
  readonly complete: boolean
}
export interface Facts {
  readonly encoding: string
  readonly bom: boolean
  readonly delimiter: string
  readonly line_ending: string
  readonly header: string
  readonly notes: readonly string[]
}

const delimiters: Readonly<Record<string, string>> = { ';': 'ponto e vírgula', ',': 'vírgula', '\t': 'tabulação' }
const endings: Readonly<Record<string, string>> = { CRLF: 'CRLF', LF: 'LF', CR: 'CR', mixed: 'misturado' }

/** How the file was written, in pairs of what and how. */
export const factsOf = ({
  encoding,
  bom,
  delimiter,
  line_ending,
  header,
}: Facts): readonly (readonly [string, string])[] => [
  ['Codificação', `${encoding}${encoding === 'UTF-8' ? (bom ? ' com BOM' : ' sem BOM') : ''}`],
  ['Separador', delimiters[delimiter] ?? delimiter],
  ['Fim de linha', endings[line_ending] ?? line_ending],
  ['Cabeçalho', header.endsWith('-2021') ? 'o de 2021' : 'o atual da Anatel'],
]

export type Show = 'all' | 'refused' | 'warned' | 'corrected' | 'merged' | 'accepted'
export const isWarned = ({ verdict, problems }: CheckedRow) => verdict !== 'refused' && problems.length > 0

const tests: Readonly<Record<Show, (row: CheckedRow) => boolean>> = {
  all: () => true,
  refused: ({ verdict }) => verdict === 'refused',
  warned: isWarned,
  corrected: ({ verdict, corrections }) => verdict === 'corrected' || (verdict === 'merged' && corrections.length > 0),
  merged: ({ verdict }) => verdict === 'merged',
  accepted: ({ verdict }) => verdict === 'accepted',
}
const urgency = (row: CheckedRow) => (row.verdict === 'refused' ? 0 : isWarned(row) ? 1 : 2)

/** The rows asked for, the refused first, then those with warnings, then the file's order. */
export const chosen = (rows: readonly CheckedRow[], show: Show): readonly CheckedRow[] =>
  rows.filter(tests[show]).toSorted((one, other) => urgency(one) - urgency(other) || one.line - other.line)
export const countOf = (rows: readonly CheckedRow[], show: Show) => rows.filter(tests[show]).length

/** 'VELOCIDADE: 0,50 → 0,5 (zeros retirados)'. */
export const saidCorrection = ({ column, from, to, why }: RowCorrection) =>
  column === null ? `${why.charAt(0).toUpperCase()}${why.slice(1)}.` : `${column}: “${from}” → “${to}” (${why}).`

/** Columns of the file as the table shows them, by the layout its header follows. */
export const columnsIn = (header: string | undefined): readonly ColumnName[] =>
  (layouts.find(({ id }) => id === header) ?? scm).columns.map(({ name }) => name)

/** What changing the accesses does, before it is done. */
export function saidSwap(summary: Summary, now: { readonly lines: number; readonly accesses: number }): string {
  const lines = summary.rows - summary.refused - summary.merged
  const enter = `${plural(lines, 'linha', 'linhas')} e ${plural(summary.accesses, 'acesso', 'acessos')}`
  const leave = `${plural(now.lines, 'linha', 'linhas')} e ${plural(now.accesses, 'acesso', 'acessos')}`
  const verb = lines === 1 && summary.accesses === 1 ? 'entra' : 'entram'
  const first = now.lines === 0 ? `${enter} ${verb} na coleta.` : `${enter} ${verb} no lugar de ${leave}.`
  if (!summary.refused) return first
  const out =
    summary.refused === 1
      ? '1 linha recusada fica de fora.'
      : `${plural(summary.refused, 'linha recusada', 'linhas recusadas')} ficam de fora.`
  return `${first} ${out}`
}
