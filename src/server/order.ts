import { sql } from 'kysely'
import type { Field } from '#kernel/field.ts'
import type { ListQuery } from '#kernel/page.ts'
import { tableOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'
import {
  columnSql,
  dateOf,
  isCollated,
  readerSees,
  sortedField,
  targetOf,
  titleSql,
  wordsOf,
  yes,
  type Part,
  type Sight,
} from '#server/sql.ts'

/** Where a list is read: its table, which rows of it over `t`, in which order, as this reader sees them. */
export interface Ordered {
  readonly catalog: Catalog
  readonly resource: AnyResource
  readonly sight: Sight
  readonly where: Part
  readonly sort: ListQuery['sort']
}

/** Rows of a list that stand together in its order, and among themselves in one that an index has. */
interface Stretch {
  readonly where: Part
  /** By these and then by id. */
  readonly by: readonly Part[]
  /** By the name of what this reference points to, and then by id. */
  readonly to?: readonly [name: string, field: Field]
}

/** An order as the stretches it is read in; null where only all of its rows, put in order, tell which come first. */
export interface Walk {
  readonly stretches: readonly Stretch[]
  readonly descending: boolean
  /** From its end. */
  readonly back?: true
  /** By columns of its own alone. */
  readonly isPlain?: boolean
}

const half = (where: Part): Stretch => ({ where, by: [] })

/** Those without a value come last, whichever way the others go: as two stretches an index has both. */
export function walkOf({ catalog, resource, sight, sort }: Ordered): Walk | null {
  const [{ field: key, descending } = { field: 'id', descending: false }, ...more] = sort
  if (more.length) return inTurn(resource, sort)
  if (key === 'id') return { stretches: [half(yes)], descending, isPlain: true }
  const [name, field] = sortedField(resource, key)
  if (!field) return null
  if (field.kind === 'ref') {
    const unseen =
      field.options.derived || readerSees(sight, targetOf(catalog, field), field, 'r', name === resource.scope)
    if (unseen) return null
    const column = columnSql(catalog, resource, name, 't', sight)
    const pointing: Stretch = { where: yes, by: [], to: [name, field] }
    const stretches = field.required ? [pointing] : [pointing, half(sql`${column} is null`)]
    return { stretches, descending }
  }
  const date = dateOf(catalog, resource, name)
  const held = date ? sql.ref(`t.${date}`) : columnSql(catalog, resource, name, 't', sight)
  const isPlain = date !== undefined || !field.options.derived
  if (field.kind === 'flag') {
    const [first, last] = [half(sql`${held} is not true`), half(sql`${held}`)]
    return { stretches: descending ? [last, first] : [first, last], descending, isPlain }
  }
  if (field.options.derived && !date) return null
  const by = [sql`${held}${sql.raw(isCollated(field) ? ' collate pt_br' : '')}`]
  if (field.required) return { stretches: [{ where: yes, by }], descending, isPlain }
  return { stretches: [{ where: sql`${held} is not null`, by }, half(sql`${held} is null`)], descending, isPlain }
}

/** Whether a field is reckoned from other rows than its own, and not the days to a date: no index has it, and each row takes long. */
export function isReckoned({ catalog, resource, sight }: Omit<Ordered, 'where' | 'sort'>, key: string): boolean {
  const [name, field] = sortedField(resource, key)
  if (!field?.options.derived || dateOf(catalog, resource, name)) return false
  return /\bselect\b/i.test(wordsOf(columnSql(catalog, resource, name, 't', sight)))
}

/** By several columns, all of them filled and in one direction. */
function inTurn(resource: AnyResource, sort: Ordered['sort']): Walk | null {
  const descending = sort[0]?.descending ?? false
  const by = sort.flatMap(each => {
    const [name, field] = sortedField(resource, each.field)
    const isOwn = field?.required && !field.options.derived && field.kind !== 'ref' && each.descending === descending
    return isOwn ? [sql`${sql.ref(`t.${name}`)}${sql.raw(isCollated(field) ? ' collate pt_br' : '')}`] : []
  })
  return by.length === sort.length ? { stretches: [{ where: yes, by }], descending, isPlain: true } : null
}

/** The same order from its end. */
export const backwards = (walk: Walk): Walk => ({
  ...walk,
  stretches: walk.stretches.toReversed(),
  descending: !walk.descending,
  back: true,
})

/** A row of the list from which on it is read, and the stretch it stands in, counted from the beginning. */
export interface WalkStart {
  readonly id: number
  readonly stretch: number
}

/** The first `most` ids of a walk, each with its stretch; of one that is read backwards the first are the last. */
export function walkSql(list: Ordered, { stretches, descending, back }: Walk, most: Part, from?: WalkStart): Part {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const table = sql.table(tableOf(list.resource))
  const parts = stretches.flatMap((each, at): Part[] => {
    if (from && at < from.stretch) return []
    const start = from?.stretch === at ? from : undefined
    const stretch = sql.lit(at)
    if (each.to) return [pointingSql(list, each.to, { descending, back, stretch, most, start })]
    const order = sql.join([...each.by, sql`t.id`].map(key => sql`${key} ${direction}`))
    const after = start && afterSql(list, each.by, descending, start)
    return [
      sql`select t.id, ${stretch} as stretch from ${table} t where ${list.where} and ${each.where}${after ? sql` and ${after}` : sql``} order by ${order} limit ${most}`,
    ]
  })
  return parts.length === 1 && parts[0]
    ? parts[0]
    : sql`${sql.join(
        parts.map(each => sql`(${each})`),
        sql` union all `,
      )}`
}

/** This row and those after it. */
function afterSql({ resource }: Ordered, by: readonly Part[], descending: boolean, { id }: WalkStart): Part {
  const sign = sql.raw(descending ? '<=' : '>=')
  const there = by.map(key => sql`(select ${key} from ${sql.table(tableOf(resource))} t where t.id = ${id})`)
  return sql`(${sql.join([...by, sql`t.id`])}) ${sign} (${sql.join([...there, sql`${id}::bigint`])})`
}

interface PointingWalk {
  readonly descending: boolean
  readonly back: true | undefined
  readonly stretch: Part
  readonly most: Part
  readonly start: WalkStart | undefined
}

/**
 * What is pointed to in the order of its names, and for each the ids of those that point to it: a list of a million is walked from
 * its beginning, as many of its rows as are wanted, and never put in order.
 */
function pointingSql(
  list: Ordered,
  [name, field]: readonly [string, Field],
  { descending, back, stretch, most, start }: PointingWalk,
): Part {
  const { catalog, resource, where } = list
  const direction = descending ? 'desc' : 'asc'
  const target = targetOf(catalog, field)
  const table = sql.table(tableOf(resource))
  const held = sql.ref(`t.${name}_id`)
  const { title, isFilled } = namesOf(list, field)
  // An index read backwards has its nulls first.
  const order = sql`${title} ${sql.raw(`${direction}${isFilled ? '' : back ? ' nulls first' : ' nulls last'}, r.id ${direction}`)}`
  const sign = sql.raw(descending ? '<=' : '>=')
  const place = sql`(select ${held} from ${table} t where t.id = ${start?.id ?? 0})`
  const places = sql`${sql.table(tableOf(target))} r`
  const numbered = sql`(select r.id, row_number() over (order by ${order}) as at from ${places})`
  const targets = !start
    ? sql`select r.id from ${places} order by ${order}`
    : isFilled
      ? sql`select r.id, r.id = ${place} as begun from ${places} where (${title}, r.id) ${sign} ((select ${title} from ${places} where r.id = ${place}), ${place}) order by ${order}`
      : sql`select n.id, n.id = ${place} as begun from ${numbered} n where n.at >= (select m.at from ${numbered} m where m.id = ${place}) order by n.at`
  const furthest = sql.raw(descending ? String(2n ** 63n - 1n) : '0')
  const after = start ? sql` and t.id ${sign} case when o.begun then ${start.id}::bigint else ${furthest} end` : sql``
  return sql`select t.id, ${stretch} as stretch from (${targets}) o
    cross join lateral (select t.id from ${table} t where ${held} = o.id and ${where}${after} order by t.id ${sql.raw(direction)} limit ${most}) t limit ${most}`
}

/** The names of what a reference points to, over `r`, and whether each has one in a column of its own. */
function namesOf({ catalog, sight }: Pick<Ordered, 'catalog' | 'sight'>, field: Field) {
  const target = targetOf(catalog, field)
  const named = target.fields[titleOf(target)]
  const collation = sql.raw(isCollated(named ?? field) ? ' collate pt_br' : '')
  return {
    title: sql`${titleSql(catalog, target, 'r', sight)}${collation}`,
    isFilled: named?.required === true && !named.options.derived && named.kind !== 'ref',
  }
}
