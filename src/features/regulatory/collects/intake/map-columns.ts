import { comparableText } from '#kernel/text.ts'
import {
  columnNames,
  layouts,
  tokenColumns,
  type ColumnName,
  type Layout,
} from '#features/regulatory/anatel/layouts.ts'
import type { Lookups } from '#features/regulatory/anatel/cells.ts'
import { follows, readHeader, type Header } from '#features/regulatory/anatel/header.ts'
import { columnWords, tokenWords } from '#features/regulatory/anatel/wording.ts'
import { ofCollect, type AccessMapping } from '#features/regulatory/collects/intake/asked.ts'
import type { ColumnChoices, Instructions } from '#features/regulatory/collects/intake/intake.ts'
import {
  fits,
  missingIn,
  samplesOf,
  sourcesIn,
  titlesOf,
  translationsOf,
  type ColumnSource,
} from '#features/regulatory/intake/mapping.ts'
import type { Remembered } from '#features/regulatory/intake/mappings.ts'
import { findColumn } from '#features/regulatory/intake/titles.ts'
import type { TextTable } from '#parts/table/table.ts'

/** What the columns of a file are mapped with. */
interface ColumnContext {
  readonly lookups: Lookups
  /** Layouts it may follow, the current one first. */
  readonly layouts: readonly Layout[]
  /** Mappings somebody agreed to before, the nearest first. */
  readonly remembered: readonly Remembered<ColumnName>[]
}
/** How the columns of a file become a layout's: it has the layout's own header, or a mapping of other columns. */
export type MappedFile =
  | { readonly layout: Layout; readonly header: Header; readonly own: null }
  | { readonly layout: Layout; readonly header: null; readonly own: Omit<ColumnChoices, 'values'> }

/** Maps a file's columns; or answers, as a text, why it cannot be a file of the service. */
export function mapColumns(
  table: TextTable,
  context: ColumnContext,
  told: Pick<Instructions, 'mapping' | 'answers'>,
): MappedFile | string {
  const header = readHeader(table.header, context.layouts)
  if (table.records.length === 0)
    return typeof header === 'string'
      ? header
      : 'O arquivo só tem o cabeçalho. A Anatel exige ao menos um registro: sem acessos, faça uma coleta zerada.'
  if (typeof header !== 'string') return { layout: header.layout, header, own: null }
  const [layout] = context.layouts
  if (!layout || isData(table.header) || follows(table.header, context.layouts) || isAnothers(table.header))
    return header
  return { layout, header: null, own: chooseColumns(table, layout, context, told) }
}

/** The very columns of another service's file: it is the wrong file, not a provider's own columns. */
const isAnothers = (cells: readonly string[]) =>
  layouts.some(layout => layout.columns.length === cells.length && follows(cells, [layout]))
/** A first line that is a row already. */
const isData = ([first = '']: readonly string[]) => /^\s*\d/.test(first)

/** What there is to decide about a file's columns: the user's choice, else a remembered one, else a guess. */
function chooseColumns(
  table: TextTable,
  layout: Layout,
  { lookups, remembered }: ColumnContext,
  { mapping: told, answers }: Pick<Instructions, 'mapping' | 'answers'>,
): Omit<ColumnChoices, 'values'> {
  const asked = layout.columns.map(({ name }) => name)
  const before = remembered.find(({ mapping }) => fits(mapping, table.header))
  const learnt = before && withoutOverlooked(before.own ? before.mapping : titlesOnly(before.mapping), table)
  const chosen = told ?? learnt ?? guessMapping(table, asked, lookups)
  const mapping = answers.unidade === undefined ? chosen : { ...chosen, kbps: answers.unidade === 'kbps' }
  return {
    mapping,
    // What another provider taught proposes; its own people agree to it here.
    confirmed: told !== null || before?.own === true,
    remembered: before ? { uuid: before.own ? before.uuid : null, name: before.own ? before.name : null } : null,
    missing: missingIn(mapping, asked),
    asked,
    samples: samplesOf(table),
  }
}

/** Of another provider only the titles of columns are learnt: plans, municipalities and units are its own. */
const titlesOnly = ({ columns }: AccessMapping): AccessMapping => ({
  columns: Object.fromEntries(Object.entries(columns).filter(([, source]) => source.from !== 'valor')),
  values: [],
  kbps: false,
})

/** Drops a remembered "one access per row" if this file may have a column of counts, so that the user decides again. */
function withoutOverlooked(mapping: AccessMapping, { header }: TextTable): AccessMapping {
  const { ACESSOS: counts, ...columns } = mapping.columns
  if (counts?.from !== 'linha') return mapping
  const used = new Set(columnNames.map(sourcesIn(mapping, header)))
  const { at, doubtful } = findColumn(columnWords.ACESSOS, titlesOf(header), used, true)
  return at >= 0 || doubtful ? { ...mapping, columns } : mapping
}

/** Guesses a first mapping from the header and the values; it leaves out what it cannot decide. */
function guessMapping(table: TextTable, asked: readonly ColumnName[], lookups: Lookups): AccessMapping {
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
function countsIn({ header, records }: TextTable, taken: ReadonlySet<number>): readonly number[] {
  const first = Array.from(records.slice(0, 500), ({ cells }) => cells)
  return titlesOf(header).flatMap((title, at) => {
    if (taken.has(at) || noCounts.test(comparableText(title))) return []
    const filled = first.map(cells => cells[at]?.trim() ?? '').filter(Boolean)
    const whole = filled.filter(text => /^\d{1,6}$|^\d{1,3}(\.\d{3})+$/.test(text))
    return filled.length > 0 && whole.length * 10 >= filled.length * 9 ? [at] : []
  })
}
