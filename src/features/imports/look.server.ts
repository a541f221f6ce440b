import { sql } from 'kysely'
import * as z from 'zod'
import { can, isStaff, permission } from '#kernel/access.ts'
import { shape } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { sheetTypes } from '#kernel/sheet.ts'
import { readKept } from '#parts/file/store.server.ts'
import { saidFacts } from '#parts/table/table.ts'
import { imports, isOpen } from '#features/imports/section/imports.ts'
import {
  previewJson,
  previewOf,
  previewQuery,
  noticesOf,
  problemsOf,
  type PreviewQuery,
} from '#features/imports/preview.server.ts'
import { fileLeftOut, type FileAccount } from '#features/imports/reading/account.server.ts'
import { rememberedOf, tabsOf, type KeptFacts } from '#features/imports/reading/header.server.ts'
import { refusedFile, templateFile } from '#features/imports/reading/sheets.server.ts'
import { columnAt } from '#features/imports/section/section.ts'
import { sectionAt } from '#features/imports/section/sections.ts'
import { standingOf } from '#features/imports/writing/work.server.ts'
import { key } from '#server/crud.ts'
import { Answer, operation, type Ctx } from '#server/operation.ts'

const common = { access: 'permission', scope: imports, method: 'GET', audit: null } as const
const ofOne = { ...common, params: z.object({ id: key }) } as const

/** An import the reader may look into: its rows tell of the section's, which they must be allowed to see. */
export async function importOf(ctx: Ctx, id: string) {
  const row = await ctx.rows(imports).find(id)
  const section = sectionAt(row.resource)
  if (!section) throw problem('missing')
  if (!can(ctx.user, permission(section.of, 'show'))) throw problem('forbidden')
  return { row, section }
}

interface ImportSheet {
  readonly header: readonly string[] | null
  readonly facts: KeptFacts
  readonly sha256: string | null
  readonly account: FileAccount | null
}
const sheetOf = async ({ sql: db }: Ctx, id: number) =>
  (await sql<ImportSheet>`select header, facts, sha256, account from imports where id = ${id}`.execute(db)).rows[0]

export const readOperations = [
  operation<{ section: string }>({
    ...common,
    id: 'imports.modelo',
    summary: 'Baixar o modelo de planilha de uma seção',
    url: '/api/v1/imports/modelos/:section',
    rate: 'heavy',
    params: z.object({ section: z.string().max(60) }),
    answers: { 200: 'file' },
    gives: [sheetTypes.xlsx],
    handle: async (ctx, { params }) => {
      const section = sectionAt(params.section)
      if (!section) throw problem('missing', 'Esta seção não tem modelo de planilha.')
      if (!can(ctx.user, permission(section.of, 'index'))) throw problem('forbidden')
      return templateFile(ctx, section)
    },
  }),
  operation<{ id: string }, PreviewQuery>({
    ...ofOne,
    id: 'imports.conferencia',
    summary: 'Conferir as linhas de uma importação',
    url: '/api/v1/imports/:id/conferencia',
    rate: 'read',
    query: previewQuery,
    answers: { 200: shape({ data: previewJson }) },
    handle: async (ctx, { params, query }) => {
      const { row, section } = await importOf(ctx, params.id)
      const standing = await standingOf(ctx, row.uuid)
      const sheet = await sheetOf(ctx, row.id)
      const facts = sheet?.facts ?? null
      const named = (name: string) => ({ key: name, label: columnAt(section, name)?.label ?? name })
      const labelled = <T extends { readonly column: string | null }>(groups: readonly T[]) =>
        groups.map(each => ({ ...each, label: each.column === null ? 'Linha' : named(each.column).label }))
      // Only while its columns may still be told otherwise.
      const before = isOpen(row) ? await rememberedOf(ctx, section, standing.header) : undefined
      return {
        data: {
          ...(await previewOf(ctx, standing, query)),
          step: standing.phase,
          facts: facts && 'kind' in facts ? saidFacts(facts) : (facts ?? []),
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
    },
  }),
  operation<{ id: string }>({
    ...ofOne,
    id: 'imports.original',
    summary: 'Baixar o arquivo importado, como veio',
    url: '/api/v1/imports/:id/arquivo',
    rate: 'heavy',
    answers: { 200: 'file' },
    handle: async (ctx, { params }) => {
      const { row } = await importOf(ctx, params.id)
      const { sha256 = null } = (await sheetOf(ctx, row.id)) ?? {}
      if (!sha256) throw problem('missing', 'O arquivo não foi guardado.')
      return new Answer(200, await readKept(ctx.config, sha256), {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(row.name)}`,
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
    },
  }),
  operation<{ id: string }>({
    ...ofOne,
    id: 'imports.recusadas',
    summary: 'Baixar as linhas recusadas, com o motivo',
    url: '/api/v1/imports/:id/recusadas',
    rate: 'heavy',
    answers: { 200: 'file' },
    gives: [sheetTypes.xlsx],
    handle: async (ctx, { params }) => {
      const { row } = await importOf(ctx, params.id)
      return refusedFile(ctx, row, (await sheetOf(ctx, row.id))?.header ?? [])
    },
  }),
] as const
