import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { applyParticularity } from '#features/clients/particularities/api.ts'
import { draftUnder } from '#features/clients/particularities/bring.server.ts'
import { bringRoutes } from '#features/clients/particularities/many.server.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { versionIn } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const checked = withMetas(() => features, particularities)

const applyRoute = serve(applyParticularity, async (ctx, input) => {
  const given = await ctx.rows(particularities).find(input.particularity)
  const client = await ctx.rows(clients).lock(input.client)
  const draft = draftUnder(given, client)
  const updated = await ctx.rows(clients).update(client.id, draft ?? {}, versionIn(ctx))
  return new Answer(200, doneAnswer(200, 'Particularidade aplicada ao cliente.', updated), {
    ETag: `"${updated.version}"`,
  })
})

const extension = extend(particularities, {
  ...checked,
  operations: [applyRoute, ...bringRoutes],
})

export const particularitiesOnServer: ServerFeature = { extensions: [extension] }
