import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import type { Ctx } from '#server/operation.ts'

/** Any number nobody else locks by. */
const treeLock = 8_100_441

/**
 * Refuses a place that is under the page itself. A lock runs moves one after another, until each commits: two pages that move
 * under each other at once would otherwise both pass this check.
 */
export async function refuseCircle({ sql: db }: Ctx, page: number, parent: number) {
  await sql`select pg_advisory_xact_lock(${treeLock})`.execute(db)
  const { rows } = await sql<{ circle: boolean }>`
    with recursive above as (
      select p.id, p.parent_id from pages p where p.id = ${parent}
      union select p.id, p.parent_id from pages p join above on p.id = above.parent_id)
    select exists (select 1 from above where id = ${page}) as circle`.execute(db)
  if (rows[0]?.circle) throw invalid({ parent_id: 'Uma página não fica dentro de si mesma, nem de uma que está nela.' })
}
