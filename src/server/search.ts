import { sql } from 'kysely'
import { anyFields, bareText } from '#kernel/condition.ts'
import type { Field } from '#kernel/field.ts'
import { isBare } from '#kernel/format.ts'
import { tableOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import { foldText } from '#kernel/text.ts'
import type { Catalog } from '#server/catalog.ts'
import { likeText, textAmongSql } from '#server/filter.ts'
import { andAll, orAny, columnSql, quoted, no, readerSees, targetOf, yes, type SelectWishes } from '#server/sql.ts'
import type { Part, Visibility } from '#server/part.ts'

interface Searching extends Pick<SelectWishes, 'outside' | 'sight'> {
  /** Hides the words from the planner, where an index has them: it makes one plan for all of them. */
  readonly unseen?: boolean
  /** Searches the deleted rows, and no others. */
  readonly trashed?: boolean
}

/** An index finds only words with three letters or digits in a row. */
const isIndexed = (words: string) => /[\p{L}\p{N}]{3}/u.test(words)

/** Each word is one more condition of a statement: beyond these, what is left is one of them. */
const mostWords = 8
const hasMeaning = (word: string) => /[\p{L}\p{N}]/u.test(word)

/** What must be found each by itself: signs alone are nothing to look for, nor is what another word has in it. */
export function searchedWords(search: string): readonly string[] {
  const given = [...new Set(search.split(/\s+/u).filter(Boolean))]
  const meant = given.some(hasMeaning) ? given.filter(hasMeaning) : given
  // A number written in pieces, as '0 800 123', is looked for as it was written.
  if (!/\p{L}/u.test(search) && meant.some(word => word.length < 2)) return meant.length ? [given.join(' ')] : []
  const isWithin = (word: string, at: number) =>
    meant.some(
      (other, i) =>
        i !== at && foldText(other).includes(foldText(word)) && (foldText(other) !== foldText(word) || i < at),
    )
  // A code is a whole one, and in no other.
  const words = meant.filter((word, at) => /^#?\d+$/.test(word) || !isWithin(word, at))
  return words.length > mostWords ? [...words.slice(0, mostWords - 1), words.slice(mostWords - 1).join(' ')] : words
}

/**
 * A text search over the declared columns: every word occurs in one of them, whichever and in whatever order, blind to case,
 * accents and, where they are stored bare, punctuation.
 */
export function searchSql(catalog: Catalog, resource: AnyResource, search: string, wanted: Searching): Part {
  const written = (text: string) => searchedWords(text).map(word => wordSql(catalog, resource, word, wanted))
  const { said, rest } = catalog.extension(resource)?.how.searched?.(search) ?? { said: [], rest: search }
  return andAll([...written(rest), ...said.map(({ text, where }) => orAny([where('t'), andAll(written(text))]))])
}

/** Whether one of the searched columns is, whole, one of these values; a reference by the name of its row. */
export function anySql(
  catalog: Catalog,
  resource: AnyResource,
  values: readonly string[],
  { outside, sight }: Pick<SelectWishes, 'outside' | 'sight'>,
): Part {
  const codes = values.filter(value => /^#?\d{1,9}$/.test(value.trim())).map(value => Number(value.replace('#', '')))
  return orAny(
    anyFields(resource, outside).flatMap(([name, field]) => {
      const column = name === 'id' ? sql.ref('t.id') : columnSql(catalog, resource, name, 't', sight)
      if (field.kind === 'integer') return codes.length ? sql`${column} = any(${codes}::bigint[])` : []
      if (field.kind !== 'ref') return textAmongSql(field, column, values)
      const target = targetOf(catalog, field)
      const title = target.fields[titleOf(target)]
      if (title?.kind !== 'text') return []
      const inner = `t_${name}`
      const named = textAmongSql(title, columnSql(catalog, target, titleOf(target), inner, sight), values)
      const seen = readerSees(sight, target, field, inner, name === resource.scope) ?? yes
      return sql`${column} in (select ${sql.raw(`${inner}.id from ${tableOf(target)} ${inner}`)} where ${named} and ${seen})`
    }),
  )
}

/** What is found by a reference is picked by itself, so that each way to find a row reads its own index. */
function wordSql(catalog: Catalog, resource: AnyResource, words: string, wanted: Searching): Part {
  const names = (resource.list.search ?? [titleOf(resource)]).filter(
    name => resource.fields[name] && !(wanted.outside && resource.fields[name].options.internal),
  )
  const by: SearchedFor = { catalog, words, sight: wanted.sight }
  const isElsewhere = (name: string) => ['ref', 'many'].includes(resource.fields[name]?.kind ?? '')
  const elsewhere = names.filter(isElsewhere)
  const own = names.filter(name => !isElsewhere(name))
  const unseen = wanted.unseen === true && isIndexed(words)
  if (!elsewhere.length) return orAny(own.flatMap(name => matchSql({ ...by, unseen }, resource, name, 't') ?? []))
  const found = (matching: Part) =>
    sql`select s.id from ${sql.table(tableOf(resource))} s where s.deleted_at ${sql.raw(wanted.trashed ? 'is not null' : 'is null')} and ${matching}`
  const ways = elsewhere.flatMap(
    name => linesSql(by, resource, name, 's') ?? pointing(by, resource, name, 's').map(found),
  )
  const itself = found(orAny(own.flatMap(name => matchSql(by, resource, name, 's') ?? [])))
  const ids = sql.join([itself, ...ways], sql` union all `)
  return elsewhere.some(name => isMade(by, resource.fields[name]))
    ? sql`t.id = any(array(${ids}))`
    : sql`t.id in (${ids})`
}

interface SearchedFor {
  readonly catalog: Catalog
  readonly words: string
  readonly sight: Visibility
  readonly unseen?: boolean
}

/** Whether one column contains what is searched for; null where it cannot. */
function matchSql(by: SearchedFor, resource: AnyResource, name: string, alias: string): Part | null {
  const field = resource.fields[name]
  if (field?.kind === 'many') return sql`${sql.raw(`${alias}.id`)} in (${linesSql(by, resource, name, alias) ?? no})`
  if (field?.kind === 'ref') return orAny(pointing(by, resource, name, alias))
  const { catalog, words, sight, unseen } = by
  const column = columnSql(catalog, resource, name, alias, sight)
  if (field?.kind === 'integer')
    return /^#?\d{1,9}$/.test(words) ? sql`${column} = ${Number(words.replace('#', ''))}` : null
  const like = `%${likeText(words)}%`
  const given = (pattern: Part) => (unseen ? sql`(select ${pattern})` : pattern)
  if (!field || !isBare(field)) return sql`plain(${column}) like ${given(sql`plain(${like})`)}`
  const stripped = bareText(words)
  return stripped.length >= 2 && /\d/.test(stripped)
    ? sql`${column} like ${given(sql`${`%${stripped}%`}::text`)}`
    : null
}

/** The rows one of whose lines points to what is searched for; null where the field is no list of lines. */
function linesSql(by: SearchedFor, resource: AnyResource, name: string, alias: string): Part | null {
  const field = resource.fields[name]
  if (field?.kind !== 'many') return null
  const line = `${alias}_${name}`
  const ways = Object.entries(field.options.shape ?? {}).flatMap(([key, each]) =>
    each.kind === 'ref' ? pointed(by, each, `${line}.${key}_id`, `${line}_${key}`, false) : [],
  )
  return sql`select ${sql.raw(`${line}.parent_id from ${quoted(`${tableOf(resource)}_${name}`)} ${line}`)} where ${orAny(ways)}`
}

/**
 * Whether a reference names its row by what is made of several fields. There are then many ways to find it, which make the
 * planner fear many rows: as an array they are looked up one by one.
 */
function isMade({ catalog }: SearchedFor, field: Field | undefined): boolean {
  if (field?.kind !== 'ref') return false
  const target = targetOf(catalog, field)
  return target.fields[titleOf(target)]?.options.derived === true
}

const pointing = (by: SearchedFor, { fields, scope }: AnyResource, name: string, alias: string): readonly Part[] => {
  const field = fields[name]
  return field ? pointed(by, field, `${alias}.${name}_id`, `${alias}_${name}`, name === scope) : []
}

/** Whether a reference, `pointer`, points to a row that is found by its name, or by each part of what makes up its name. */
function pointed(by: SearchedFor, field: Field, pointer: string, inner: string, isOwner: boolean): readonly Part[] {
  const target = targetOf(by.catalog, field)
  const title = titleOf(target)
  const seen = readerSees(by.sight, target, field, inner, isOwner)
  const names = isMade(by, field) ? (target.list.search ?? []) : [title]
  return names.flatMap(name => {
    const lines = seen ? null : linesSql(by, target, name, inner)
    const match = lines ? null : matchSql(by, target, name, inner)
    const rows = match
      ? sql`select ${sql.raw(`${inner}.id from ${tableOf(target)} ${inner}`)} where ${match} and ${seen ?? yes}`
      : lines
    if (!rows) return []
    return [isMade(by, field) ? sql`${sql.raw(pointer)} = any(array(${rows}))` : sql`${sql.raw(pointer)} in (${rows})`]
  })
}
