import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { permission } from '#kernel/access.ts'
import { doneJson, rowJson } from '#kernel/json.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { imageLimit, linkCategories } from '#features/links/links.ts'
import { publicUrl } from '#server/config.ts'
import { key } from '#server/crud.ts'
import { Answer, done, operation } from '#server/operation.ts'

const at = { url: '/api/v1/links-importantes-categorias/:id/imagem', params: z.object({ id: key }) } as const
const drawn: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])
const store = permission(linkCategories, 'imagem.store')
const destroy = permission(linkCategories, 'imagem.destroy')

/** The image of a category: a small one of ours, since a page loads none from elsewhere. */
export const imageOperations = [
  operation<{ id: string }>({
    ...at,
    id: permission(linkCategories, 'imagem'),
    summary: 'Ver a imagem de uma categoria de link',
    method: 'GET',
    access: 'session',
    scope: linkCategories,
    rate: 'read',
    audit: null,
    answers: { 200: 'file' },
    gives: [...drawn],
    handle: async (ctx, { params }) => {
      const id = await ctx.rows(linkCategories).locate(params.id)
      const { rows } = await sql<{ type: string; bytes: Uint8Array }>`
        select type, bytes from link_category_images where category_id = ${id}`.execute(ctx.sql)
      const [image] = rows
      if (!image) throw problem('missing', 'Esta categoria não tem imagem.')
      return new Answer(200, Buffer.from(image.bytes), { 'Content-Type': image.type })
    },
  }),
  operation<{ id: string }, unknown, Buffer>({
    ...at,
    id: store,
    summary: 'Enviar a imagem de uma categoria de link',
    method: 'PUT',
    access: 'permission',
    scope: linkCategories,
    rate: 'write',
    audit: store,
    media: ['application/octet-stream'],
    limit: imageLimit,
    answers: { 200: doneJson(rowJson(linkCategories)) },
    handle: async (ctx, { params, body }) => {
      const rows = ctx.rows(linkCategories)
      const { id, uuid } = await rows.hold(params.id)
      const { fileTypeFromBuffer } = await import('file-type')
      const type = (await fileTypeFromBuffer(body).catch(() => undefined))?.mime ?? ''
      if (!drawn.has(type)) throw invalid({ image: 'Envie uma imagem PNG, JPEG ou WebP.' })
      const mark = createHash('sha256').update(body).digest('hex').slice(0, 12)
      const image = `${publicUrl(ctx.config)}${at.url.replace(':id', uuid)}?v=${mark}`
      const updated = await rows.update(id, { image }, undefined, 'imagem.store')
      await sql`
        insert into link_category_images (category_id, type, bytes) values (${id}, ${type}, ${body})
        on conflict (category_id) do update set type = excluded.type, bytes = excluded.bytes`.execute(ctx.sql)
      return done(200, 'Imagem guardada.', updated)
    },
  }),
  operation<{ id: string }>({
    ...at,
    id: destroy,
    summary: 'Tirar a imagem de uma categoria de link',
    method: 'DELETE',
    access: 'permission',
    scope: linkCategories,
    rate: 'write',
    audit: destroy,
    answers: { 200: doneJson(rowJson(linkCategories)) },
    handle: async (ctx, { params }) => {
      const rows = ctx.rows(linkCategories)
      const { id } = await rows.hold(params.id)
      const updated = await rows.update(id, { image: null }, undefined, 'imagem.destroy')
      await sql`delete from link_category_images where category_id = ${id}`.execute(ctx.sql)
      return done(200, 'Imagem tirada.', updated)
    },
  }),
]
