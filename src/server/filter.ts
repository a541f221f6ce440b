import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import {
  bareText,
  companyToken,
  daySpan,
  filterName,
  listTests,
  meToken,
  splitValues,
  storedValue,
} from '#kernel/condition.ts'
import type { Field } from '#kernel/field.ts'
import { isBare } from '#kernel/format.ts'
import { grouped } from '#kernel/grouped.ts'
import type { Filter } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'
import { momentSql, todaySql } from '#server/days.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part, Visibility } from '#server/part.ts'
import {
  andAll,
  columnSql,
  columnTypes,
  dateOf,
  no,
  orAny,
  readerSees,
  sortedField,
  targetOf,
  yes,
} from '#server/sql.ts'

interface Filtering {
  readonly catalog: Catalog
  readonly resource: AnyResource
  readonly sight: Visibility
  readonly ctx: Pick<Ctx, 'user'>
}

/** Further from today no date is written. */
const mostDays = 1_000_000
const comparisons = { eq: sql`=`, gte: sql`>=`, lte: sql`<=`, gt: sql`>`, lt: sql`<` } as const
type ComparingTest = keyof typeof comparisons

/** `like`'s own signs are letters as any other. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)
/** What is not so, and what has no value. */
const isNot = (found: Part) => sql`(${found}) is not true`

/** A column as the user sees it: in every filter, a reference to a row outside their visibility is null. */
function filteredSql({ catalog, resource, sight }: Filtering, key: string, field: Field): Part {
  const [name] = sortedField(resource, key)
  const date = dateOf(catalog, resource, name)
  const held = date ? sql.ref(`t.${date}`) : columnSql(catalog, resource, name, 't', sight)
  if (field.kind === 'ref') {
    const target = targetOf(catalog, field)
    const seen = readerSees(sight, target, field, 'r', name === resource.scope)
    if (seen) return sql`(select r.id from ${sql.table(tableOf(target))} r where r.id = ${held} and ${seen})`
  }
  return held
}

/** Where every condition holds, and of each group of alternatives at least one. */
export const filtersSql = (by: Filtering, filters: readonly Filter[]): readonly Part[] =>
  [...grouped(filters, ({ group = 0 }) => group)].flatMap(([group, among]) =>
    group === 0
      ? among.map(filter => filterSql(by, filter))
      : [orAny([...alternativesOf(among)].map(each => sql`(${andAll(each.map(filter => filterSql(by, filter)))})`))],
  )
/** From and to of one field and one number are a single alternative. */
const alternativesOf = (filters: readonly Filter[]) =>
  grouped(
    filters,
    ({ key, test, nth = 1 }) => `${key} ${test === 'gte' || test === 'lte' ? 'range' : test} ${nth}`,
  ).values()

/** Where a filter holds. Words for days are those of Brasília now, `@eu` is who asks, `@minha-empresa` the company they look at. */
function filterSql(by: Filtering, filter: Filter): Part {
  const { key, field, test, value } = filter
  const column = filteredSql(by, key, field)
  if (test === 'empty') return value === 'true' ? sql`${column} is null` : sql`${column} is not null`
  if (test === 'eq' && value === '') return sql`${column} is null`
  const values = listTests.has(test) ? splitValues(value) : [value]
  // Every row is of one of all companies, and of those that belong to none too: so does the choice of all read everywhere.
  if (namesEveryCompany(by, filter, values)) return test === 'not' ? no : yes
  if (test === 'not') return isNot(amongSql(by, filter, column, values))
  if (test === 'is' || test === 'in') return amongSql(by, filter, column, values)
  if (test === 'contains' || test === 'starts') return partSql(field, test, column, value)
  return comparedSql(by, filter, test, column, value)
}

/** Whether a column is one of these. */
function amongSql(by: Filtering, filter: Filter, column: Part, values: readonly string[]): Part {
  const { catalog, resource } = by
  const { key, field, test } = filter
  if (field.kind === 'date' || field.kind === 'instant' || dateOf(catalog, resource, key))
    return orAny(values.map(each => comparedSql(by, filter, 'eq', column, each)))
  if (field.kind === 'text' && test !== 'in') return textAmongSql(field, column, values)
  return sql`${column} = any(${values.map(each => ownOf(by, filter, each))}::${typeOf(key, field)}[])`
}

/** Whether a text is one of these: blind to case and accents, and an identifier to its punctuation. */
export const textAmongSql = (field: Field, column: Part, values: readonly string[]) =>
  isBare(field)
    ? sql`${column} = any(${values.map(each => storedValue(field, each))}::text[])`
    : sql`plain(${column}) in (select plain(given) from unnest(${values.map(each => each.trim())}::text[]) given)`

/** Whether a text has this in it, or begins with it. */
function partSql(field: Field, test: 'contains' | 'starts', column: Part, value: string): Part {
  const before = test === 'starts' ? '' : '%'
  if (!isBare(field)) return sql`plain(${column}) like plain(${`${before}${likeText(value.trim())}%`})`
  const bare = bareText(value)
  // A phone is stored with its country.
  const begins =
    test === 'starts' && field.options.format === 'phone' ? sql` or ${column} like ${`+55${bare}%`}` : sql``
  return sql`(${column} like ${`${before}${bare}%`}${begins})`
}

function comparedSql(by: Filtering, filter: Filter, test: ComparingTest, column: Part, value: string): Part {
  const { catalog, resource } = by
  const { key, field } = filter
  const type = typeOf(key, field)
  // Days to a date are compared as that date: an index has it.
  if (dateOf(catalog, resource, key)) {
    const days = Math.max(-mostDays, Math.min(mostDays, Number(value)))
    return sql`${column} ${comparisons[test]} ${sql.raw(todaySql)} + ${days}::${type}`
  }
  if (field.kind !== 'date' && field.kind !== 'instant')
    return sql`${column} ${comparisons[test]} ${ownOf(by, filter, value)}::${type}`
  const [first, last] = daySpan(value, dayIn(new Date()).day)
  if (field.kind === 'instant') return momentSql(column, test, first, last)
  if (test === 'eq' && first !== last) return sql`(${column} >= ${first}::date and ${column} <= ${last}::date)`
  return sql`${column} ${comparisons[test]} ${test === 'gt' || test === 'lte' ? last : first}::date`
}

const typeOf = (key: string, field: Field) => sql.raw(key === 'id' ? 'bigint' : columnTypes[field.kind](field))

/** A value as it is stored; a word for who asks, or for their company, is its id. */
function ownOf(by: Filtering, filter: Filter, value: string): string {
  const { field } = filter
  if (isBare(field)) return storedValue(field, value)
  if (field.kind !== 'ref' || (value !== meToken && value !== companyToken)) return value
  refuseOddToken(by, filter, value)
  const { user } = by.ctx
  return String(value === meToken ? user.id : companyOf(user))
}

/** Whether a filter asks for the company of who looks at all of them. */
function namesEveryCompany(by: Filtering, filter: Filter, values: readonly string[]): boolean {
  if (filter.field.kind !== 'ref' || !values.includes(companyToken) || companyOf(by.ctx.user) !== null) return false
  refuseOddToken(by, filter, companyToken)
  return true
}

/** Refuses the word for a person where a field refers to none, and so of a company. */
function refuseOddToken({ catalog }: Filtering, { key, field, test, nth, group }: Filter, token: string) {
  const { people, company } = catalog.tenancy
  const [path, what] = token === meToken ? [people, 'pessoa'] : [company, 'empresa']
  if (tableOf(targetOf(catalog, field)) !== tableOf(catalog.at(path)))
    throw invalid({ [filterName(key, test, nth, group)]: `${field.label} não é uma ${what}: “${token}” não serve.` })
}
