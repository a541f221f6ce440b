import * as z from 'zod'
import { problem } from '#kernel/problem.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { fileOf } from '#features/regulatory/collects/files/written.server.ts'
import { otherService } from '#features/regulatory/anatel/services.server.ts'
import { key } from '#server/crud.ts'
import { Answer, operation } from '#server/operation.ts'

export const fileOperation = operation<{ id: string }>({
  access: 'permission',
  scope: collects,
  params: z.object({ id: key }),
  id: 'collects.file',
  summary: 'Baixar o arquivo mensal da coleta',
  method: 'GET',
  url: '/api/v1/collects/:id/file',
  rate: 'heavy',
  audit: null,
  answers: { 200: 'file' },
  gives: ['text/csv; charset=utf-8'],
  handle: async (ctx, { params }) => {
    const collect = await ctx.rows(collects).find(params.id, [])
    const written = await fileOf(ctx, collect)
    if (!written) throw problem('conflict', otherService(collect))
    return new Answer(200, Buffer.from(written.bytes), {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${written.name}"`,
      // Headers are Latin-1: the warnings travel encoded.
      'X-Warnings': encodeURIComponent(JSON.stringify(written.warnings)),
    })
  },
})
