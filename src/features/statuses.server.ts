import { sql } from 'kysely'
import { listStatuses, type ListedStatus } from '#features/api.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { statuses } from '#features/lookups.ts'
import { extend } from '#server/extend.ts'
import { serve } from '#server/serve.ts'

const statusesRoute = serve(listStatuses, async (ctx, { query: { model = null } }) => {
  const { rows: data } = await sql<ListedStatus>`
    select id, uuid, name, slug, model, active, created_at, updated_at from statuses
    where ${model}::text is null or model = ${model} order by id`.execute(ctx.sql)
  return { data, total: data.length }
})

export const statusesOnServer: ServerFeature = {
  extensions: [extend(statuses, { operations: [statusesRoute] })],
}
