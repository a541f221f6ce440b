import { sql } from 'kysely'
import * as z from 'zod'
import { integer, list, shape, string } from '#kernel/json.ts'
import { clients } from '#features/clients/clients.ts'
import { tickets } from '#features/tickets/tickets.ts'
import { key } from '#server/crud.ts'
import { operation } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'

/** Lists possible requesters of a client's ticket: its own users. */
export const askersOperation = operation<unknown, { client_id: string }>({
  id: 'tickets.solicitantes',
  summary: 'Ver quem pode ser o solicitante de um chamado do cliente',
  method: 'GET',
  url: '/api/v1/tickets/solicitantes',
  access: 'permission',
  scope: tickets,
  rate: 'read',
  audit: null,
  query: z.strictObject({ client_id: key }),
  answers: { 200: shape({ data: list(shape({ id: integer, name: string, email: string })) }) },
  handle: async (ctx, { query }) => {
    refuseOutsiders(ctx)
    const client = await ctx.rows(clients).locate(query.client_id)
    const { rows } = await sql<{ id: number; name: string; email: string }>`
      select u.id, u.name, coalesce(u.email, '') as email from users u
      where u.active and u.deleted_at is null
        and exists (select 1 from clients_client_users l where l.parent_id = ${client} and l.user_id = u.id)
      order by u.name collate pt_br, u.id`.execute(ctx.sql)
    return { data: rows }
  },
})
