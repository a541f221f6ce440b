import { sql } from 'kysely'
import type { QueuedItem } from '#parts/integration/enqueue.server.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import type { Ctx } from '#server/operation.ts'

/** What waits for its next try is tried now, in the caller's transaction. False where it does not wait, and stays as it is. */
export async function hurryItem(
  { sql: db, tell }: Pick<Ctx, 'sql' | 'tell'>,
  { id, uuid }: Pick<QueuedItem, 'id' | 'uuid'>,
): Promise<boolean> {
  const { rows } = await sql`
    update integration_queues set tries = 0, next_attempt_at = null, version = version + 1, updated_at = now()
    where id = ${id} and state = 'pendente' and active and next_attempt_at > now() returning id`.execute(db)
  if (!rows.length) return false
  tell({ of: integrationQueues, uuid })
  return true
}
