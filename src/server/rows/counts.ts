import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/** Rows of one table's count that are left alone: as many may be written at once. */
const fewRows = 8

/**
 * Makes one row of the many in which a table's changes are counted (`table_changes`). The sum stays the same, so that what is remembered
 * of lists holds; a row that a writer has at that moment is left. Answers how many rows are gone.
 */
export async function foldCounts(db: Sql): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select name from table_changes group by name having count(*) > ${fewRows}`.execute(db)
  let gone = 0
  for (const { name } of rows) {
    const folded = await sql<{ rows: number }>`
      with free as (select id from table_changes where name = ${name} for update skip locked),
        taken as (delete from table_changes where id in (select id from free) returning n),
        made as (insert into table_changes (name, n) select ${name}, sum(n) from taken having count(*) > 0)
      select count(*)::integer as rows from taken`.execute(db)
    gone += Math.max(0, (folded.rows[0]?.rows ?? 0) - 1)
  }
  return gone
}
