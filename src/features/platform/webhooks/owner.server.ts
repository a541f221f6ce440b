import { sql } from 'kysely'
import { can, isStaff, permission, type User } from '#kernel/access.ts'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import { notify } from '#parts/notice/notice.server.ts'
import type { NoticeKind } from '#parts/notice/notices.ts'
import { record } from '#server/audit.ts'
import type { House } from '#server/house.ts'
import type { Ctx, Sql } from '#server/operation.ts'

export const webhookNotice: NoticeKind = {
  name: 'webhook-parado',
  label: 'Webhook parado',
  about: 'Um webhook seu deixou de receber: falhou por três dias, ou quem recebe pediu para parar.',
  of: [webhookEndpoints.path],
  inDigest: true,
  team: true,
}

/** The user with whose rights an endpoint is sent anything: its owner as they are now, in the company it was made for. Null: nobody. */
export async function endpointOwner(
  { person }: Pick<House, 'person'>,
  db: Sql,
  { user_id, empresa_id }: { readonly user_id: number | null; readonly empresa_id: number | null },
): Promise<User | null> {
  const owner = user_id === null ? null : await person(db, user_id)
  if (!owner || !isStaff(owner) || !can(owner, permission(webhookEndpoints, 'show'))) return null
  // Which company the owner looks at today changes nothing of what was subscribed.
  return { ...owner, empresa_id: owner.empresa_id ?? empresa_id, empresa_visualizacao_id: null }
}

/** Stops an endpoint in the caller's transaction, and notifies its owner. What waits stays, and goes on once it is enabled. */
export async function stopEndpoint(ctx: Ctx, id: number, why: string): Promise<void> {
  const { rows } = await sql<{ uuid: string; name: string; user_id: number | null }>`
    update webhook_endpoints set active = false, stopped = ${why}, version = version + 1, updated_at = now()
    where id = ${id} and active returning uuid, name, user_id`.execute(ctx.sql)
  const [stopped] = rows
  if (!stopped) return
  await record(ctx, webhookEndpoints, id, 'parar', { active: [true, false], stopped: [null, why] })
  ctx.tell({ of: webhookEndpoints, uuid: stopped.uuid })
  const { uuid, name, user_id } = stopped
  const { sql: db, tell } = ctx
  if (user_id !== null)
    await notify(
      { sql: db, tell },
      { kind: webhookNotice, to: [user_id], of: webhookEndpoints, uuid, title: `O webhook “${name}” parou: ${why}` },
    )
}
