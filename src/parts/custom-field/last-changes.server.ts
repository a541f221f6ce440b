import { sql } from 'kysely'
import type { AnyResource } from '#kernel/resource.ts'
import type { Ctx } from '#server/operation.ts'

/** What the last change of each of these rows changed: what was just brought is taken back from it. */
export async function lastChanges<T>(
  { sql: db }: Ctx,
  { path }: Pick<AnyResource, 'path'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, T>> {
  const { rows } = await sql<{ row_id: number; changes: T }>`
    select distinct on (row_id) row_id, changes from audit_events
    where resource = ${path} and row_id = any(${[...ids]}::bigint[]) order by row_id, id desc`.execute(db)
  return new Map(rows.map(({ row_id, changes }) => [row_id, changes]))
}
