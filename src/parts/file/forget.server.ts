import { sql } from 'kysely'
import { inChunks } from '#server/chores/forget.ts'
import type { Sql } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

/** Rows at once. */
const chunk = 1_000

/** The notes of files whose rows were `gone`, made by the same statement. */
const noted = sql`
  noted as (
    insert into loose_files (name, why) select distinct sha256, 'forgotten' from gone where sha256 is not null order by 1
    on conflict (name) do update set why = excluded.why, since = now())`

/** Rows that name their file no more: the rest of them stays. Answers how many. */
export const letGo = (db: Sql, table: string, where: Part): Promise<number> =>
  inChunks(async () => {
    const { rows } = await sql<{ n: number }>`
      with gone as (
        select id, sha256 from ${sql.table(table)} where sha256 is not null and ${where} order by id limit ${chunk} for update),
      ${noted},
      changed as (
        update ${sql.table(table)} set sha256 = null, updated_at = now(), version = version + 1
        where id in (select id from gone) returning id)
      select count(*)::int as n from changed`.execute(db)
    return rows[0]?.n ?? 0
  })

/**
 * Purges rows deleted long ago: history stores a line of each under `event` with `request`, and their files are treated as
 * those without a row. Answers how many.
 */
export const forgetRows = (
  db: Sql,
  { table, event, request, where }: { table: string; event: string; request: string; where: Part },
): Promise<number> =>
  inChunks(async () => {
    const { rows } = await sql<{ n: number }>`
      with gone as (
        delete from ${sql.table(table)}
        where id = any(array(select id from ${sql.table(table)} where ${where} order by id limit ${chunk})) returning id, sha256),
      ${noted},
      told as (
        insert into audit_events (request_id, event, resource, row_id, changes)
        select ${request}, ${event}, ${table}, id, '{}'::json from gone returning id)
      select count(*)::int as n from told`.execute(db)
    return rows[0]?.n ?? 0
  })
