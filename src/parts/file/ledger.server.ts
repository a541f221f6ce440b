import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/** Why a file may have no row: its upload was begun and perhaps given up, or its row was forgotten for good. */
export type Why = 'begun' | 'forgotten'

/**
 * Records files that may end up without a row before they are written to the folder, so that a killed process leaves no
 * unknown file. A name recorded again starts its grace period anew, and waits for a sweep that has it locked.
 */
export async function noteLoose(db: Sql, names: readonly string[], why: Why) {
  // In one order: two who note the same names wait for each other, and not in a circle.
  const sorted = [...new Set(names)].toSorted()
  if (!sorted.length) return
  await sql`
    insert into loose_files (name, why) select name, ${why} from unnest(${sorted}::text[]) as n (name)
    on conflict (name) do update set why = excluded.why, since = now()`.execute(db)
}

/** Tables whose rows name files by their hash, whatever a release adds. */
export async function tablesNaming(db: Sql): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'sha256' and table_name <> 'migrations' order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Which of these hashes a row names, be it deleted. */
export async function namedAmong(db: Sql, tables: readonly string[], names: readonly string[]) {
  const parts = tables.map(
    table => sql`select sha256 from ${sql.table(table)} where sha256 = any(${[...names]}::text[])`,
  )
  if (!parts.length) throw new Error('no table names files')
  const { rows } = names.length
    ? await sql<{ sha256: string }>`${sql.join(parts, sql` union `)}`.execute(db)
    : { rows: [] }
  return new Set(rows.map(({ sha256 }) => sha256))
}
