import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import type { PaletteRow } from '#features/platform/palette/api.ts'
import { mostRecent, openKinds, shownRecents } from '#features/platform/palette/kinds.ts'
import { rowColumns, shownRow, type StoredHit } from '#features/platform/palette/row.server.ts'
import { problem } from '#kernel/problem.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { listedSql } from '#server/scope.ts'

/** The rows a user opened last, of those they may still see, the newest first. */
export async function recentRows(catalog: Catalog, { sql: db, user }: Ctx): Promise<readonly PaletteRow[]> {
  const kinds = openKinds(user)
  if (!kinds.length) return []
  const parts = kinds.map(
    kind => sql`
      select ${rowColumns(catalog, kind, user)}, l.opened_at from recent_rows l join ${sql.table(tableOf(kind.of))} t on t.id = l.row_id
      where l.user_id = ${user.id} and l.kind = ${kind.of.path} and ${listedSql(catalog, kind.of, user)}`,
  )
  const { rows } = await sql<StoredHit>`
    ${sql.join(parts, sql` union all `)} order by opened_at desc limit ${sql.lit(shownRecents)}`.execute(db)
  return rows.flatMap(row => {
    const kind = kinds.find(({ of }) => of.path === row.kind)
    return kind ? [shownRow(kind, row)] : []
  })
}

/** Stores that a row was opened, and forgets the oldest. Throws a 404 of a row that its user may not see. */
export async function keepRecent(ctx: Ctx, path: string, uuid: string): Promise<void> {
  const kind = openKinds(ctx.user).find(({ of }) => of.path === path)
  if (!kind) throw problem('missing')
  const row = await ctx.rows(kind.of).locate(uuid)
  await sql`
    insert into recent_rows (user_id, kind, row_id) values (${ctx.user.id}, ${path}, ${row})
    on conflict (user_id, kind, row_id) do update set opened_at = clock_timestamp()`.execute(ctx.sql)
  // A row that another tab of the same user stores meanwhile is left to that one, so that neither waits for the other.
  await sql`
    delete from recent_rows where (user_id, kind, row_id) in (
      select user_id, kind, row_id from recent_rows where user_id = ${ctx.user.id}
      order by opened_at desc offset ${sql.lit(mostRecent)} for update skip locked)`.execute(ctx.sql)
}
