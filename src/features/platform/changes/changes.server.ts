import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import { listChanges, type ChangeAnswer } from '#features/platform/changes/api.ts'
import { cursorOf, placeInCursor, cursorSeal } from '#features/platform/changes/cursor.server.ts'
import { followedBy, presentPlace, readLog, type LoggedChange } from '#features/platform/changes/log.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const emptyPieces = 10

const answerOf = ({ id, at, of, action, uuid, row, fate }: LoggedChange): ChangeAnswer => ({
  id,
  at,
  resource: of.path,
  action,
  uuid,
  row_id: row,
  fate,
})

function sectionsAmong(followed: readonly AnyResource[], paths: readonly string[] | undefined) {
  if (!paths) return followed
  const strange = paths.find(path => !followed.some(each => each.path === path))
  // One answer for what is not there and for what the reader may not read.
  if (strange !== undefined) throw invalid({ resource: `“${strange}” não é uma seção que você possa acompanhar.` })
  return followed.filter(({ path }) => paths.includes(path))
}

const changesRoute = (catalog: () => Catalog) =>
  serve(listChanges, async (ctx, { query: { since, resource, limit } }) => {
    const seal = await cursorSeal(ctx)
    const sections = sectionsAmong(followedBy(catalog(), ctx), resource)
    if (since === undefined) return { data: [], next: cursorOf(seal, await presentPlace(ctx.sql)), more: false }
    const after = placeInCursor(seal, since)
    let piece = await readLog(ctx, catalog(), { after, sections, limit })
    // Of what others do a reader may see little: some pieces without anything are not worth a request each.
    for (let at = 1; at < emptyPieces && piece.more && !piece.changes.length; at++)
      piece = await readLog(ctx, catalog(), { after: piece.next, sections, limit })
    return { data: piece.changes.map(answerOf), next: cursorOf(seal, piece.next), more: piece.more }
  })

/**
 * Lines that a restored copy brought from another server may have transactions that this one has not had yet, and would be taken for
 * lines to come. They become lines of this start's transaction, in their order, and places between them stay between them.
 */
async function bringIntoOrder(db: Sql): Promise<void> {
  const future = sql`pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await sql`select 1 from audit_events where xid >= ${future} limit 1`.execute(db)
  if (!rows.length) return
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`update audit_events set xid = pg_current_xact_id() where xid >= ${future}`.execute(db)
  await sql`update webhook_endpoints set after_xid = pg_current_xact_id() where after_xid >= ${future}`.execute(db)
}

export const changesOnServer = (catalog: () => Catalog): ServerFeature => ({
  operations: () => [changesRoute(catalog)],
  seed: bringIntoOrder,
})
