import { sql } from 'kysely'
import { can, permission, type User } from '#kernel/access.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { notices, type NoticeKind } from '#parts/notice/notices.ts'
import type { Catalog } from '#server/catalog.ts'
import { extend } from '#server/extend.ts'
import { scopeSql } from '#server/scope.ts'
import { any, type Part } from '#server/sql.ts'

/** What telling people needs of the house. */
export interface NoticesHouse {
  readonly catalog: () => Catalog
  readonly noticeKinds: () => readonly NoticeKind[]
}

/** Whether who reads a notice may still see the row it is about. */
function rowSeen(catalog: Catalog, resources: readonly AnyResource[], user: User, alias: string): Part {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  const seen = resources
    .filter(of => can(user, permission(of, 'show')))
    .map(
      of => sql`(${at('resource')} = ${of.path} and exists (
        select 1 from ${sql.table(tableOf(of))} noticed where noticed.uuid::text = ${at('row_uuid')} and noticed.deleted_at is null
          and ${scopeSql(catalog, of, user, 'noticed')}))`,
    )
  return any([sql`${at('resource')} = ''`, ...seen])
}

export const noticesOnServer = ({ catalog, noticeKinds }: NoticesHouse): ServerFeature => ({
  extensions: [
    extend(notices, {
      /** One's own, of what one may see now: who looks as somebody else is shown none of theirs. */
      visible: ({ user, alias }) => {
        const paths = new Set(noticeKinds().flatMap(({ of }) => of))
        const resources = [...paths].map(path => catalog().at(path))
        const own = sql`${sql.ref(`${alias}.user_id`)} = ${user.id} and ${sql.ref(`${alias}.shown`)}`
        return sql`(${own} and ${rowSeen(catalog(), resources, user, alias)})`
      },
    }),
  ],
})
