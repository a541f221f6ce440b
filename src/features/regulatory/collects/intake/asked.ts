import { columnNames, tokenColumns, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import type { ColumnSource, Mapping } from '#features/regulatory/intake/mapping.ts'

/** Maps the columns of a provider's file to Anatel's. UF only disambiguates municipality names. */
export type AccessMapping = Mapping<ColumnName>

/** What is known of the coleta itself. */
export const ofCollect: readonly ColumnName[] = ['CNPJ', 'ANO', 'MES']
/** Columns whose values are translated: what a provider calls a medium, a place or a plan. */
export const translated: readonly ColumnName[] = ['COD_IBGE', ...tokenColumns, 'VELOCIDADE']

/** Which sources make sense for a column. */
export const sourcesFor = (column: ColumnName): readonly ColumnSource['from'][] =>
  ofCollect.includes(column) ? ['coleta', 'coluna'] : column === 'ACESSOS' ? ['coluna', 'linha'] : ['coluna', 'valor']

/** Reduces a user's mapping to Anatel's columns. */
export function accessMapping({ columns, values, kbps }: Mapping): AccessMapping {
  const isKnown = (name: string): name is ColumnName => columnNames.some(each => each === name)
  return {
    columns: Object.fromEntries(Object.entries(columns).filter(([name]) => isKnown(name))),
    values: values.flatMap(({ column, ...each }) =>
      isKnown(column) && translated.includes(column) ? [{ column, ...each }] : [],
    ),
    kbps,
  }
}
