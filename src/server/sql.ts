import { createQueryId, PostgresQueryCompiler, sql } from 'kysely'
import type { Field, Kind } from '#kernel/field.ts'
import { columnOf, type ListQuery } from '#kernel/page.ts'
import { tableOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import { housesOf } from '#server/metas.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Part, Visibility } from '#server/part.ts'

/** The column type of each kind; a `many` has a table instead. */
export const columnTypes = {
  text: () => 'text',
  longtext: () => 'text',
  richtext: () => 'text',
  integer: () => 'integer',
  decimal: ({ options: { scale = 2 } }) => `numeric(${10 + scale},${scale})`,
  money: () => 'numeric(15,2)',
  percent: () => 'numeric(5,2)',
  flag: () => 'boolean',
  date: () => 'date',
  instant: () => 'timestamp with time zone',
  choice: () => 'text',
  ref: () => 'bigint',
  words: () => 'text[]',
  metas: () => 'jsonb',
  many: () => 'table',
} satisfies Record<Kind, (field: Field) => string>

/** Sorted as a Brazilian dictionary does, not by code point. */
const collated: ReadonlySet<Kind> = new Set(['text', 'longtext', 'ref'])
export const isCollated = ({ kind }: Field) => collated.has(kind)

export const yes = sql`true`
export const no = sql`false`
export const andAll = (parts: readonly Part[]) => (parts.length ? sql`${sql.join(parts, sql` and `)}` : yes)
export const orAny = (parts: readonly Part[]) => (parts.length ? sql`(${sql.join(parts, sql` or `)})` : no)
export const quoted = (name: string) => `"${name}"`
/** The declared target of a reference; the catalog refuses at start one that leads nowhere. */
export const targetOf = (catalog: Catalog, field: Field) => catalog.at(field.options.to ?? '')

/** Sees whatever is pointed to: the server's own reading, and that of staff of all companies. */
export const fullVisibility: Visibility = () => null

/** What of a reference the reader may see: all of what their row hangs on, for by that they see the row. */
export const readerSees = (sight: Visibility, target: AnyResource, { options }: Field, alias: string, owner: boolean) =>
  owner || options.told || options.owner ? null : sight(target, alias)

/** The name of a row as an expression over `alias`: its first column, reckoned or followed through references. */
export function titleSql(catalog: Catalog, resource: AnyResource, alias: string, sight: Visibility): Part {
  const title = titleOf(resource)
  const field = resource.fields[title]
  if (field?.kind !== 'ref') return columnSql(catalog, resource, title, alias, sight)
  const target = targetOf(catalog, field)
  const inner = `${alias}_${title}`
  const seen = readerSees(sight, target, field, inner, title === resource.scope) ?? yes
  return sql`(select ${titleSql(catalog, target, inner, sight)} from ${sql.raw(`${tableOf(target)} ${inner} where ${inner}.id = ${alias}.${title}_id`)} and ${seen})`
}

interface SelectShape {
  readonly columns: readonly Part[]
  readonly joins: Part
}

/** The lines of these fields. */
export type WantedLines = 'all' | readonly string[]
export interface SelectWishes {
  readonly lines: WantedLines
  /** The reader is not staff: internal fields stay in the table. */
  readonly outside: boolean
  readonly sight: Visibility
  /** A record, not a row of a list: what its references carry comes along. */
  readonly whole?: boolean
  /** These fields of the row alone. */
  readonly only?: ReadonlySet<string> | null
  /** Further columns, each after a comma. */
  readonly besides?: Part
  /** What its tables hold and no more: no name of what is pointed to, and nothing reckoned. */
  readonly stored?: boolean
}

/**
 * The select list and joins that read declared fields over `alias`; references become `{ id, uuid, name }`, lines one JSON
 * array. A reference to a row the reader may not see is null, and a line that must point to one is left out.
 */
function shapeOf(
  catalog: Catalog,
  { fields, scope }: Pick<AnyResource, 'fields' | 'scope'>,
  table: string,
  alias: string,
  wanted: SelectWishes,
  own = (name: string): Part => sql.raw(`${alias}.${quoted(name)}`),
): SelectShape {
  const columns: Part[] = []
  const joins: Part[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (field.options.secret || (wanted.outside && field.options.internal)) continue
    if (wanted.only && !wanted.only.has(name)) continue
    if (field.kind === 'metas' && !wanted.whole) continue
    if (wanted.stored && field.options.derived && scope !== noSight) continue
    if (field.kind === 'many') {
      if (wanted.lines === 'all' || wanted.lines.includes(name)) {
        // PostgreSQL folds a name that is not quoted: 'clientUser' would be two.
        const lines = linesSql(catalog, field, `${table}_${name}`, `${alias}_${name}`.toLowerCase(), alias, {
          ...wanted,
          lines: 'all',
          whole: true,
          only: null,
        })
        columns.push(sql`${lines} as ${sql.raw(quoted(name))}`)
      }
    } else if (field.kind === 'ref' && wanted.stored)
      columns.push(sql.raw(`${alias}.${pointing(field, name)} as ${quoted(`${name}_id`)}`))
    else if (field.kind === 'ref') {
      const target = targetOf(catalog, field)
      const joined = `${alias}_${name}`
      const seen = readerSees(wanted.sight, target, field, joined, name === scope)
      const pointer = field.options.derived ? own(name) : sql.raw(`${alias}.${pointing(field, name)}`)
      const carried = wanted.whole ? carriedSql(catalog, target, field, joined, wanted) : sql``
      const known = sql.raw(`'id', ${joined}.id, 'uuid', ${joined}.uuid, 'name', `)
      const told = sql`json_build_object(${known}${titleSql(catalog, target, joined, wanted.sight)}${carried})`
      // The references of a single row are looked up one by one: in a join PostgreSQL would scan their tables.
      if (!seen && wanted.whole && scope !== noSight) {
        const from = sql`from ${sql.raw(`${tableOf(target)} ${joined} where ${joined}.id =`)} ${pointer}`
        columns.push(
          sql`${pointer} as ${sql.raw(quoted(`${name}_id`))}`,
          sql`(select ${told} ${from}) as ${sql.raw(quoted(name))}`,
        )
        continue
      }
      joins.push(
        refJoin(target, joined, pointer, seen, seen && scope === noSight && field.required ? 'join' : undefined),
      )
      columns.push(
        sql`${seen ? sql.raw(`${joined}.id`) : pointer} as ${sql.raw(quoted(`${name}_id`))}`,
        sql`case when ${sql.raw(`${joined}.id`)} is not null then ${told} end as ${sql.raw(quoted(name))}`,
      )
    } else if (field.options.owner) columns.push(sql.raw(`${alias}.parent_id as ${quoted(name)}`))
    else {
      columns.push(sql`${own(name)} as ${sql.raw(quoted(name))}`)
      if (field.kind === 'metas' && !wanted.stored)
        columns.push(
          sql`case when ${own(name)} <> '[]' then meta_houses(${own(name)}) end as ${sql.raw(quoted(housesOf(name)))}`,
        )
    }
  }
  return { columns, joins: sql.join(joins, sql` `) }
}
/** Lines are seen by their row, and by nothing they point to. */
const noSight = ''

/**
 * What a reference brings besides id, uuid and name: `, 'slug', x."slug"`, for a JSON object of the row under `alias`. What
 * that row points to is null too, where the reader may not see it.
 */
function carriedSql(
  catalog: Catalog,
  of: AnyResource,
  { options }: Field,
  alias: string,
  wanted: Pick<SelectWishes, 'outside' | 'sight'>,
): Part {
  const carried = Object.entries(options.carries ?? {}).flatMap(([name, field]): Part[] => {
    if (wanted.outside && of.fields[name]?.options.internal) return []
    if (field.kind !== 'ref') return [sql`, ${sql.lit(name)}, ${columnSql(catalog, of, name, alias, wanted.sight)}`]
    const target = targetOf(catalog, field)
    const inner = `${alias}_${name}`
    const more = carriedSql(catalog, target, field, inner, wanted)
    const seen = readerSees(wanted.sight, target, field, inner, name === of.scope) ?? yes
    const from = sql`from ${sql.raw(`${tableOf(target)} ${inner} where ${inner}.id = ${alias}.${name}_id`)} and ${seen}`
    const known = sql.raw(`'id', ${inner}.id, 'uuid', ${inner}.uuid, 'name', `)
    return [
      sql`, ${sql.lit(`${name}_id`)}, (select ${sql.raw(`${inner}.id`)} ${from})`,
      sql`, ${sql.lit(name)}, (select json_build_object(${known}${titleSql(catalog, target, inner, wanted.sight)}${more}) ${from})`,
    ]
  })
  return carried.length ? sql.join(carried, sql``) : sql``
}

/** A field's own column over `alias`, or what its section reckons in its place from what the reader sees. */
export function columnSql(
  catalog: Catalog,
  resource: AnyResource,
  name: string,
  alias: string,
  sight: Visibility,
): Part {
  const derive = catalog.extension(resource)?.how.derived?.[name]
  if (!derive) return sql.raw(`${alias}.${quoted(resource.fields[name]?.kind === 'ref' ? `${name}_id` : name)}`)
  const derived = derive(alias, (target, inner) => sight(target, inner) ?? yes)
  return sql`(${typeof derived === 'string' ? sql.raw(derived) : derived})`
}
/** The column that holds where a reference points; in a line, to its own row. */
const pointing = ({ options }: Field, name: string) => (options.owner ? 'parent_id' : `${name}_id`)

function refJoin(target: AnyResource, alias: string, pointer: Part, seen: Part | null, kind = 'left join'): Part {
  const on = sql.raw(`${kind} ${tableOf(target)} ${alias} on ${alias}.id =`)
  return seen ? sql`${on} ${pointer} and ${seen}` : sql`${on} ${pointer}`
}

function linesSql(
  catalog: Catalog,
  { options }: Field,
  table: string,
  alias: string,
  parent: string,
  wanted: SelectWishes,
): Part {
  const { columns, joins } = shapeOf(catalog, { fields: options.shape ?? {}, scope: noSight }, table, alias, wanted)
  const own = sql.raw(`${alias}.id, ${alias}.uuid, ${alias}.position`)
  const line = sql`select ${sql.join([own, ...columns])} from ${sql.raw(`${quoted(table)} ${alias}`)} ${joins} where ${sql.raw(`${alias}.parent_id = ${parent}.id`)}`
  return sql`(select coalesce(json_agg(line order by line.position), '[]') from (${line}) line)`
}

const stamps = 't.id, t.uuid, t.active, t.version, t.created_at, t.updated_at, t.deleted_at'
const rowShapeOf = (catalog: Catalog, resource: AnyResource, wanted: SelectWishes) =>
  shapeOf(catalog, resource, tableOf(resource), 't', wanted, name =>
    columnSql(catalog, resource, name, 't', wanted.sight),
  )

const compiler = new PostgresQueryCompiler()
const compiled = (part: Part) => compiler.compileQuery(part.toOperationNode(), createQueryId())
/** What a part says, without what it is given. */
export const spelled = (part: Part) => compiled(part).sql
/** A part that has no parameters, as one text. */
function textOf(part: Part): Part {
  const { sql: text, parameters } = compiled(part)
  if (parameters.length) throw new Error(`this depends on who asks: ${text}`)
  return sql.raw(text)
}

/** What is selected for who sees everything: nothing of it depends on the request. */
const shapesKept = 2_000
const wholeShapes = new WeakMap<Catalog, Map<string, SelectShape>>()
function wholeShapeOf(catalog: Catalog, resource: AnyResource, wanted: SelectWishes): SelectShape {
  const known = wholeShapes.get(catalog) ?? new Map<string, SelectShape>()
  wholeShapes.set(catalog, known)
  const { lines, outside, whole, only, stored } = wanted
  const key = JSON.stringify([resource.path, lines, outside, whole, stored, only && [...only].sort()])
  const found = known.get(key)
  if (found) return found
  if (known.size >= shapesKept) known.clear()
  const { columns, joins } = rowShapeOf(catalog, resource, wanted)
  const made = {
    columns: columns.length ? [textOf(sql.join(columns))] : [],
    joins: textOf(joins),
  }
  known.set(key, made)
  return made
}

/** `select … from … left join …` over the alias `t`, without its `where`; `rows`: only over those of this query. */
export function selectOf(catalog: Catalog, resource: AnyResource, wanted: SelectWishes, rows?: Part): Part {
  const { columns, joins } = (wanted.sight === fullVisibility ? wholeShapeOf : rowShapeOf)(catalog, resource, wanted)
  const from = rows ? sql`(${rows})` : sql.raw(tableOf(resource))
  return sql`select ${sql.join([sql.raw(stamps), ...columns])}${wanted.besides ?? sql``} from ${from} t ${joins}`
}

/** Selects the ids of the rows picked, in order, and the columns in `besides`. */
export function pickSql(catalog: Catalog, resource: AnyResource, picked: Picked, sight: Visibility): Part {
  const { where, sort, besides, among } = picked
  const joins = sort.flatMap(({ field: key }) => {
    const [name, field] = sortedField(resource, key)
    if (field?.kind !== 'ref') return []
    const target = targetOf(catalog, field)
    const seen = readerSees(sight, target, field, `t_${name}`, name === resource.scope)
    return [refJoin(target, `t_${name}`, columnSql(catalog, resource, name, 't', sight), seen)]
  })
  return sql`select t.id${besides} from ${among ? sql`(${among})` : sql.raw(tableOf(resource))} t ${joins.length ? sql.join(joins, sql` `) : sql``} where ${where} ${orderSql(catalog, resource, sort, sight)}`
}
export interface Picked {
  readonly where: Part
  readonly sort: ListQuery['sort']
  readonly besides: Part
  /** Only over the rows of this query. */
  readonly among?: Part
}

/** A key of an order or a filter: the field it is of, and its name. */
export const sortedField = (resource: AnyResource, key: string) => {
  const name = key.endsWith('_id') && !resource.fields[key] ? key.slice(0, -3) : key
  return [name, resource.fields[name] ?? columnOf(resource, key)] as const
}

/** The date that a field counts the days to, where it does: an index has rows in the order of that date. */
export const dateOf = (catalog: Catalog, resource: AnyResource, name: string): string | undefined =>
  catalog.extension(resource)?.how.daysTo?.[name]

/** `order by`, always ending in the id so that pages never overlap. */
function orderSql(catalog: Catalog, resource: AnyResource, sort: ListQuery['sort'], sight: Visibility): Part {
  const parts = sort.map(({ field: key, descending }) => {
    const [name, field] = sortedField(resource, key)
    const title =
      field?.kind === 'ref'
        ? titleSql(catalog, targetOf(catalog, field), `t_${name}`, sight)
        : columnSql(catalog, resource, name, 't', sight)
    // Only where there may be none: an index read backwards has its nulls first.
    const direction = `${descending ? 'desc' : 'asc'}${field?.required ? '' : ' nulls last'}`
    const of = sql`${title}${sql.raw(`${field && isCollated(field) ? ' collate pt_br' : ''} ${direction}`)}`
    // Two of one name are not mixed.
    return field?.kind === 'ref' ? sql`${of}, ${sql.raw(`t_${name}.id ${direction}`)}` : of
  })
  const last = sql.raw(`t.id ${sort.at(-1)?.descending ? 'desc' : 'asc'}`)
  return sql`order by ${sql.join([...parts, last])}`
}
