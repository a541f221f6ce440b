import { sql } from 'kysely'
import { can, companyOf, isSuperAdmin } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { RowOf } from '#kernel/resource.ts'
import { sheetTypes } from '#kernel/sheet.ts'
import { downloadExport } from '#features/platform/exports/api.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { listQueryOf, listFacts, listAt, type Lists } from '#features/platform/exports/lists.server.ts'
import { exportDays, exportInlineRows } from '#features/platform/exports/settings.server.ts'
import { writeExport } from '#features/platform/exports/write.server.ts'
import { letGo } from '#parts/file/forget.server.ts'
import { sendStored } from '#parts/file/sent.server.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { jobActions } from '#parts/progress/actions.server.ts'
import type { Config } from '#server/config.ts'
import { extend } from '#server/extend.ts'
import type { Answer, Ctx, Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { refuseWholeUnproven } from '#server/whole.ts'
import { sheetFile } from '#server/sheet.ts'

type Export = RowOf<typeof exports>

/** The text in a short list's record, for its file has no size or hash. */
const madeEachTime =
  'Lista curta: o arquivo é feito na hora, com os dados de cada vez que se baixa, e por isso não fica guardado.'

/** The permission by which each kind of file is requested and downloaded. */
const askedBy = { lista: 'csv', mes: 'arquivos', boletos: 'boletos' } as const satisfies Record<Export['kind'], string>

/**
 * A short list is written when downloaded, a long one in the background and stored; each download requires permission to export
 * the list.
 */
export const exportsOf = (lists: () => Lists) => {
  const write = writeExport(lists)
  return {
    works: [write],
    extension: extend(exports, {
      guard: ({ user_id }, { user }) => {
        if (user_id !== user.id && !isSuperAdmin(user))
          throw problem('forbidden', 'Só quem pediu a exportação, ou um superadministrador, pode mexer nela.')
      },
      beforeCreate: async (draft, ctx) => {
        const asked = { ...draft, user_id: ctx.user.id, empresa_id: companyOf(ctx.user) }
        // Another section makes it of its own rows.
        if (draft.kind && draft.kind !== 'lista') return asked
        const list = listAt(ctx, lists(), draft.resource)
        const wanted = listQueryOf(ctx, list, draft.query)
        refuseWholeUnproven(ctx, list, wanted)
        const rows_total = await ctx.rows(list).count(wanted)
        return rows_total > ctx.config.of(exportInlineRows)
          ? { ...asked, state: 'na-fila' as const, rows_total, rows_done: 0 }
          : {
              ...asked,
              ...(draft.empresa_id !== undefined && { empresa_id: draft.empresa_id }),
              state: 'concluido' as const,
              file_note: madeEachTime,
              rows_total,
              rows_done: rows_total,
              finished_at: new Date().toISOString(),
            }
      },
      afterCreate: async (row, ctx) => {
        const { resource, format, query, kind, state } = row
        if (state === 'na-fila' && kind === 'lista') await ctx.jobs.send(write, row, { resource, format, query })
      },
      beforeUpdate: async (draft, row, ctx) => {
        const { resource, query } = { ...row, ...draft }
        const changes = (['resource', 'query', 'format', 'empresa_id'] as const).some(
          name => draft[name] !== undefined && (draft[name] ?? null) !== (row[name] ?? null),
        )
        if (changes && (row.kind !== 'lista' || row.file || row.state !== 'concluido'))
          throw problem('conflict', 'O arquivo foi pedido assim: para outro, peça outra exportação.')
        if (changes) {
          const list = listAt(ctx, lists(), resource)
          refuseWholeUnproven(ctx, list, listQueryOf(ctx, list, query))
        }
        return draft
      },
      beforeRemove: async (row, ctx) => {
        if (isGoing(row)) await ctx.jobs.cancel(row)
      },
      beforeRevive: row => {
        if (isGoing(row)) throw problem('conflict', 'O arquivo não chegou a ficar pronto: peça a exportação outra vez.')
      },
      actions: jobActions((ctx, id, changes, event) => ctx.rows(exports).update(id, changes, undefined, event)),
      operations: [
        serve(downloadExport, async (ctx, { id }) => {
          const row = await ctx.rows(exports).find(id)
          if (row.state !== 'concluido') throw problem('conflict', 'O arquivo ainda não está pronto.')
          return row.file ? keptFile(ctx, row) : shortFile(ctx, lists(), row)
        }),
      ],
    }),
  }
}

async function shortFile(ctx: Ctx, lists: Lists, { resource, format, query, user }: Export): Promise<Answer> {
  const list = listAt(ctx, lists, resource)
  const asked = listQueryOf(ctx, list, query)
  const facts = await listFacts(ctx, lists, list, asked, user)
  return sheetFile(list, ctx.rows(list).pieces(asked), ctx.user, format, { facts, columns: asked.columns })
}

async function keptFile(ctx: Ctx, { resource, format, kind, file, sha256 }: Export): Promise<Answer> {
  if (!can(ctx.user, `${resource}.${askedBy[kind]}`)) throw problem('forbidden')
  if (!sha256)
    throw problem(
      'missing',
      `O arquivo fica guardado por ${ctx.config.of(exportDays)} dias, e já foi apagado. Peça a exportação outra vez.`,
    )
  return sendStored(ctx, {
    name: file ?? '',
    sha256,
    type: kind === 'lista' ? sheetTypes[format] : 'application/zip',
  })
}

/** Deletes expired files: the row stays, with its user and request. Answers how many. */
export const expireExports = (db: Sql, config: Config) =>
  letGo(db, 'exports', sql`finished_at < now() - ${config.of(exportDays)} * interval '1 day'`)
