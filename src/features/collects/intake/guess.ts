import { bare } from '#kernel/text.ts'
import { tokenColumns, type ColumnName } from '#features/anatel/layouts.ts'
import type { Lookups } from '#features/anatel/cells.ts'
import { columnWords, tokenWords } from '#features/anatel/wording.ts'
import { ofCollect, type AccessMapping } from '#features/collects/intake/asked.ts'
import { columnCalled, translationsOf } from '#features/intake/guess.ts'
import { sourcesIn, titlesOf, type ColumnSource } from '#features/intake/mapping.ts'
import type { TextTable } from '#parts/table/table.ts'

/** A mapping to begin with: what the header and the values tell; what cannot be told is left out. */
export function guessMapping(
  { header, records }: TextTable,
  asked: readonly ColumnName[],
  lookups: Lookups,
): AccessMapping {
  const titles = titlesOf(header)
  const taken = new Set<number>()
  const columns: Partial<Record<ColumnName, ColumnSource>> = {}
  const first = Array.from(records.slice(0, 500), ({ cells }) => cells)
  const valuesAt = (at: number) => first.map(cells => cells[at]?.trim() ?? '').filter(Boolean)
  const own: Readonly<Partial<Record<ColumnName, (value: string) => boolean>>> = {
    CNPJ: value => value.replace(/\W/g, '').toUpperCase().padStart(14, '0') === lookups.cnpj,
    ANO: value => value === String(lookups.year),
    MES: value => Number(value) === lookups.month,
  }
  for (const name of [...asked, 'UF'] as const) {
    const at = columnCalled(columnWords[name], titles, taken, true)
    const isOwn = own[name]
    // A column of documents is of the clients more often than of the provider.
    if (at >= 0 && (!isOwn || valuesAt(at).every(isOwn))) {
      taken.add(at)
      columns[name] = { from: 'coluna', text: titles[at] ?? '' }
    } else if (ofCollect.includes(name)) columns[name] = { from: 'coleta', text: '' }
    else if (name === 'ACESSOS') columns[name] = { from: 'linha', text: '' }
    else if (name === 'TIPO_PRODUTO' && lookups.tokens.TIPO_PRODUTO.includes('internet'))
      columns[name] = { from: 'valor', text: 'internet' }
  }
  const at = sourcesIn({ columns }, header)
  const values = tokenColumns.flatMap(column =>
    translationsOf(column, valuesAt(at(column)), tokenWords[column], word =>
      lookups.tokens[column].some(token => bare(token) === bare(word)),
    ),
  )
  return { columns, values, kbps: looksLikeKbps(valuesAt(at('VELOCIDADE'))) }
}

/** Nobody sells so many Mbps to all: old systems keep Kbps. */
function looksLikeKbps(values: readonly string[]): boolean {
  const numbers = values.filter(value => /^\d+$/.test(value)).map(Number)
  return (
    numbers.length > 0 &&
    numbers.every(each => each >= 256) &&
    numbers.some(each => each > 10_000 || each % 1_024 === 0)
  )
}
