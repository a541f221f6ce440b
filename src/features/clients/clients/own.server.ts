import { isStaff } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { listOwnClients } from '#features/clients/clients/api.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { serve } from '#server/serve.ts'

export const ownClientsRoute = serve(listOwnClients, (ctx, { query }) =>
  ctx.rows(clients).page(listQuery(clients, query, !isStaff(ctx.user))),
)
