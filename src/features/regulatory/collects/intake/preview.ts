import { layouts, meanings, scm, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import { sourcesFor } from '#features/regulatory/collects/intake/asked.ts'
import type { ColumnWords } from '#features/regulatory/intake/mapping.ts'
import type { CheckedRow, RowCorrection, Summary } from '#features/regulatory/anatel/check.ts'
import type { UploadFacts, Preview } from '#features/regulatory/collects/intake/intake.ts'
import { showInteger } from '#kernel/show.ts'
import { tableFactsInWords } from '#parts/table/table.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'

/** How the file was written, in pairs of what and how. */
export const fileFacts = (facts: UploadFacts, own: boolean): readonly (readonly [string, string])[] => [
  ...tableFactsInWords(facts),
  ...(facts.layout === null ? [] : [['Cabeçalho', saidHeader(facts.layout, own)] as const]),
]
const saidHeader = (layout: string, own: boolean) =>
  own ? 'do próprio sistema' : layout.endsWith('-2021') ? 'o de 2021' : 'o atual da Anatel'

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
const noRows: ReadonlySet<number> = new Set()

/**
 * Lists the requested rows: refused, then warned, then by the file's order. Lines under correction remain among the refused,
 * whatever their verdict becomes.
 */
export function rowsToShow(rows: readonly CheckedRow[], show: Show, touched = noRows): readonly CheckedRow[] {
  const urgency = (row: CheckedRow) => (row.verdict === 'refused' || touched.has(row.line) ? 0 : isWarned(row) ? 1 : 2)
  return rows
    .filter(row => tests[show](row) || (show !== 'accepted' && touched.has(row.line)))
    .toSorted((one, other) => urgency(one) - urgency(other) || one.line - other.line)
}

/** 'VELOCIDADE: “0,50” vira “0,5” (zeros retirados).' */
export const correctionInWords = ({ column, from, to, why }: RowCorrection) =>
  column === null ? `${why.charAt(0).toUpperCase()}${why.slice(1)}.` : `${column}: “${from}” vira “${to}” (${why}).`

/** Columns of the file as the table shows them, by the layout it follows; what comes from the coleta itself only where it is wrong. */
export function previewColumns({
  facts,
  columns,
  rows,
}: Pick<Preview, 'facts' | 'columns' | 'rows'>): readonly ColumnName[] {
  const layout = layouts.find(({ id }) => id === facts?.layout) ?? scm
  const wrong = new Set(rows.flatMap(({ problems }) => problems.map(({ column }) => column)))
  const isOfCollect = (name: ColumnName) => columns?.mapping.columns[name]?.from === 'coleta'
  return layout.columns.map(({ name }) => name).filter(name => wrong.has(name) || !isOfCollect(name))
}

/** What the list of rows leaves out; nothing when it is whole. */
export function cutInWords({ complete, rows, summary }: Pick<Preview, 'complete' | 'rows' | 'summary'>): string {
  if (complete) return ''
  const refused = rows.filter(({ verdict }) => verdict === 'refused').length
  return refused < summary.refused
    ? `Aqui e em “Baixar recusadas” estão só ${showInteger(refused)} das ${showInteger(summary.refused)} linhas recusadas.`
    : 'O arquivo é longo: nem todas as linhas que entram na coleta estão nesta lista.'
}

/** What keeping the file does, before it is done: its rows replace those of the coleta, or are `added` to them. */
export function swapInWords(
  summary: Summary,
  now: { readonly lines: number; readonly accesses: number },
  added = false,
): string {
  const lines = summary.rows - summary.refused - summary.merged
  const enter = `${plural(lines, 'linha', 'linhas')} e ${plural(summary.accesses, 'acesso', 'acessos')}`
  const leave = `${plural(now.lines, 'linha', 'linhas')} e ${plural(now.accesses, 'acesso', 'acessos')}`
  const verb = lines === 1 && summary.accesses === 1 ? 'entra' : 'entram'
  const sum = plural(now.accesses + summary.accesses, 'acesso', 'acessos')
  const first = added
    ? `${enter} ${lines === 1 && summary.accesses === 1 ? 'soma-se' : 'somam-se'} a ${leave}: ficam ${sum}.`
    : now.lines === 0
      ? `${enter} ${verb} na coleta.`
      : `${enter} ${verb} no lugar de ${leave}.`
  if (!summary.refused) return first
  const out =
    summary.refused === 1
      ? '1 linha recusada fica de fora.'
      : `${plural(summary.refused, 'linha recusada', 'linhas recusadas')} ficam de fora.`
  return `${first} ${out}`
}

const numeric: readonly ColumnName[] = ['CNPJ', 'ANO', 'MES', 'ACESSOS']

/** What may be written in a column of Anatel's. */
export function cellWords(name: ColumnName, { tokens }: Pick<Preview, 'tokens'>): ColumnWords {
  const words = Object.entries(tokens).find(([token]) => token === name)?.[1]
  if (words) return { words }
  return name === 'COD_IBGE' ? { of: 'cities' } : { numeric: numeric.includes(name) }
}

/** Lists Anatel's columns for the user to map. UF is always offered: it helps to identify a municipality. */
export function columnsToMap(preview: Pick<Preview, 'tokens'>, asked: readonly ColumnName[]) {
  const names: readonly ColumnName[] = asked.includes('UF') ? asked : [...asked, 'UF']
  return names.map(key => ({
    ...cellWords(key, preview),
    key,
    label: meanings[key],
    code: key,
    needed: asked.includes(key),
    sources: sourcesFor(key),
    speed: key === 'VELOCIDADE',
  }))
}
