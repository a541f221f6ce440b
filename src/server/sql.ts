import { sql, type RawBuilder } from 'kysely'
import type { Field, Fields, Kind } from '#kernel/field.ts'
import { columnOf, type Filter, type ListQuery } from '#kernel/page.ts'
import { tableOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'

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
/** Stored without punctuation, and searched with or without it. */
const bare: ReadonlySet<string> = new Set(['document', 'cnpj', 'phone', 'zipcode', 'fistel'])

export type Part = RawBuilder<unknown>
export const yes = sql`true`
export const no = sql`false`
export const all = (parts: readonly Part[]) => (parts.length ? sql`${sql.join(parts, sql` and `)}` : yes)
const any = (parts: readonly Part[]) => (parts.length ? sql`(${sql.join(parts, sql` or `)})` : no)
const quoted = (name: string) => `"${name}"`
/** The declared target of a reference; the catalog refuses at start one that leads nowhere. */
const targetOf = (catalog: Catalog, field: Field) => catalog.at(field.options.to ?? '')

/** The name of a row as an expression over `alias`: its first column, followed through references. */
function titleSql(catalog: Catalog, resource: AnyResource, alias: string): string {
  const title = titleOf(resource)
  const field = resource.fields[title]
  if (field?.kind !== 'ref') return `${alias}.${quoted(title)}`
  const target = targetOf(catalog, field)
  const inner = `${alias}_${title}`
  return `(select ${titleSql(catalog, target, inner)} from ${tableOf(target)} ${inner} where ${inner}.id = ${alias}.${title}_id)`
}

interface Shape {
  readonly columns: string
  readonly joins: string
}

/** The lines of these fields. */
export type Lines = 'all' | readonly string[]
interface Wanted {
  readonly lines: Lines
  /** The reader is not staff: internal fields stay in the table. */
  readonly outside: boolean
  /** A record, not a row of a list: what its references carry comes along. */
  readonly whole?: boolean
}

/** The select list and joins that read declared fields over `alias`; references become `{ id, uuid, name }`, lines one JSON array. */
function shapeOf(
  catalog: Catalog,
  fields: Fields,
  table: string,
  alias: string,
  wanted: Wanted,
  own = (name: string) => `${alias}.${quoted(name)}`,
): Shape {
  const columns: string[] = []
  const joins: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (field.options.secret || (wanted.outside && field.options.internal)) continue
    if (field.kind === 'metas' && !wanted.whole) continue
    if (field.kind === 'many') {
      if (wanted.lines === 'all' || wanted.lines.includes(name))
        columns.push(
          `${linesSql(catalog, field, `${table}_${name}`, `${alias}_${name}`, alias, { ...wanted, lines: 'all', whole: true })} as ${quoted(name)}`,
        )
    } else if (field.kind === 'ref') {
      const target = targetOf(catalog, field)
      const joined = `${alias}_${name}`
      joins.push(refJoin(catalog, field, alias, name))
      const carried = wanted.whole ? carriedSql(catalog, target, field, joined, wanted.outside) : ''
      const object = `json_build_object('id', ${joined}.id, 'uuid', ${joined}.uuid, 'name', ${titleSql(catalog, target, joined)}${carried})`
      columns.push(
        `${pointerSql(field, alias, name)} as ${quoted(`${name}_id`)}`,
        `case when ${joined}.id is not null then ${object} end as ${quoted(name)}`,
      )
    } else if (field.options.owner) columns.push(`${alias}.parent_id as ${quoted(name)}`)
    else columns.push(field.options.derived ? `${own(name)} as ${quoted(name)}` : own(name))
  }
  return { columns: columns.join(', '), joins: joins.join(' ') }
}

/** What a reference brings besides id, uuid and name: `, 'slug', x."slug"`, for a JSON object of the row under `alias`. */
function carriedSql(catalog: Catalog, of: AnyResource, { options }: Field, alias: string, outside: boolean): string {
  const carried = Object.entries(options.carries ?? {}).map(([name, field]) => {
    if (outside && of.fields[name]?.options.internal) return ''
    if (field.kind !== 'ref') return `, '${name}', ${columnSql(catalog, of, name, alias)}`
    const target = targetOf(catalog, field)
    const inner = `${alias}_${name}`
    const more = carriedSql(catalog, target, field, inner, outside)
    return `, '${name}_id', ${alias}.${name}_id, '${name}', (
      select json_build_object('id', ${inner}.id, 'uuid', ${inner}.uuid, 'name', ${titleSql(catalog, target, inner)}${more})
      from ${tableOf(target)} ${inner} where ${inner}.id = ${alias}.${name}_id)`
  })
  return carried.join('')
}

/** A field's own column over `alias`, or what its section reckons in its place. */
function columnSql(catalog: Catalog, resource: AnyResource, name: string, alias = 't'): string {
  const derive = catalog.extension(resource)?.how.derived?.[name]
  return derive ? `(${derive(alias)})` : `${alias}.${quoted(name)}`
}
/** The column that holds where a reference points; in a line, to its own row. */
const pointerSql = ({ options }: Field, alias: string, name: string) =>
  `${alias}.${options.owner ? 'parent_id' : `${name}_id`}`

const refJoin = (catalog: Catalog, field: Field, alias: string, name: string) =>
  `left join ${tableOf(targetOf(catalog, field))} ${alias}_${name} on ${alias}_${name}.id = ${pointerSql(field, alias, name)}`

function linesSql(
  catalog: Catalog,
  { options }: Field,
  table: string,
  alias: string,
  parent: string,
  wanted: Wanted,
): string {
  const { columns, joins } = shapeOf(catalog, options.shape ?? {}, table, alias, wanted)
  const line = `select ${alias}.id, ${alias}.uuid, ${alias}.position, ${columns} from ${quoted(table)} ${alias} ${joins} where ${alias}.parent_id = ${parent}.id`
  return `(select coalesce(json_agg(line order by line.position), '[]') from (${line}) line)`
}

const stamps = 't.id, t.uuid, t.active, t.version, t.created_at, t.updated_at, t.deleted_at'

/** `select … from … left join …` over the alias `t`, without its `where`; `rows`: only over those of this query. */
export function selectOf(catalog: Catalog, resource: AnyResource, wanted: Wanted, rows?: Part): Part {
  const { columns, joins } = shapeOf(catalog, resource.fields, tableOf(resource), 't', wanted, name =>
    columnSql(catalog, resource, name),
  )
  const from = rows ? sql`(${rows})` : sql.raw(tableOf(resource))
  return sql`select ${sql.raw(`${stamps}, ${columns}`)} from ${from} t ${sql.raw(joins)}`
}

/**
 * A page of rows with what they refer to. They are picked first and completed after: PostgreSQL would otherwise complete a
 * hundred thousand rows to sort and show twenty-five.
 */
export function pageSql(catalog: Catalog, resource: AnyResource, wanted: Wanted, picked: Picked): Part {
  const rows = sql`${pickSql(catalog, resource, 't.*', picked)} limit ${picked.limit} offset ${picked.offset}`
  return sql`${selectOf(catalog, resource, wanted, rows)} ${orderSql(catalog, resource, picked.sort)}`
}
/** The ids of the rows picked, in order. */
export const keysSql = (catalog: Catalog, resource: AnyResource, picked: Pick<Picked, 'where' | 'sort'>) =>
  pickSql(catalog, resource, 't.id', picked)

function pickSql(
  catalog: Catalog,
  resource: AnyResource,
  columns: string,
  { where, sort }: Pick<Picked, 'where' | 'sort'>,
): Part {
  const joins = sort.flatMap(({ field: key }) => {
    const [name, field] = sortedField(resource, key)
    return field?.kind === 'ref' ? [refJoin(catalog, field, 't', name)] : []
  })
  return sql`select ${sql.raw(columns)} from ${sql.raw(tableOf(resource))} t ${sql.raw(joins.join(' '))} where ${where} ${orderSql(catalog, resource, sort)}`
}
interface Picked {
  readonly where: Part
  readonly sort: ListQuery['sort']
  readonly limit: number
  readonly offset: number
}

/** A text search over the declared columns, blind to case, accents and, where they are stored bare, punctuation. */
export function searchSql(catalog: Catalog, resource: AnyResource, words: string, outside: boolean): Part {
  if (!words) return yes
  const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const stripped = words.replace(/[^0-9a-z]/gi, '').toUpperCase()
  const searched = resource.list.search ?? [titleOf(resource)]
  return any(
    searched.flatMap((name): Part[] => {
      const field = resource.fields[name]
      if (!field || (outside && field.options.internal)) return []
      if (field.kind === 'ref') {
        const target = targetOf(catalog, field)
        const title = sql.raw(titleSql(catalog, target, 'r'))
        return [
          sql`exists (select 1 from ${sql.table(tableOf(target))} r where r.id = t.${sql.ref(`${name}_id`)} and plain(${title}) like plain(${like}))`,
        ]
      }
      const column = sql.raw(`t.${quoted(name)}`)
      if (field.kind === 'integer') return /^\d{1,9}$/.test(words) ? [sql`${column} = ${Number(words)}`] : []
      if (!bare.has(field.options.format ?? '')) return [sql`plain(${column}) like plain(${like})`]
      return stripped.length >= 2 && /\d/.test(stripped) ? [sql`${column} like ${`%${stripped}%`}`] : []
    }),
  )
}

const comparisons = { eq: sql`=`, gte: sql`>=`, lte: sql`<=` } as const

export function filterSql(catalog: Catalog, resource: AnyResource, { key, field, test, value }: Filter): Part {
  const held = columnSql(catalog, resource, key)
  // Instants are compared as they are shown: the database keeps microseconds.
  const column = sql.raw(field.kind === 'instant' ? `date_trunc('milliseconds', ${held})` : held)
  const type = sql.raw(key === 'id' ? 'bigint' : columnTypes[field.kind](field))
  if (test === 'in') return sql`${column} = any(${value.split(',')}::${type}[])`
  if (test === 'eq' && value === '') return sql`${column} is null`
  return sql`${column} ${comparisons[test]} ${value}::${type}`
}

const sortedField = (resource: AnyResource, key: string) => {
  const name = key.endsWith('_id') && !resource.fields[key] ? key.slice(0, -3) : key
  return [name, resource.fields[name] ?? columnOf(resource, key)] as const
}

/** `order by`, always ending in the id so that pages never overlap. */
function orderSql(catalog: Catalog, resource: AnyResource, sort: ListQuery['sort']): Part {
  const parts = sort.map(({ field: key, descending }) => {
    const [name, field] = sortedField(resource, key)
    const title =
      field?.kind === 'ref'
        ? titleSql(catalog, targetOf(catalog, field), `t_${name}`)
        : columnSql(catalog, resource, name)
    // Only where there may be none: an index read backwards has its nulls first.
    const direction = `${descending ? 'desc' : 'asc'}${field?.required ? '' : ' nulls last'}`
    return `${title}${field && collated.has(field.kind) ? ' collate pt_br' : ''} ${direction}`
  })
  return sql.raw(`order by ${[...parts, `t.id ${sort.at(-1)?.descending ? 'desc' : 'asc'}`].join(', ')}`)
}
