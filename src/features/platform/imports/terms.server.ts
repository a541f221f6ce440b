import { sql } from 'kysely'
import { importDays } from '#features/platform/imports/section/settings.server.ts'
import { letGo } from '#parts/file/forget.server.ts'
import { forget } from '#server/chores/forget.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/**
 * Forgets the rows and the file of imports nobody touched for their days: what they wrote stays, and so do their figures.
 * Answers how many rows, and how many files.
 */
export async function forgetSheets(db: Sql, config: Config, signal?: AbortSignal) {
  const over = sql`state not in ('na-fila', 'processando') and updated_at < now() - ${config.of(importDays)} * interval '1 day'`
  // First of all they can no longer be taken up; killed after this, the rest is done the next time.
  await sql`update imports set forgotten_at = now() where forgotten_at is null and ${over}`.execute(db)
  const rows = await forget(
    db,
    'import_rows',
    sql`import_id in (select id from imports where forgotten_at is not null)`,
    signal,
  )
  return { rows, files: await letGo(db, 'imports', sql`forgotten_at is not null`) }
}
