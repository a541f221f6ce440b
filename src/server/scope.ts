import { sql } from 'kysely'
import { companyOf, isStaff, type User } from '#kernel/access.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'
import { andAll, no, fullVisibility, yes } from '#server/sql.ts'
import type { Part, Visibility } from '#server/part.ts'

/** Limits a reader's view of what rows point to. Staff of all companies have no limit, nor has anybody on what everybody sees. */
export function visibilityOf(catalog: Catalog, user: User): Visibility {
  if (isStaff(user) && companyOf(user) === null) return fullVisibility
  return (target, alias) => {
    const seen = scopeSql(catalog, target, user, alias)
    return seen === yes ? null : seen
  }
}

/**
 * Whether `user` may see the row under `alias`: the company's own, and for people outside the consultancy only what belongs to
 * the rows they are linked to. A resource's extension may narrow or widen its own (`visible`), never another's.
 */
export function scopeSql(catalog: Catalog, resource: AnyResource, user: User, alias = 't'): Part {
  const declared = declaredScope(catalog, resource, user, alias)
  const seen = catalog.extension(resource)?.how.visible?.({ user, alias, declared }) ?? declared
  return user.seen ? andAll([seen, scopeSql(catalog, resource, user.seen.by, alias)]) : seen
}

/**
 * Whether a list shows the row under `alias` to `user`: never the deleted, and to people outside the consultancy only what is in
 * use, though what it refers to may be out of use by now.
 */
export const listedSql = (catalog: Catalog, resource: AnyResource, user: User, alias = 't'): Part =>
  sql`${sql.raw(`${alias}.deleted_at is null${isStaff(user) ? '' : ` and ${alias}.active`}`)} and ${scopeSql(catalog, resource, user, alias)}`

/** Whether somebody is linked to the row of this id: by the lines of `members`, or standing for its people. */
export const linkedTo = (user: User, members: string, id: Part): Part =>
  user.seen?.client
    ? sql`${id} = ${user.seen.client}`
    : sql`exists (select 1 from ${sql.table(members)} m where m.parent_id = ${id} and m.user_id = ${user.id})`

function declaredScope(catalog: Catalog, resource: AnyResource, user: User, alias: string): Part {
  const { company, holder, members } = catalog.tenancy
  const own = companyOf(user)
  if (resource.path === company) {
    if (!isStaff(user)) return no
    return own === null ? yes : sql`${sql.ref(`${alias}.id`)} = ${own}`
  }

  const parts: Part[] = []
  const scoped = resource.fields[resource.scope]
  if (scoped?.kind === 'ref' && scoped.options.to) {
    const column = sql.ref(`${alias}.${resource.scope}_id`)
    const target = catalog.at(scoped.options.to)
    if (target.path === company) {
      // What belongs to a company and to no client is the consultancy's own.
      if (!isStaff(user) && resource.path !== holder) return no
      if (own !== null) parts.push(sql`${column} = ${own}`)
    } else if (own !== null || !isStaff(user)) {
      const above = `${alias}_scope`
      const seen = scopeSql(catalog, target, user, above)
      parts.push(
        sql`exists (select 1 from ${sql.table(tableOf(target))} ${sql.raw(above)} where ${sql.ref(`${above}.id`)} = ${column} and ${seen})`,
      )
    }
  }
  if (resource.path === holder && !isStaff(user)) parts.push(linkedTo(user, members, sql.ref(`${alias}.id`)))
  return andAll(parts)
}
