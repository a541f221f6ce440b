import * as z from 'zod'
import { doneJson, rowJson } from '#kernel/json.ts'
import { clients } from '#features/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { draftUnder } from '#features/particularities/bring.server.ts'
import { toMany } from '#features/particularities/many.server.ts'
import { particularities } from '#features/particularities/particularities.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { key as keyed, versionIn } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation } from '#server/operation.ts'

const checked = withMetas(() => features, particularities)

const synchronize = operation<{ particularity: string; client: string }>({
  id: 'particularities.specific-synchronizer',
  summary: 'Trazer os campos de uma particularidade para um cliente',
  method: 'PUT',
  url: '/api/v1/particularities/specific-synchronizer/:particularity/:client',
  access: 'permission',
  scope: clients,
  rate: 'write',
  audit: 'clients.update',
  params: z.object({ particularity: keyed, client: keyed }),
  answers: { 200: doneJson(rowJson(clients)) },
  handle: async (ctx, { params }) => {
    const given = await ctx.rows(particularities).find(params.particularity)
    const client = await ctx.rows(clients).lock(params.client)
    const draft = draftUnder(given, client)
    const updated = await ctx.rows(clients).update(client.id, draft ?? {}, versionIn(ctx))
    return new Answer(200, done(200, 'Particularidade aplicada ao cliente.', updated), {
      ETag: `"${updated.version}"`,
    })
  },
})

const extension = extend(particularities, {
  ...checked,
  operations: [synchronize, ...toMany],
})

export const particularitiesOnServer: ServerFeature = { extensions: [extension] }
