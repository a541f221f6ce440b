import { problem } from '#kernel/problem.ts'
import { otherService } from '#features/regulatory/anatel/services.server.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { downloadCollectFile } from '#features/regulatory/collects/files/api.ts'
import { fileOf } from '#features/regulatory/collects/files/written.server.ts'
import { Answer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

export const fileOperation = serve(downloadCollectFile, async (ctx, { id }) => {
  const collect = await ctx.rows(collects).find(id, [])
  const written = await fileOf(ctx, collect)
  if (!written) throw problem('conflict', otherService(collect))
  return new Answer(200, Buffer.from(written.bytes), {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${written.name}"`,
    // Headers are Latin-1: the warnings travel encoded.
    'X-Warnings': encodeURIComponent(JSON.stringify(written.warnings)),
  })
})
