import { sql } from 'kysely'
import * as z from 'zod'
import { integer, list, maybe, metasJson, shape, string } from '#kernel/json.ts'
import { toldMetas, type NumberedMeta } from '#kernel/meta.ts'
import { problem } from '#kernel/problem.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { pages } from '#features/pages/pages.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, operation } from '#server/operation.ts'

const checked = withMetas(() => features, pages)

interface Content {
  readonly uuid: string
  readonly name: string
  readonly slug: string
  readonly code: string | null
  readonly term: string | null
  readonly content: string | null
}
interface Special extends Content {
  readonly id: number
  readonly metas_only_father: readonly NumberedMeta[]
}
const contentJson = shape({
  uuid: string,
  name: string,
  slug: string,
  code: maybe(string),
  term: maybe(string),
  content: maybe(string),
})
const specialJson = {
  ...contentJson,
  properties: { ...Object(contentJson.properties), id: integer, metas_only_father: metasJson },
}
const reading = { method: 'GET', access: 'session', scope: 'none', rate: 'read', audit: null } as const

/** Pages are read by all who sign in, and kept by who may. */
const extension = extend(pages, {
  ...checked,
  operations: [
    operation({
      ...reading,
      id: 'pages.content',
      summary: 'O conteúdo de todas as páginas',
      url: '/content/pages.json',
      answers: { 200: shape({ data: list(contentJson) }) },
      handle: async ctx => {
        const { rows } = await sql<Content>`
          select uuid, name, slug, code, term, content from pages where active and deleted_at is null order by name, id`.execute(
          ctx.sql,
        )
        return new Answer(200, { data: rows }, { 'Cache-Control': 'private, max-age=60' })
      },
    }),
    operation<{ page: string }>({
      ...reading,
      id: 'special-pages.show',
      summary: 'Uma página, pelo número, pelo uuid, pelo identificador ou pelo código',
      url: '/api/v1/special-pages/:page',
      params: z.object({ page: z.string().max(140) }),
      answers: { 200: shape({ data: specialJson }) },
      handle: async (ctx, { params }) => {
        const { rows } = await sql<Special>`
          select id, uuid, name, slug, code, term, content, metas_only_father from pages
          where active and deleted_at is null
            and (slug = ${params.page} or code = ${params.page} or uuid::text = ${params.page} or id::text = ${params.page})
          order by slug = ${params.page} desc, code = ${params.page} desc nulls last, id limit 1`.execute(ctx.sql)
        const [page] = rows
        if (!page) throw problem('missing', 'Página não encontrada.')
        const owner = { metable_type: 'pages', metable_id: page.id }
        return { data: { ...page, metas_only_father: toldMetas(page.metas_only_father, owner) } }
      },
    }),
  ],
})

export const pagesOnServer: ServerFeature = { extensions: [extension] }
