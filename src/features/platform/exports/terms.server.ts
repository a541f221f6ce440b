import { sql } from 'kysely'
import { forgetRows } from '#parts/file/forget.server.ts'
import { forget } from '#server/chores/forget.ts'
import type { Sql } from '#server/operation.ts'

/** Days after which ended jobs are deleted; the history still shows who took what. */
const term = 730

const over = sql`state not in ('na-fila', 'processando') and updated_at < now() - ${term} * interval '1 day'`

/** Forgets exports and imports that ended long ago, whose files are gone, and acts on many rows. Answers how many. */
export const forgetJobs = async (db: Sql, request: string): Promise<number> =>
  (await forgetActs(db)) +
  (await forgetRows(db, {
    table: 'exports',
    event: 'exports.esquecer',
    request,
    where: sql`sha256 is null and ${over}`,
  })) +
  (await forgetRows(db, {
    table: 'imports',
    event: 'imports.esquecer',
    request,
    // Anatel's batch in force came with one of them.
    where: sql`sha256 is null and ${over} and not exists (select 1 from anatel_batches b where b.id = imports.id)`,
  }))

/** Their rows go first, in short statements: an act may have a hundred thousand. */
async function forgetActs(db: Sql): Promise<number> {
  await forget(db, 'bulk_act_rows', sql`act_id in (select id from bulk_acts where ${over})`)
  return forget(db, 'bulk_acts', over)
}

/** Which of these jobs are over, by the key of the row they work on. */
export async function endedAmong(db: Sql, jobs: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from exports where uuid = any(${[...jobs]}::uuid[]) and state not in ('na-fila', 'processando')
    union select uuid from imports where uuid = any(${[...jobs]}::uuid[]) and state not in ('na-fila', 'processando')`.execute(
    db,
  )
  return new Set(rows.map(({ uuid }) => uuid))
}
