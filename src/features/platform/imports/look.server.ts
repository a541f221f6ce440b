import { sql } from 'kysely'
import { can, isStaff, permission } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { sendStored } from '#parts/file/sent.server.ts'
import { tableFactsInWords } from '#parts/table/table.ts'
import {
  downloadImported,
  downloadRefused,
  downloadTemplate,
  reviewImport,
} from '#features/platform/imports/section/api.ts'
import { imports, isOpen } from '#features/platform/imports/section/imports.ts'
import { noticesOf, previewOf, problemsOf } from '#features/platform/imports/preview.server.ts'
import { fileLeftOut, type FileAccount } from '#features/platform/imports/reading/account.server.ts'
import { rememberedOf, tabsOf, type StoredFacts } from '#features/platform/imports/reading/header.server.ts'
import { refusedFile, templateFile } from '#features/platform/imports/reading/sheets.server.ts'
import { columnAt } from '#features/platform/imports/section/section.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'
import { importStateOf } from '#features/platform/imports/writing/work.server.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Returns an import; refuses users who may not see its section, since its rows show that section's data. */
export async function importOf(ctx: Ctx, id: string) {
  const row = await ctx.rows(imports).find(id)
  const section = sectionAt(row.resource)
  if (!section) throw problem('missing')
  if (!can(ctx.user, permission(section.of, 'show'))) throw problem('forbidden')
  return { row, section }
}

interface ImportSheet {
  readonly header: readonly string[] | null
  readonly facts: StoredFacts
  readonly sha256: string | null
  readonly account: FileAccount | null
}
const sheetOf = async ({ sql: db }: Ctx, id: number) =>
  (await sql<ImportSheet>`select header, facts, sha256, account from imports where id = ${id}`.execute(db)).rows[0]

export const readRoutes = [
  serve(downloadTemplate, async (ctx, input) => {
    const section = sectionAt(input.section)
    if (!section) throw problem('missing', 'Esta seção não tem modelo de planilha.')
    if (!can(ctx.user, permission(section.of, 'index'))) throw problem('forbidden')
    return templateFile(ctx, section)
  }),
  serve(reviewImport, async (ctx, { id, query }) => {
    const { row, section } = await importOf(ctx, id)
    const standing = await importStateOf(ctx, row.uuid)
    const sheet = await sheetOf(ctx, row.id)
    const facts = sheet?.facts ?? null
    const named = (name: string) => ({ key: name, label: columnAt(section, name)?.label ?? name })
    const labelled = <T extends { readonly column: string | null }>(groups: readonly T[]) =>
      groups.map(each => ({ ...each, label: each.column === null ? 'Linha' : named(each.column).label }))
    // Column meanings can change only while the import is open.
    const before = isOpen(row) ? await rememberedOf(ctx, section, standing.header) : undefined
    return {
      data: {
        ...(await previewOf(ctx, standing, query)),
        step: standing.phase,
        facts: facts && 'kind' in facts ? tableFactsInWords(facts) : (facts ?? []),
        sheet: tabsOf(facts)?.sheet ?? null,
        sheets: tabsOf(facts)?.sheets ?? [],
        header: sheet?.header ?? [],
        mapping: standing.mapping,
        remembered: before ? { uuid: before.uuid, name: before.name } : null,
        groups: labelled(await problemsOf(ctx, standing)),
        notices: labelled(await noticesOf(ctx, standing)),
        left: fileLeftOut(section, sheet?.account ?? null, standing, !isStaff(ctx.user)),
      },
    }
  }),
  serve(downloadImported, async (ctx, { id }) => {
    const { row } = await importOf(ctx, id)
    const { sha256 = null } = (await sheetOf(ctx, row.id)) ?? {}
    if (!sha256) throw problem('missing', 'O arquivo não foi guardado.')
    return sendStored(ctx, { name: row.name, sha256 })
  }),
  serve(downloadRefused, async (ctx, { id }) => {
    const { row } = await importOf(ctx, id)
    return refusedFile(ctx, row, (await sheetOf(ctx, row.id))?.header ?? [])
  }),
]
