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
  /** By this and then by id; none: by id alone. */
  readonly by?: Part
  /** By the name of what this reference points to, and then by id. */
  readonly to?: readonly [name: string, field: Field]
}

/** An order as the stretches it is read in; null where only all of its rows, put in order, tell which come first. */
export interface Walk {
  readonly stretches: readonly Stretch[]
  readonly descending: boolean
  /** From its end. */
  readonly back?: true
}

const half = (where: Part): Stretch => ({ where })

/** Those without a value come last, whichever way the others go: as two stretches an index has both. */
export function walkOf({ catalog, resource, sight, sort }: Ordered): Walk | null {
  const [{ field: key, descending } = { field: 'id', descending: false }, ...more] = sort
  if (more.length) return null
  if (key === 'id') return { stretches: [half(yes)], descending }
  const [name, field] = sortedField(resource, key)
  if (!field) return null
  if (field.kind === 'ref') {
    const unseen =
      field.options.derived || readerSees(sight, targetOf(catalog, field), field, 'r', name === resource.scope)
    if (unseen) return null
    const column = columnSql(catalog, resource, name, 't', sight)
    const pointing: Stretch = { where: yes, to: [name, field] }
    return { stretches: field.required ? [pointing] : [pointing, half(sql`${column} is null`)], descending }
  }
  const date = dateOf(catalog, resource, name)
  const held = date ? sql.ref(`t.${date}`) : columnSql(catalog, resource, name, 't', sight)
  if (field.kind === 'flag') {
    const [first, last] = [half(sql`${held} is not true`), half(sql`${held}`)]
    return { stretches: descending ? [last, first] : [first, last], descending }
  }
  if (field.options.derived && !date) return null
  const by = sql`${held}${sql.raw(isCollated(field) ? ' collate pt_br' : '')}`
  if (field.required) return { stretches: [{ where: yes, by }], descending }
  return { stretches: [{ where: sql`${held} is not null`, by }, half(sql`${held} is null`)], descending }
}

/** The same order from its end. */
export const backwards = ({ stretches, descending }: Walk): Walk => ({
  stretches: stretches.toReversed(),
  descending: !descending,
  back: true,
})

/** A row of the list from which on it is read, and the stretch it stands in, counted from the beginning. */
export interface From {
  readonly id: number
  readonly stretch: number
}

/** The first `most` ids of a walk, each with its stretch; of one that is read backwards the first are the last. */
export function walkSql(list: Ordered, { stretches, descending, back }: Walk, most: Part, from?: From): Part {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const table = sql.table(tableOf(list.resource))
  const parts = stretches.flatMap((each, at): Part[] => {
    if (from && at < from.stretch) return []
    const start = from?.stretch === at ? from : undefined
    const stretch = sql.lit(at)
    if (each.to) return [pointingSql(list, each.to, { descending, back, stretch, most, start })]
    const order = each.by ? sql`${each.by} ${direction}, t.id ${direction}` : sql`t.id ${direction}`
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
function afterSql({ resource }: Ordered, by: Part | undefined, descending: boolean, { id }: From): Part {
  const sign = sql.raw(descending ? '<=' : '>=')
  if (!by) return sql`t.id ${sign} ${id}`
  return sql`(${by}, t.id) ${sign} ((select ${by} from ${sql.table(tableOf(resource))} t where t.id = ${id}), ${id}::bigint)`
}

interface Pointing {
  readonly descending: boolean
  readonly back: true | undefined
  readonly stretch: Part
  readonly most: Part
  readonly start: From | undefined
}

/**
 * What is pointed to in the order of its names, and for each the ids of those that point to it: a list of a million is walked from
 * its beginning, as many of its rows as are wanted, and never put in order.
 */
function pointingSql(
  { catalog, resource, sight, where }: Ordered,
  [name, field]: readonly [string, Field],
  { descending, back, stretch, most, start }: Pointing,
): Part {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const nulls = sql.raw(back ? 'nulls first' : 'nulls last')
  const target = targetOf(catalog, field)
  const title = titleSql(catalog, target, 'r', sight)
  const named = sql.raw(isCollated(target.fields[titleOf(target)] ?? field) ? ' collate pt_br' : '')
  const places = sql`select r.id, row_number() over (order by ${title}${named} ${direction} ${nulls}, r.id ${direction}) as place from ${sql.table(tableOf(target))} r`
  const held = sql.ref(`t.${name}_id`)
  const begun =
    start &&
    sql`(select p.place from (${places}) p where p.id = (select ${held} from ${sql.table(tableOf(resource))} t where t.id = ${start.id}))`
  const first = start ? sql` and (o.place > ${begun} or t.id ${sql.raw(descending ? '<=' : '>=')} ${start.id})` : sql``
  return sql`select t.id, ${stretch} as stretch from (select p.id, p.place from (${places}) p${begun ? sql` where p.place >= ${begun}` : sql``} order by p.place) o
    cross join lateral (select t.id from ${sql.table(tableOf(resource))} t where ${held} = o.id and ${where}${first} order by t.id ${direction}) t limit ${most}`
}
