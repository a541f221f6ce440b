import { bare } from '#kernel/text.ts'
import { tokenColumns, type ColumnName } from '#features/anatel/layouts.ts'

/** Where what goes in a column of Anatel's layout comes from, in a file with columns of its own. */
export const sources = {
  coluna: 'Coluna do arquivo',
  valor: 'O mesmo em todas as linhas',
  coleta: 'Da própria coleta',
  linha: 'Cada linha é um acesso',
} as const
export interface ColumnSource {
  readonly from: keyof typeof sources
  /** The header of the file's column, or the value; empty for the others. */
  readonly text: string
}

/** What the file writes, and what Anatel's layout has for it. */
export interface Translation {
  readonly column: ColumnName
  readonly from: string
  readonly to: string
}

/** How the columns of a file become those of Anatel's layout. UF only helps to tell a municipality by its name. */
export interface Mapping {
  readonly columns: Readonly<Partial<Record<ColumnName, ColumnSource>>>
  readonly values: readonly Translation[]
  /** Speeds without a unit are in Kbps. */
  readonly kbps: boolean
}

/** What is known of the coleta itself. */
export const ofCollect: readonly ColumnName[] = ['CNPJ', 'ANO', 'MES']
/** Columns whose values are translated: what a provider calls a medium, a place or a plan. */
export const translated: readonly ColumnName[] = ['COD_IBGE', ...tokenColumns, 'VELOCIDADE']

/** Which sources make sense for a column. */
export const sourcesOf = (column: ColumnName): readonly ColumnSource['from'][] =>
  ofCollect.includes(column)
    ? ['coleta', 'coluna']
    : column === 'ACESSOS'
      ? ['coluna', 'linha']
      : ['COD_IBGE', 'VELOCIDADE', 'UF'].includes(column)
        ? ['coluna', 'valor']
        : ['coluna', 'valor']

/** Layout columns nothing was chosen for. */
export const missingIn = ({ columns }: Mapping, asked: readonly ColumnName[]): readonly ColumnName[] =>
  asked.filter(name => {
    const source = columns[name]
    return !source || ((source.from === 'coluna' || source.from === 'valor') && source.text.trim() === '')
  })

/** Whether a file has every column a mapping speaks of, and it speaks of some. */
export function fits({ columns }: Mapping, header: readonly string[]): boolean {
  const names = new Set(header.map(bare))
  const asked = Object.values(columns).filter(({ from }) => from === 'coluna')
  return asked.length > 0 && asked.every(({ text }) => names.has(bare(text)))
}

/** Two mappings that do the same. */
export const isSame = (one: Mapping, other: Mapping) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = ({ columns, values, kbps }: Mapping) => [
  Object.entries(columns).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  values.map(({ column, from, to }) => [column, from, to].join('\n')).toSorted(),
  kbps,
]

/** What a translation is found by: whatever its case, accents and punctuation. */
export const translationKey = (column: ColumnName, from: string) => `${column} ${bare(from)}`
