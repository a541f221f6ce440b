import { sql } from 'kysely'
import { features } from '#features/index.ts'
import { historySql } from '#server/audit.ts'
import type { Ctx } from '#server/operation.ts'

/** A section that only remembers of whom a row is. */
const remembering = 'incoming-mails'

/**
 * Detaches incoming mails from a client to be deleted: nobody may delete a mail, so it must not block the client. Each mail says
 * that its client was deleted, its history records which, and one without a company gets the client's.
 */
export async function letMailsGo(ctx: Ctx, client: number): Promise<void> {
  const of = features.find(({ path }) => path === remembering)
  if (!of) return
  const gone = JSON.stringify({ client_id: [client, null] })
  await historySql(
    ctx,
    of,
    'update',
    sql`(select m.id, ${gone}::json as changes from incoming_mails m where m.client_id = ${client} order by m.id) h`,
  ).execute(ctx.sql)
  await sql`
    update incoming_mails m set client_id = null, empresa_id = coalesce(m.empresa_id, c.empresa_responsavel_id),
      why = left(concat_ws(' ', m.why, 'O cliente de que era foi excluído.'), 500), version = m.version + 1, updated_at = now()
    from clients c where c.id = m.client_id and m.client_id = ${client}`.execute(ctx.sql)
}
