import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { metasJson } from '#kernel/json.ts'
import type { Meta } from '#kernel/meta.ts'
import { dataShape, doneShape, listShape, rowShape, valueShape } from '#kernel/wire.ts'
import { pages, pageVersions } from '#features/support/pages/pages.ts'

const publishedPage = z.object({
  uuid: z.string(),
  name: z.string(),
  slug: z.string(),
  code: z.string().nullable(),
  term: z.string().nullable(),
  content: z.string().nullable(),
  parent: z.string().nullable(),
  position: z.int().nullable(),
  published_at: z.string().nullable(),
})
/** A page as a reader gets it. */
export type PublishedPage = z.infer<typeof publishedPage>

/** The one address beside those of the API: it is known again by its tag, and sent once. */
export const readPublishedPages = call.get('/../../content/pages.json', {
  id: 'pages.content',
  summary: 'O conteúdo das páginas publicadas que quem pede pode ler',
  of: 'none',
  access: 'session',
  answer: dataShape(listShape(publishedPage)),
})

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
