import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { RowOf } from '#kernel/resource.ts'
import { beginDraft } from '#features/support/pages/api.ts'
import { keepsPages, pages, pageVersions } from '#features/support/pages/pages.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { no } from '#server/sql.ts'

type PageVersionRow = RowOf<typeof pageVersions>

/** Locks the page until the transaction ends, so that no other user begins, publishes or restores a version. */
const holdPage = (ctx: Ctx, page: Pick<PageVersionRow['page'], 'uuid'>) => ctx.rows(pages).hold(page.uuid)

/** The id of the page's one active draft; null where there is none. */
async function draftOn(ctx: Ctx, page: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from page_versions where page_id = ${page} and number is null and deleted_at is null order by id limit 1`.execute(
    ctx.sql,
  )
  return rows[0]?.id ?? null
}

async function refuseSecond(ctx: Ctx, page: number) {
  if ((await draftOn(ctx, page)) !== null)
    throw problem('conflict', 'Esta página já tem um rascunho. Publique ou descarte-o antes.')
}

async function publish(row: PageVersionRow, ctx: Ctx) {
  const page = await holdPage(ctx, row.page)
  if (!page.active) throw problem('conflict', 'A página está inativa: reative-a antes de publicar.')
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from page_versions where page_id = ${page.id}`.execute(ctx.sql)
  const published = { number: rows[0]?.next ?? 1, published_at: new Date().toISOString(), published_by_id: ctx.user.id }
  return ctx.rows(pageVersions).update(row.id, published, undefined, 'publicar')
}

async function resume({ page: { uuid }, content, number }: PageVersionRow, ctx: Ctx) {
  const page = await holdPage(ctx, { uuid })
  await refuseSecond(ctx, page.id)
  return ctx
    .rows(pageVersions)
    .create({ page_id: page.id, content, note: `De volta à versão ${number}`, user_id: ctx.user.id })
}

export const pageVersionsExtension = extend(pageVersions, {
  lockedAfter: ['page'],
  derived: {
    state: alias => `(case when ${alias}.number is null then 'rascunho'
      when ${alias}.number = (select max(o.number) from page_versions o where o.page_id = ${alias}.page_id and o.deleted_at is null)
        then 'publicada' else 'anterior' end)`,
  },
  visible: ({ user, declared }) => (keepsPages(user) ? declared : no),
  beforeRevive: async (row, ctx) => {
    const page = await holdPage(ctx, row.page)
    if (row.number === null) await refuseSecond(ctx, page.id)
  },
  actions: { publicar: publish, retomar: resume },
})

/** The draft of a page: the one there is, or one that begins as what is read now. */
export const draftRoute = serve(beginDraft, async (ctx, input) => {
  if (!keepsPages(ctx.user)) throw problem('forbidden')
  const page = await ctx.rows(pages).hold(input.id)
  if (!page.active) throw problem('conflict', 'A página está inativa: reative-a antes de escrever.')
  const stands = await draftOn(ctx, page.id)
  const rows = ctx.rows(pageVersions)
  const draft =
    stands === null
      ? await rows.create({ page_id: page.id, content: page.content, note: null, user_id: ctx.user.id })
      : await rows.find(stands)
  return new Answer(200, doneAnswer(200, 'Rascunho aberto.', draft), { ETag: `"${draft.version}"` })
})
