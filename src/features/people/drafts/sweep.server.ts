import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import { hour, rowsGone } from '#parts/chore/chore.ts'
import type { FormAt } from '#parts/draft/store.server.ts'
import { forget } from '#server/chores/forget.ts'
import type { Chore } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

/** Long enough for a holiday; then nobody is coming back for it. */
const days = 30

/** Forgets drafts that nobody came back for, those thrown away, and those of rows deleted for more than a day. Answers how many. */
export async function sweepDrafts(db: Sql, formAt: FormAt): Promise<number> {
  const gone = await forget(
    db,
    'form_drafts',
    sql`updated_at < now() - make_interval(days => ${days}) or discarded_at < now() - interval '1 hour'`,
  )
  const { rows } = await sql<{ resource: string }>`
    select distinct resource from form_drafts where row_uuid is not null`.execute(db)
  const orphans: number[] = []
  for (const { resource } of rows) {
    const found = formAt(resource)
    const row = found && sql.table(tableOf(found.of))
    // A row that was deleted may come back, and its draft with it.
    const isThere =
      row &&
      sql`exists (select 1 from ${row} t where t.uuid = form_drafts.row_uuid
        and (t.deleted_at is null or t.deleted_at > now() - interval '1 day'))`
    orphans.push(
      await forget(
        db,
        'form_drafts',
        sql`resource = ${resource} and row_uuid is not null ${isThere ? sql`and not ${isThere}` : sql``}`,
      ),
    )
  }
  return orphans.reduce((sum, n) => sum + n, gone)
}

export const draftsChore = (formAt: FormAt): Chore => ({
  name: 'rascunhos',
  title: 'Rascunhos de formulários',
  about: 'Esquece rascunhos que ninguém retomou em 30 dias, os descartados e os de registros excluídos.',
  every: hour,
  run: async ({ database }) => rowsGone(await sweepDrafts(database.kysely, formAt)),
})
