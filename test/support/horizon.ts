import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/**
 * Waits until what is committed so far is answered in the order of commits. Every transaction that runs on the same PostgreSQL holds that
 * up, those of other tests' databases too (`pg_snapshot_xmin`). It takes no transaction number of its own.
 */
export async function reachHorizon(db: Sql): Promise<void> {
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as xid`.execute(db)
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    const { rows: found } = await sql<{ past: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.xid}::xid8 as past`.execute(db)
    if (found[0]?.past) return
    await new Promise(done => setTimeout(done, 20))
  }
  throw new Error('a transaction on this PostgreSQL ran for a minute')
}
