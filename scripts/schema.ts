import { sql } from 'kysely'
import { features } from '#features/index.ts'
import type { Field, Fields } from '#kernel/field.ts'
import { keyOf, tableOf, type AnyResource } from '#kernel/resource.ts'
import type { Database } from '#server/database/database.ts'
import { columnTypes } from '#server/sql.ts'

/** A table as the declarations want it. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}
export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** As SQL says it; none where nothing is filled in. */
  readonly fallback?: string | undefined
  /** The table it points to. */
  readonly to?: string | undefined
  readonly unique?: true
  /** What else a new table says of it. */
  readonly more?: string
}

const identity: Column = {
  name: 'id',
  type: 'bigint',
  nullable: false,
  more: 'generated always as identity primary key',
}
const uuid: Column = {
  name: 'uuid',
  type: 'uuid',
  nullable: false,
  fallback: 'gen_random_uuid()',
  unique: true,
  more: 'unique',
}
const active: Column = { name: 'active', type: 'boolean', nullable: false, fallback: 'true' }
const moment = 'timestamp with time zone'
const stamps: readonly Column[] = [
  identity,
  uuid,
  active,
  { name: 'version', type: 'integer', nullable: false, fallback: '1' },
  { name: 'created_at', type: moment, nullable: false, fallback: 'now()' },
  { name: 'updated_at', type: moment, nullable: false, fallback: 'now()' },
  { name: 'deleted_at', type: moment, nullable: true },
]
const lineStamps = (parent: string): readonly Column[] => [
  identity,
  uuid,
  active,
  { name: 'parent_id', type: 'bigint', nullable: false, to: parent, more: 'on delete cascade' },
  { name: 'position', type: 'integer', nullable: false },
]

/** The tables a resource needs: its own, and one for each kind of line, however deep. */
export const tablesOf = (resource: AnyResource): readonly Table[] => tables(tableOf(resource), stamps, resource.fields)

function tables(name: string, own: readonly Column[], fields: Fields): readonly Table[] {
  const columns = Object.entries(fields).flatMap(([field, declared]) =>
    declared.kind === 'many' || declared.options.derived || declared.options.owner ? [] : [columnOf(field, declared)],
  )
  const below = Object.entries(fields).flatMap(([field, { options }]) =>
    options.shape && !options.mirrored ? tables(`${name}_${field}`, lineStamps(name), options.shape) : [],
  )
  return [{ name, columns: [...own, ...columns] }, ...below]
}

/** Two sections may show rows of one table. */
const sections = new Map<string, AnyResource>(features.map(each => [each.path, each]))

function columnOf(name: string, field: Field): Column {
  const { to, default: given, unique } = field.options
  return {
    name: keyOf(name, field),
    type: columnTypes[field.kind](field),
    // The slug is the server's; whatever else may be left empty may be null.
    nullable: !field.required && name !== 'slug',
    fallback:
      given !== undefined
        ? literal(given)
        : field.kind === 'flag'
          ? 'false'
          : field.kind === 'words'
            ? "'{}'"
            : field.kind === 'metas'
              ? "'[]'"
              : undefined,
    to: to && tableOf(sections.get(to) ?? { path: to }),
    ...(unique && { unique }),
  }
}

const literal = (value: string | number | boolean) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** What the database has, by table and column. */
export interface Found {
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, Omit<Column, 'unique' | 'to'>>>
  /** Columns an index begins with: 'clients.name'. */
  readonly indexed: ReadonlySet<string>
  readonly unique: ReadonlySet<string>
  /** 'fistels.client_id clients'. */
  readonly references: ReadonlySet<string>
  /** Words SQL keeps for itself: a column called so is quoted. */
  readonly reserved: ReadonlySet<string>
}

export async function readSchema({ kysely }: Database): Promise<Found> {
  const { rows: columns } = await sql<{
    table: string
    name: string
    type: string
    nullable: boolean
    fallback: string | null
  }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
           pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(kysely)
  const { rows: indexes } = await sql<{ name: string; unique: boolean }>`
    select c.relname || '.' || coalesce(a.attname, substring(pg_get_indexdef(i.indexrelid, 1, true) from '\\((\\w+)\\)')) as name, i.indisunique as unique
    from pg_index i join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace`.execute(kysely)
  const { rows: keys } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname || ' ' || t.relname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1] where k.contype = 'f'`.execute(kysely)
  // What is checked for a whole set of lines at once is told by a trigger: pairs of a column and the table it points to.
  const { rows: sets } = await sql<{ table: string; pairs: string }>`
    select tgrelid::regclass::text as table, encode(tgargs, 'escape') as pairs
    from pg_trigger where tgname = 'refers_inserted'`.execute(kysely)
  const references = sets.flatMap(({ table, pairs }) =>
    [...pairs.matchAll(/(\w+)\\000(\w+)\\000/g)].map(([, column, to]) => `${table}.${column} ${to}`),
  )
  const { rows: words } = await sql<{ word: string }>`
    select word from pg_get_keywords() where catcode in ('R', 'T')`.execute(kysely)

  const byTable = new Map<string, Map<string, Omit<Column, 'unique' | 'to'>>>()
  for (const { table, name, type, nullable, fallback } of columns) {
    const found = byTable.get(table) ?? new Map()
    byTable.set(table, found.set(name, { name, type, nullable, fallback: fallback?.replace(/::\w+(\[\])?$/, '') }))
  }
  return {
    columns: byTable,
    indexed: new Set(indexes.map(({ name }) => name)),
    unique: new Set(indexes.filter(({ unique }) => unique).map(({ name }) => name)),
    references: new Set([...keys.map(({ name }) => name), ...references]),
    reserved: new Set(words.map(({ word }) => word)),
  }
}
