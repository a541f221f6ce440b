import { sql } from 'kysely'
import type { Field } from '#kernel/field.ts'
import type { Sort } from '#kernel/page.ts'
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
  spelled,
  yes,
} from '#server/sql.ts'
import type { Part, Visibility } from '#server/part.ts'

/** Where a list is read: its table, which rows of it over `t`, in which order, as this reader sees them. */
export interface Ordered {
  readonly catalog: Catalog
  readonly resource: AnyResource
  readonly sight: Visibility
  readonly where: Part
  readonly sort: readonly Sort[]
}

/** Rows of a list that are adjacent in its order, and among themselves follow one that an index has. */
interface WalkStretch {
  readonly where: Part
  /** What is the same in all of them, where an index begins with it. */
  readonly led?: Part
  /** By these and then by id. */
  readonly by: readonly Part[]
  /** By the name of what this reference points to, and then by id. */
  readonly to?: readonly [name: string, field: Field]
}

/** An order as the stretches it is read in; null where only sorting all of its rows shows which come first. */
export interface Walk {
  readonly stretches: readonly WalkStretch[]
  readonly descending: boolean
  /** Reads the list backwards, from its last row. */
  readonly back?: true
  /** By columns of its own alone. */
  readonly isPlain?: boolean
}

const half = (where: Part): WalkStretch => ({ where, by: [] })

/** Those without a value come last, whichever way the others go: as two stretches an index has both. */
export function walkOf({ catalog, resource, sight, sort }: Ordered): Walk | null {
  const [{ field: key, descending } = { field: 'id', descending: false }, ...more] = sort
  const [name, field] = sortedField(resource, key)
  const by = sort.flatMap(each => inTurn(resource, each, descending))
  if (by.length === sort.length && field?.kind !== 'flag')
    return { stretches: [{ where: yes, by }], descending, isPlain: true }
  if (!field || more.length) return null
  const date = dateOf(catalog, resource, name)
  const held = date ? sql.ref(`t.${date}`) : columnSql(catalog, resource, name, 't', sight)
  const none = (led: Part): WalkStretch => ({ ...half(sql`${held} is null`), led })
  if (field.kind === 'ref') {
    const unseen = readerSees(sight, targetOf(catalog, field), field, 'r', name === resource.scope)
    if (unseen || field.options.derived) return null
    const pointing: WalkStretch = { where: yes, by: [], to: [name, field] }
    return { stretches: field.required ? [pointing] : [pointing, none(held)], descending }
  }
  const isPlain = date !== undefined || !field.options.derived
  if (field.kind === 'flag') {
    // Of what is reckoned nothing is known beforehand: taken for rare, all of it would be read to be put in order.
    const flagged = (is: Part) => half(field.options.derived ? sql`case when ${is} then true end` : is)
    const both = [flagged(sql`${held} is not true`), flagged(sql`${held}`)]
    return { stretches: descending ? both.toReversed() : both, descending, isPlain }
  }
  const put = collatedSql(held, field)
  const some = { where: sql`${held} is not null`, by: [put] }
  return isPlain ? { stretches: [some, none(put)], descending, isPlain } : null
}
const collatedSql = (held: Part, field: Field) => sql`${held}${sql.raw(isCollated(field) ? ' collate pt_br' : '')}`

/** A column of its own that is filled, in the direction of the others; none where it is another. */
function inTurn(resource: AnyResource, { field: key, descending: down }: Sort, descending: boolean): readonly Part[] {
  const [name, field] = sortedField(resource, key)
  const isOwn = field?.required && !field.options.derived && field.kind !== 'ref' && down === descending
  return isOwn ? [collatedSql(sql.ref(`t.${name}`), field)] : []
}

/** Whether a field is reckoned from other rows than its own, and not the days to a date: no index has it, and each row takes long. */
export function isReckoned({ catalog, resource, sight }: Omit<Ordered, 'where' | 'sort'>, key: string): boolean {
  const [name, field] = sortedField(resource, key)
  if (!field?.options.derived || dateOf(catalog, resource, name)) return false
  return /\bselect\b/i.test(spelled(columnSql(catalog, resource, name, 't', sight)))
}

/** The same order from its end. */
export const backwards = (walk: Walk): Walk => ({
  ...walk,
  stretches: walk.stretches.toReversed(),
  descending: !walk.descending,
  back: true,
})

/** Reading starts at this row of the list; its stretch is counted from the beginning. */
export interface WalkStart {
  readonly id: number
  readonly stretch: number
}

/** The first `most` ids of a walk, each with its stretch; of one that is read backwards the first are the last. */
export function walkSql(list: Ordered, walk: Walk, most: Part, from?: WalkStart): Part {
  const { stretches, descending } = walk
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const table = sql.table(tableOf(list.resource))
  const parts = stretches.flatMap((each, at): Part[] => {
    if (from && at < from.stretch) return []
    const start = from?.stretch === at ? from : undefined
    const stretch = sql.lit(at)
    if (each.to) return [pointingSql(list, each.to, walk, { stretch, most, start })]
    const led = each.led ? [each.led] : []
    const order = sql.join([...led, ...each.by, sql`t.id`].map(key => sql`${key} ${direction}`))
    const after = start && afterSql(list, each.by, descending, start)
    return [
      sql`select t.id, ${stretch} as stretch from ${table} t where ${list.where} and ${each.where}${after ? sql` and ${after}` : sql``} order by ${order} limit ${most}`,
    ]
  })
  return sql.join(
    parts.map(each => sql`(${each})`),
    sql` union all `,
  )
}

/** This row and those after it. */
function afterSql({ resource }: Ordered, by: readonly Part[], descending: boolean, { id }: WalkStart): Part {
  const sign = sql.raw(descending ? '<=' : '>=')
  const there = by.map(key => sql`(select ${key} from ${sql.table(tableOf(resource))} t where t.id = ${id})`)
  return sql`(${sql.join([...by, sql`t.id`])}) ${sign} (${sql.join([...there, sql`${id}::bigint`])})`
}

/**
 * What is pointed to in the order of its names, and for each the ids of those that point to it: a list of a million is walked from
 * its beginning, as many of its rows as are wanted, and never put in order.
 */
function pointingSql(
  { catalog, resource, where, sight }: Ordered,
  [name, field]: readonly [string, Field],
  { descending, back }: Walk,
  { stretch, most, start }: { readonly stretch: Part; readonly most: Part; readonly start: WalkStart | undefined },
): Part {
  const direction = descending ? 'desc' : 'asc'
  const target = targetOf(catalog, field)
  const table = sql.table(tableOf(resource))
  const held = sql.ref(`t.${name}_id`)
  const named = target.fields[titleOf(target)] ?? field
  const title = collatedSql(titleSql(catalog, target, 'r', sight), named)
  // An index read backwards has its nulls first.
  const nulls = named.required ? '' : back ? ' nulls first' : ' nulls last'
  const order = sql`${title} ${sql.raw(`${direction}${nulls}, r.id ${direction}`)}`
  const sign = sql.raw(descending ? '<=' : '>=')
  const targets = sql`${sql.table(tableOf(target))} r`
  const numbered = sql`(select r.id, row_number() over (order by ${order}) as at from ${targets})`
  const begun = start && sql`(select ${held} from ${table} t where t.id = ${start.id})`
  const pointed = begun
    ? sql`select n.id, n.id = ${begun} as begun from ${numbered} n where n.at >= (select m.at from ${numbered} m where m.id = ${begun}) order by n.at`
    : sql`select r.id from ${targets} order by ${order}`
  const furthest = sql.raw(descending ? String(2n ** 63n - 1n) : '0')
  const after = start ? sql` and t.id ${sign} case when o.begun then ${start.id}::bigint else ${furthest} end` : sql``
  return sql`select t.id, ${stretch} as stretch from (${pointed}) o
    cross join lateral (select t.id from ${table} t where ${held} = o.id and ${where}${after} order by t.id ${sql.raw(direction)} limit ${most}) t limit ${most}`
}
