import { isStaff } from '#kernel/access.ts'
import { pageJson, rowJson } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { clients } from '#features/clients/clients.ts'
import { operation } from '#server/operation.ts'

/** The clients the user is linked to; for staff, all those visible to them. */
export const ownClients = operation<unknown, Record<string, unknown>>({
  id: 'users.me.clients',
  summary: 'Ver os próprios clientes',
  method: 'GET',
  url: '/api/v1/users/me/clients',
  access: 'session',
  scope: 'self',
  rate: 'read',
  audit: null,
  lists: clients,
  answers: { 200: pageJson(rowJson(clients, { withLines: false })) },
  handle: async (ctx, { query }) => ctx.rows(clients).page(listQuery(clients, query, !isStaff(ctx.user))),
})
