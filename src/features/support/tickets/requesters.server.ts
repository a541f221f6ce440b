import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import { listRequesters } from '#features/support/tickets/ticket/api.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

export const requestersRoute = serve(listRequesters, async (ctx, { query }) => {
  refuseOutsiders(ctx)
  const client = await ctx.rows(clients).locate(query.client_id)
  const { rows } = await sql<{ id: number; name: string; email: string }>`
      select u.id, u.name, coalesce(u.email, '') as email from users u
      where u.active and u.deleted_at is null
        and exists (select 1 from clients_client_users l where l.parent_id = ${client} and l.user_id = u.id)
      order by u.name collate pt_br, u.id`.execute(ctx.sql)
  return { data: rows }
})
