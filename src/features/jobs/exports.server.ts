import * as z from 'zod'
import { can, isStaff, permission } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem, Problem } from '#kernel/problem.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { exports } from '#features/jobs/jobs.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { operation, type Answer, type Ctx } from '#server/operation.ts'
import { sheetFile } from '#server/sheet.ts'

/** The file of an export is made when it is asked for; who fetches it later must still be allowed to see the list. */
export const exportsOnServer = (lists: () => readonly AnyResource[]) => {
  const listAt = (ctx: Ctx, path: string) => {
    const found = lists().find(each => each.path === path && verbsOf(each).includes('index'))
    if (!found) throw invalid({ resource: 'Não há uma lista com este endereço.' })
    if (!can(ctx.user, permission(found, 'csv'))) throw problem('forbidden')
    return found
  }
  const asked = (ctx: Ctx, list: AnyResource, query: string | null | undefined) => {
    try {
      return listQuery(list, Object.fromEntries(new URLSearchParams(query ?? '')), !isStaff(ctx.user))
    } catch (error) {
      const wrong = error instanceof Problem ? Object.values(error.detail.errors ?? {}).flat() : []
      throw wrong.length ? invalid({ query: wrong }) : error
    }
  }
  return extend(exports, {
    beforeCreate: async (draft, ctx) => {
      const list = listAt(ctx, draft.resource)
      const rows = await ctx.rows(list).list(asked(ctx, list, draft.query))
      return {
        ...draft,
        user_id: ctx.user.id,
        state: 'concluido' as const,
        rows_total: rows.length,
        rows_done: rows.length,
        finished_at: new Date().toISOString(),
      }
    },
    beforeUpdate: async (draft, row, ctx) => {
      const { resource, query } = { ...row, ...draft }
      asked(ctx, listAt(ctx, resource), query)
      return draft
    },
    operations: [
      operation<{ id: string }>({
        id: permission(exports, 'file'),
        summary: 'Baixar o arquivo da exportação',
        method: 'GET',
        url: '/api/v1/exports/:id/file',
        access: 'permission',
        scope: exports,
        rate: 'heavy',
        audit: null,
        params: z.object({ id: key }),
        answers: { 200: 'file' },
        handle: async (ctx, { params }): Promise<Answer> => {
          const { resource, format, query } = await ctx.rows(exports).find(params.id)
          const list = listAt(ctx, resource)
          return sheetFile(
            list,
            await ctx.rows(list).list(asked(ctx, list, query)),
            ctx.user,
            format === 'csv' ? 'csv' : 'xlsx',
          )
        },
      }),
    ],
  })
}
