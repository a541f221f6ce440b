import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { removeCategoryImage, showCategoryImage, storeCategoryImage } from '#features/support/useful-links/api.ts'
import { linkCategories } from '#features/support/useful-links/links.ts'
import { publicUrl } from '#server/config.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const drawn: ReadonlySet<string> = new Set(showCategoryImage.gives)

/** The image of a category: a small one of ours, since a page loads none from elsewhere. */
export const imageRoutes = [
  serve(showCategoryImage, async (ctx, input) => {
    const id = await ctx.rows(linkCategories).locate(input.id)
    const { rows } = await sql<{ type: string; bytes: Uint8Array }>`
        select type, bytes from link_category_images where category_id = ${id}`.execute(ctx.sql)
    const [image] = rows
    if (!image) throw problem('missing', 'Esta categoria não tem imagem.')
    return new Answer(200, Buffer.from(image.bytes), { 'Content-Type': image.type })
  }),
  serve(storeCategoryImage, async (ctx, { id: given, body }) => {
    const rows = ctx.rows(linkCategories)
    const { id, uuid } = await rows.hold(given)
    const { fileTypeFromBuffer } = await import('file-type')
    const type = (await fileTypeFromBuffer(body).catch(() => undefined))?.mime ?? ''
    if (!drawn.has(type)) throw invalid({ image: 'Envie uma imagem PNG, JPEG ou WebP.' })
    const mark = createHash('sha256').update(body).digest('hex').slice(0, 12)
    const image = `${publicUrl(ctx.config)}/api/v1${storeCategoryImage.path.replace(':id', uuid)}?v=${mark}`
    const updated = await rows.update(id, { image }, undefined, 'imagem.store')
    await sql`
        insert into link_category_images (category_id, type, bytes) values (${id}, ${type}, ${body})
        on conflict (category_id) do update set type = excluded.type, bytes = excluded.bytes`.execute(ctx.sql)
    return doneAnswer(200, 'Imagem guardada.', updated)
  }),
  serve(removeCategoryImage, async (ctx, { id: given }) => {
    const rows = ctx.rows(linkCategories)
    const { id } = await rows.hold(given)
    const updated = await rows.update(id, { image: null }, undefined, 'imagem.destroy')
    await sql`delete from link_category_images where category_id = ${id}`.execute(ctx.sql)
    return doneAnswer(200, 'Imagem tirada.', updated)
  }),
]
