import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { metasJson } from '#kernel/json.ts'
import type { Meta } from '#kernel/meta.ts'
import { dataShape, doneShape, rowShape, valueShape } from '#kernel/wire.ts'
import { pages, pageVersions } from '#features/support/pages/pages.ts'

export const showSpecialPage = call.get('/special-pages/:page', {
  id: 'special-pages.show',
  summary: 'Uma página, pelo número, pelo uuid, pelo identificador ou pelo código',
  of: 'none',
  access: 'session',
  params: z.object({ page: z.string().max(140) }),
  answer: dataShape(
    z.object({
      uuid: z.string(),
      name: z.string(),
      slug: z.string().nullable(),
      code: z.string().nullable(),
      term: z.string().nullable(),
      content: z.string().nullable(),
      id: z.int().optional(),
      metas_only_father: valueShape<readonly Meta[]>(metasJson).optional(),
    }),
  ),
})

export const beginDraft = call.post('/pages/:id/rascunho', {
  id: 'pages.rascunho',
  summary: 'Começar o rascunho de uma página, ou continuar o que há',
  of: pages,
  writes: [pageVersions],
  audit: 'page-versions.store',
  versioned: true,
  answer: doneShape(rowShape(pageVersions)),
})
