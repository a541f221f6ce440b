import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import type { ListQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { hasTrash, tableOf, titleOf, type AnyResource, type ListedOf } from '#kernel/resource.ts'
import type { Door } from '#server/rows/door.ts'

/** The door to the rows that a query means: where it asks for the trash, to the deleted rows of those that its reader sees, who may delete. */
export function doorTo(door: Door, { trashed }: Pick<ListQuery, 'trashed'>): Door {
  if (!trashed) return door
  const { resource, ctx, outside, seen } = door
  if (!hasTrash(resource)) throw invalid({ trashed: 'Esta lista não tem lixeira.' })
  if (!can(ctx.user, permission(resource, 'destroy')))
    throw problem('forbidden', `Só quem pode excluir ${resource.text.many} vê os excluídos.`)
  // Outsiders see only what is in use, deleted or not.
  return {
    ...door,
    isTrash: true,
    visible: sql`t.deleted_at is not null${sql.raw(outside ? ' and t.active' : '')} and ${seen}`,
  }
}

/** These deleted rows with the name of who deleted each; null of what nobody did, and for people outside the consultancy. */
export async function withDeleters(
  { catalog, table, outside, read }: Door,
  rows: readonly ListedOf<AnyResource>[],
): Promise<readonly ListedOf<AnyResource>[]> {
  const people = catalog.at(catalog.tenancy.people)
  const ids = outside ? [] : rows.map(({ id }) => id)
  const found = ids.length
    ? await read<{ id: number; name: string | null }>(sql`
        select distinct on (e.row_id) e.row_id::float8 as id, ${sql.ref(`u.${titleOf(people)}`)} as name
        from audit_events e left join ${sql.table(tableOf(people))} u on u.id = e.user_id
        where e.resource = ${table} and e.row_id = any(${ids}::bigint[]) and e.event like '%.destroy'
        order by e.row_id, e.id desc`)
    : []
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map(row => Object.assign(row, { deleted_by: names.get(row.id) ?? null }))
}
