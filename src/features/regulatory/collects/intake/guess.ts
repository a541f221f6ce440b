import { comparableText } from '#kernel/text.ts'
import { tokenColumns, type ColumnName } from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { columnWords, tokenWords } from '#features/regulatory/anatel/wording.ts'
import { ofCollect, type AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import { findColumn, translationsOf } from '#features/regulatory/intake/guess.ts'
import { sourcesIn, titlesOf, type ColumnSource } from '#features/regulatory/intake/mapping.ts'
import type { TextTable } from '#parts/table/table.ts'

/** Guesses a first mapping from the header and the values; it leaves out what it cannot decide. */
export function guessMapping(table: TextTable, asked: readonly ColumnName[], lookups: Lookups): AccessMapping {
  const { header, records } = table
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
    const { at, doubtful } = findColumn(columnWords[name], titles, taken, true)
    const isOwn = own[name]
    // A column of documents is of the clients more often than of the provider.
    if (at >= 0 && (!isOwn || valuesAt(at).every(isOwn))) {
      taken.add(at)
      columns[name] = { from: 'coluna', text: titles[at] ?? '' }
    } else if (doubtful) continue
    else if (ofCollect.includes(name)) columns[name] = { from: 'coleta', text: '' }
    else if (name === 'ACESSOS' && !countsIn(table, taken).length) columns[name] = { from: 'linha', text: '' }
    else if (name === 'TIPO_PRODUTO' && lookups.tokens.TIPO_PRODUTO.includes('internet'))
      columns[name] = { from: 'valor', text: 'internet' }
  }
  const at = sourcesIn({ columns }, header)
  const values = tokenColumns.flatMap(column =>
    translationsOf(column, valuesAt(at(column)), tokenWords[column], word =>
      lookups.tokens[column].some(token => comparableText(token) === comparableText(word)),
    ),
  )
  return { columns, values, kbps: false }
}

/** Excludes whole-number columns that count nothing: ids of rows or persons, places, days. */
const noCounts =
  /^(id|cod|num|n$|nro|contrato|login|cpf|cnpj|doc|rg|ie|fone|tel|cel|cep|dia|venc|mes|ano|data|valor|mensal|preco|idade|vlan|porta|pop|olt|onu|ip|mac|lat|lon|ibge|uf|ddd|fistel|latitude|longitude|velocidade|download|upload|plano|matric|registro|ramal|ordem|linha|item)/

/** Columns nothing was made of that hold whole numbers as counts are: one of them may say how many accesses a row has. */
export function countsIn({ header, records }: TextTable, taken: ReadonlySet<number>): readonly number[] {
  const first = Array.from(records.slice(0, 500), ({ cells }) => cells)
  return titlesOf(header).flatMap((title, at) => {
    if (taken.has(at) || noCounts.test(comparableText(title))) return []
    const filled = first.map(cells => cells[at]?.trim() ?? '').filter(Boolean)
    const whole = filled.filter(text => /^\d{1,6}$|^\d{1,3}(\.\d{3})+$/.test(text))
    return filled.length > 0 && whole.length * 10 >= filled.length * 9 ? [at] : []
  })
}
