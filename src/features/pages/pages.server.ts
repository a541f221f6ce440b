import { sql } from 'kysely'
import * as z from 'zod'
import { list, maybe, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { pages } from '#features/pages/pages.ts'
import { extend } from '#server/extend.ts'
import { Answer, operation } from '#server/operation.ts'

interface Content {
  readonly uuid: string
  readonly name: string
  readonly slug: string
  readonly code: string | null
  readonly term: string | null
  readonly content: string | null
}
const contentJson = shape({
  uuid: string,
  name: string,
  slug: string,
  code: maybe(string),
  term: maybe(string),
  content: maybe(string),
})
const reading = { method: 'GET', access: 'session', scope: 'none', rate: 'read', audit: null } as const

/** Pages are read by all who sign in, and kept by who may. */
export const pagesOnServer = extend(pages, {
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
      summary: 'Uma página, pelo identificador ou pelo código',
      url: '/api/v1/special-pages/:page',
      params: z.object({ page: z.string().max(140) }),
      answers: { 200: shape({ data: contentJson }) },
      handle: async (ctx, { params }) => {
        const { rows } = await sql<Content>`
          select uuid, name, slug, code, term, content from pages
          where active and deleted_at is null and (slug = ${params.page} or code = ${params.page} or uuid::text = ${params.page})
          order by id limit 1`.execute(ctx.sql)
        return rows[0] ? { data: rows[0] } : Promise.reject(problem('missing', 'Página não encontrada.'))
      },
    }),
  ],
})
