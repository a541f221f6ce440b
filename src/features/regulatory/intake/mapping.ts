import type { Field } from '#kernel/field.ts'
import type { Text } from '#kernel/resource.ts'
import { comparableText } from '#kernel/text.ts'
import type { TextRecord, TextTable } from '#parts/table/table.ts'

/** Where what goes in one of our columns comes from, in a file with columns of its own. */
export const sources = {
  coluna: 'Coluna do arquivo',
  valor: 'O mesmo em todas as linhas',
  coleta: 'Da própria coleta',
  linha: 'Cada linha é um acesso',
} as const
export interface ColumnSource {
  readonly from: keyof typeof sources
  /** The title of the file's column, or the value; empty for the others. */
  readonly text: string
}

/** What the file writes, and what we have for it. */
export interface Translation<Key extends string = string> {
  readonly column: Key
  readonly from: string
  readonly to: string
}

/** How the columns of a file become ours. */
export interface Mapping<Key extends string = string> {
  readonly columns: Readonly<Partial<Record<Key, ColumnSource>>>
  readonly values: readonly Translation<Key>[]
  /** Speeds without a unit are in Kbps. */
  readonly kbps: boolean
}

/** A mapping as a call sends it. */
export const sentMapping = ({ columns, values, kbps }: Mapping) => ({
  columns: Object.fromEntries(
    Object.entries(columns).flatMap(([name, source]) => (source ? [[name, source] as const] : [])),
  ),
  values: [...values],
  kbps,
})

/** What each column of a file is called: one without a name by its place, and one named as another by its turn. */
export function titlesOf(header: readonly string[]): readonly string[] {
  const known = new Set<string>()
  return header.map((cell, at) => {
    const name = cell.trim().slice(0, 160) || `Coluna ${at + 1}`
    let [title, turn] = [name, 1]
    while (known.has(comparableText(title))) title = `${name} (${++turn})`
    known.add(comparableText(title))
    return title
  })
}

/** Where in a file each of our columns is; -1 when no column of the file is it. */
export function sourcesIn<Key extends string>({ columns }: Pick<Mapping<Key>, 'columns'>, header: readonly string[]) {
  const titles = titlesOf(header).map(comparableText)
  return (column: Key) => {
    const source = columns[column]
    return source?.from === 'coluna' ? titles.indexOf(comparableText(source.text)) : -1
  }
}

/** Returns a user's translation of a value, or undefined. */
export function saidOf<Key extends string>({ values }: Pick<Mapping<Key>, 'values'>) {
  const said = new Map(values.map(({ column, from, to }) => [translationKey(column, from), to]))
  return (column: Key, text: string) =>
    said.size && text.trim() !== '' ? said.get(translationKey(column, text)) : undefined
}

/** What a translation is found by: whatever its case, accents and punctuation. */
export const translationKey = (column: string, from: string) => `${column} ${comparableText(from) || from.trim()}`

/** Identifies a translation, even among those of one value. */
export const translationMark = ({ column, from, to }: Translation) => [column, from, to].join('\n')

/** A mapping in which a value means this from now on; nothing, where `to` is empty. */
export function withTranslation<Key extends string>(mapping: Mapping<Key>, said: Translation<Key>): Mapping<Key> {
  const key = translationKey(said.column, said.from)
  const others = mapping.values.filter(({ column, from }) => translationKey(column, from) !== key)
  const to = said.to.trim()
  return { ...mapping, values: to === '' ? others : [...others, { ...said, to }] }
}

/** Columns of ours nothing was chosen for. */
export const missingIn = <Key extends string>({ columns }: Pick<Mapping<Key>, 'columns'>, asked: readonly Key[]) =>
  asked.filter(name => {
    const source = columns[name]
    return !source || ((source.from === 'coluna' || source.from === 'valor') && source.text.trim() === '')
  })

const sourcesOf = ({ columns }: Pick<Mapping, 'columns'>) => Object.values(columns).filter(each => each !== undefined)
const titlesTold = (mapping: Pick<Mapping, 'columns'>) =>
  sourcesOf(mapping).flatMap(({ from, text }) => (from === 'coluna' ? [text] : []))

/** Which column of ours each of a file's is, by its place; null for one that stays out, the first where several come from it. */
export const keysAt = (mapping: Pick<Mapping, 'columns'>, header: readonly string[]): readonly (string | null)[] => {
  const at = sourcesIn(mapping, header)
  const keys = new Map(
    Object.keys(mapping.columns)
      .toReversed()
      .map(key => [at(key), key]),
  )
  return header.map((_, place) => keys.get(place) ?? null)
}

/** Columns of the file that none of ours comes from. */
export function titlesLeft(mapping: Pick<Mapping, 'columns'>, header: readonly string[]): readonly string[] {
  const told = new Set(titlesTold(mapping).map(comparableText))
  return titlesOf(header).filter(title => !told.has(comparableText(title)))
}

/** Whether a file has every column a mapping speaks of, and it speaks of some. */
export function fits(mapping: Pick<Mapping, 'columns'>, header: readonly string[]): boolean {
  const titles = new Set(titlesOf(header).map(comparableText))
  const told = titlesTold(mapping)
  return told.length > 0 && told.every(text => titles.has(comparableText(text)))
}

/** Two mappings that do the same. */
export const isSame = (one: Mapping, other: Mapping) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = ({ columns, values, kbps }: Mapping) => [
  Object.entries(columns).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  values.map(translationMark).toSorted(),
  kbps,
]

/** Some values of each column of a file, as its first records have them. */
export function samplesOf({ header, records }: SampledTable): readonly (readonly string[])[] {
  const first = Array.from(records.slice(0, 300), ({ cells }) => cells)
  return header.map((_, at) => [...new Set(first.map(cells => cells[at]?.trim() ?? '').filter(Boolean))].slice(0, 3))
}
interface SampledTable extends Pick<TextTable, 'header'> {
  readonly records: { slice(from: number, to: number): Iterable<Pick<TextRecord, 'cells'>> }
}

/** What people write for each of our words: 'fibra' for 'fibraoptica ftth', apart by spaces. */
export type Wording = Readonly<Record<string, string>>

/** Values of a column that say one of our words in others. */
export const translationsOf = <Key extends string>(
  column: Key,
  texts: readonly string[],
  wording: Wording,
  isOurs: (word: string) => boolean,
): readonly Translation<Key>[] =>
  [...new Set(texts)].flatMap(from => {
    if (isOurs(from)) return []
    const to = Object.keys(wording).find(
      word => isOurs(word) && wording[word]?.split(' ').includes(comparableText(from)),
    )
    return to === undefined ? [] : [{ column, from, to }]
  })

export const columnText = { one: 'coluna', many: 'colunas', gender: 'f' } as const satisfies Text

/** What may be written for one of our columns: some words, or what a section's rows are called; else anything. */
export interface ColumnWords {
  readonly words?: readonly string[]
  /** The address of the section that is searched. */
  readonly of?: string
  readonly numeric?: boolean
}

/** Describes one of our columns to the user who maps it. */
export interface ColumnToMap extends ColumnWords {
  readonly key: string
  readonly label: string
  /** What the regulator's files call it. */
  readonly code?: string
  readonly needed: boolean
  readonly sources: readonly ColumnSource['from'][]
  /** Numbers alone may be in Kbps. */
  readonly speed?: boolean
}

/** What a field of ours may be written as. */
export function wordsOfField({ kind, options: { choices, to } }: Field): ColumnWords {
  if (kind === 'flag') return { words: ['Sim', 'Não'] }
  if (kind === 'choice') return { words: Object.values(choices ?? {}) }
  if (kind === 'ref' && to) return { of: to }
  return { numeric: kind === 'integer' }
}

/** A value of the file for which we have something else. */
export interface Seen<Key extends string = string> {
  readonly column: Key
  readonly from: string
  readonly count: number | null
  /** Becomes this value; null if unknown. */
  readonly to: string | null
  /** Why not. */
  readonly said: string | null
  /** What it may be: one of them is chosen. */
  readonly among?: readonly string[]
}

/** A mapping with one column's source changed; null takes it away. */
export function withSource<Key extends string>(
  mapping: Mapping<Key>,
  column: Key,
  source: ColumnSource | null,
): Mapping<Key> {
  const { [column]: _, ...others } = mapping.columns
  const columns: Mapping<string>['columns'] = source ? { ...others, [column]: source } : others
  return { ...mapping, columns }
}
