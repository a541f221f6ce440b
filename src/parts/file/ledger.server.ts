import { CompiledQuery, sql } from 'kysely'
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

/** Tables that only recognise a file by its hash: its bytes are stored nowhere. */
const recognising = ['migrations', 'collect_takings']

/** Hashes read at once. */
const chunk = 1_000
type Ask = (text: string) => Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>

/** One query of every hash whose file the store should have, by rows that are deleted too; null before a table names files. */
async function storedQuery(ask: Ask): Promise<string | null> {
  const { rows } = await ask(`
    select string_agg(format('select sha256 from %I.%I where sha256 ~ ''^[0-9a-f]{64}$''', table_schema, table_name), ' union ') as query
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and column_name = 'sha256' and table_type = 'BASE TABLE'
      and table_name not in (${recognising.map(name => `'${name}'`).join(', ')})`)
  return rows[0]?.query ? String(rows[0].query) : null
}

/** Every hash whose file the store should have, in order. */
export async function* storedHashes(ask: Ask): AsyncGenerator<string> {
  const query = await storedQuery(ask)
  for (let after = ''; query !== null;) {
    const { rows } = await ask(
      `select sha256 from (${query}) stored where sha256 > '${after}' order by 1 limit ${chunk}`,
    )
    for (const { sha256 } of rows) yield String(sha256)
    const last = rows.at(-1)
    if (!last) return
    after = String(last.sha256)
  }
}

/** How many there are. */
export async function countStored(ask: Ask): Promise<number> {
  const query = await storedQuery(ask)
  if (query === null) return 0
  const { rows } = await ask(`select count(*)::int as n from (${query}) stored`)
  return Number(rows[0]?.n)
}

/** The queries above on the query builder. */
export const askOn =
  (db: Sql): Ask =>
  async text =>
    db.executeQuery<Readonly<Record<string, unknown>>>(CompiledQuery.raw(text))

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
