import { sql } from 'kysely'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'
import { targetOf } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

/** Does it hang on a client? A client itself is nobody's. */
export const isOwned = (catalog: Catalog, target: AnyResource) =>
  target.path !== catalog.tenancy.holder && ownerSql(catalog, target, 't') !== null

/** The client the row under `alias` hangs on, through whatever it hangs on; null for rows of a section that hangs on none. */
export function ownerSql(catalog: Catalog, resource: AnyResource, alias: string): Part | null {
  if (resource.path === catalog.tenancy.holder) return sql.ref(`${alias}.id`)
  const scoped = resource.fields[resource.scope]
  if (scoped?.kind !== 'ref') return null
  return ownerAt(catalog, targetOf(catalog, scoped), sql.ref(`${alias}.${resource.scope}_id`), `${alias}_up`)
}
/** The client of the row of `target` with this id. */
function ownerAt(catalog: Catalog, target: AnyResource, id: Part, alias: string): Part | null {
  if (target.path === catalog.tenancy.holder) return id
  const owner = ownerSql(catalog, target, alias)
  return (
    owner &&
    sql`(select ${owner} from ${sql.table(tableOf(target))} ${sql.ref(alias)} where ${sql.ref(`${alias}.id`)} = ${id})`
  )
}
/** The client a row hangs on that hangs on the row with this id. */
export function ownerOf(catalog: Catalog, resource: AnyResource, id: Part): Part | null {
  const scoped = resource.fields[resource.scope]
  return scoped?.kind === 'ref' ? ownerAt(catalog, targetOf(catalog, scoped), id, 'o') : null
}
