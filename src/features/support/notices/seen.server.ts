import { sql } from 'kysely'
import { can, permission, type User } from '#kernel/access.ts'
import { tableOf } from '#kernel/resource.ts'
import type { DigestPart } from '#parts/notice/digest.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import type { Catalog } from '#server/catalog.ts'
import { scopeSql } from '#server/scope.ts'
import { orAny } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

/** What notices need of the server. */
export interface NoticesHouse {
  readonly catalog: () => Catalog
  readonly noticeKinds: () => readonly NoticeKind[]
  readonly digests: () => readonly DigestPart[]
}

/** Whether this user may still see the row the notice under `alias` is about. */
export function rowSeen({ catalog, noticeKinds }: NoticesHouse, user: User, alias: string): Part {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  const paths = new Set(noticeKinds().flatMap(({ of }) => of))
  const seen = [...paths]
    .map(path => catalog().at(path))
    .filter(of => can(user, permission(of, 'show')))
    .map(
      of => sql`(${at('resource')} = ${of.path} and exists (
        select 1 from ${sql.table(tableOf(of))} noticed where noticed.uuid::text = ${at('row_uuid')} and noticed.deleted_at is null
          and ${scopeSql(catalog(), of, user, 'noticed')}))`,
    )
  return orAny([sql`${at('resource')} = ''`, ...seen])
}
