import type { ServerFeature } from '#features/feature.server.ts'
import { listRecents, searchPalette, storeRecent } from '#features/platform/palette/api.ts'
import { findRows } from '#features/platform/palette/find.server.ts'
import { keepRecent, recentRows } from '#features/platform/palette/recents.server.ts'
import type { Catalog } from '#server/catalog.ts'
import { doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

export const paletteOnServer = (catalog: () => Catalog): ServerFeature => ({
  operations: () => [
    serve(searchPalette, async ({ sql: db, user }, { query: { q, kind } }) => ({
      data: await findRows({ catalog: catalog(), db, user }, q, kind),
    })),
    serve(listRecents, async ctx => ({ data: await recentRows(catalog(), ctx) })),
    serve(storeRecent, async (ctx, { body: { kind, uuid } }) => {
      await keepRecent(ctx, kind, uuid)
      return doneAnswer(200, 'Guardado.', {})
    }),
  ],
})
