import { sql } from 'kysely'
import type { Field } from '#kernel/field.ts'
import { isBare } from '#kernel/format.ts'
import { columnOf } from '#kernel/page.ts'
import { tableOf, titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import type { Database } from '#server/database/database.ts'
import { isCollated } from '#server/sql.ts'
import type { Reasons } from './missing.ts'

/** An index as PostgreSQL tells it: 'gin (plain(name) gin_trgm_ops)', 'btree (name COLLATE pt_br, id)'. */
interface IndexWish {
  readonly table: string
  /** Whose name it takes. */
  readonly columns: readonly string[]
  readonly body: string
  /** What is deleted is not listed, yet a reference may name it. */
  readonly where?: string
}

/** The indexes a list that may grow long is read by: one in its order, and one for each column it is searched in. */
export function readsOf(resource: AnyResource, brief: Reasons): readonly IndexWish[] {
  const { path, fields, list } = resource
  if (!verbsOf(resource).includes('index') || fields.slug || path in brief) return []
  const table = tableOf(resource)
  const searched = new Set([...(list.search ?? []), titleOf(resource)])
  return [
    ...orderOf(resource),
    ...[...searched].flatMap((name): IndexWish[] => {
      const field = fields[name]
      if (!field || ['ref', 'many'].includes(field.kind) || field.options.derived) return []
      const body =
        field.kind === 'integer' ? `btree (${name})` : `gin (${isBare(field) ? name : `plain(${name})`} gin_trgm_ops)`
      return [{ table, columns: [name, 'searched'], body }]
    }),
  ]
}

function orderOf(resource: AnyResource): readonly IndexWish[] {
  const keys = (resource.list.sort ?? titleOf(resource)).split(',').map(said => said.replace('-', ''))
  const downwards = (resource.list.sort ?? '').startsWith('-')
  const columns = keys.map(key => [key, columnOf(resource, key)] as const)
  if (columns.some(([, field]) => !field || field.kind === 'ref' || field.options.derived)) return []
  const said = (key: string, field: Field | undefined) =>
    `${key}${field && isCollated(field) ? ' COLLATE pt_br' : ''}${downwards && !field?.required ? ' DESC NULLS LAST' : ''}`
  // Read backwards it has the other order, but for where what is empty stands.
  const last = downwards && columns.some(([, field]) => !field?.required) ? 'id DESC' : 'id'
  const body = `btree (${[...columns.map(([key, field]) => said(key, field)), last].join(', ')})`
  return [{ table: tableOf(resource), columns: ['by', ...keys], body, where: ' where deleted_at is null' }]
}

/** What there is, by table; an index all of whose columns go down is the same read backwards. */
async function foundReads({ kysely }: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ table: string; definition: string }>`
    select tablename as table, indexdef as definition from pg_indexes where schemaname = 'public'`.execute(kysely)
  return new Set(
    rows.map(({ table, definition }) => {
      const [, body = ''] = / USING (.*?)(?: WHERE .*)?$/.exec(definition) ?? []
      const isDown = body
        .slice(0, -1)
        .split(', ')
        .every(column => column.endsWith(' DESC'))
      return `${table} ${isDown ? body.replaceAll(' DESC', '') : body}`
    }),
  )
}

/** The indexes that lists ask for and the database lacks, as statements. */
export async function lackingReads(
  database: Database,
  resources: readonly AnyResource[],
  brief: Reasons,
): Promise<readonly string[]> {
  const found = await foundReads(database)
  const lacking = resources
    .flatMap(each => readsOf(each, brief))
    .filter(({ table, body }) => !found.has(`${table} ${body}`))
  return [
    ...new Set(
      lacking.map(
        ({ table, columns, body, where = '' }) =>
          `create index ${[table, ...columns].join('_')} on ${table} using ${body.replace('COLLATE', 'collate').replaceAll('DESC NULLS LAST', 'desc nulls last').replace('DESC', 'desc')}${where};`,
      ),
    ),
  ]
}
