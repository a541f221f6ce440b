import { sql } from 'kysely'
import { integrationQueues } from '#parts/integration/queues.ts'
import { record } from '#server/audit.ts'
import type { Ctx } from '#server/operation.ts'

/**
 * Takes back what was enqueued under this key, in the caller's transaction. False where it is on its way or arrived, and
 * stays as it is.
 */
export async function withdraw(ctx: Ctx, key: string): Promise<boolean> {
  const { rows } = await sql<{ id: number; uuid: string; before: string }>`
    update integration_queues q set state = 'cancelado', next_attempt_at = null, ended_at = now(), version = q.version + 1, updated_at = now()
    from (select id, state as before from integration_queues where key = ${key} and state in ('pendente', 'falhou') for update) was
    where q.id = was.id returning q.id, q.uuid, was.before`.execute(ctx.sql)
  const [gone] = rows
  if (!gone) return false
  await record(ctx, integrationQueues, gone.id, 'cancelar', { state: [gone.before, 'cancelado'] })
  ctx.tell({ of: integrationQueues, uuid: gone.uuid })
  return true
}
