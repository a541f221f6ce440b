import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { tableOf, type AnyResource, type RowOf } from '#kernel/resource.ts'
import type { FileSection, ServerFeature } from '#features/feature.server.ts'
import { downloadUpload, listUploads } from '#features/platform/uploads/api.ts'
import { deletedDays } from '#features/platform/uploads/settings.server.ts'
import { daily, rowsGone } from '#parts/chore/chore.ts'
import { forgetRows } from '#parts/file/forget.server.ts'
import { sendStored } from '#parts/file/sent.server.ts'
import type { Config } from '#server/config.ts'
import type { AnyOperation, Ctx, Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Sections whose rows are files: their fields begin as `fileFields`. */
type FileResources = readonly AnyResource[]

/** The file of this key, in whichever section the user may see it. */
async function seek(
  ctx: Ctx,
  files: FileResources,
  key: string,
): Promise<{ of: AnyResource; row: RowOf<AnyResource> } | null> {
  for (const of of files) {
    const row = can(ctx.user, permission(of, 'show')) ? await ctx.rows(of).seek(key) : null
    if (row) return { of, row }
  }
  return null
}

/** Routes for files of any section: their names, and their bytes. */
const uploadRoutes = (files: FileResources): readonly AnyOperation[] => [
  serve(listUploads, async (ctx, { body }) => {
    const found = await Promise.all(body.uuids.map(uuid => seek(ctx, files, uuid)))
    return { data: found.flatMap(each => (each ? [each.row] : [])) }
  }),
  serve(downloadUpload, async (ctx, { upload }) => {
    const found = await seek(ctx, files, upload)
    if (!found) throw problem('missing')
    const { rows } = await sql<{ name: string; sha256: string | null }>`
        select name, sha256 from ${sql.table(tableOf(found.of))} where id = ${found.row.id}`.execute(ctx.sql)
    const { name, sha256 } = rows[0] ?? { name: '', sha256: null }
    // Of what was refused only that it came is known.
    if (sha256 === null) throw problem('missing', 'Este arquivo não foi guardado.')
    return sendStored(ctx, { name, sha256 })
  }),
]

/** Forgets files deleted more days ago than `DELETED_DAYS`, and nobody can bring back any more. Answers how many. */
async function forgetDeleted(db: Sql, config: Config, files: FileResources, request: string): Promise<number> {
  let forgotten = 0
  for (const each of files)
    forgotten += await forgetRows(db, {
      table: tableOf(each),
      event: permission(each, 'esquecer'),
      request,
      where: sql`deleted_at < now() - ${config.of(deletedDays)} * interval '1 day'`,
    })
  return forgotten
}

/** `files` are those of every section. */
export const uploadsOnServer = (files: () => readonly FileSection[]): ServerFeature => ({
  operations: () => uploadRoutes(files().flatMap(({ of, sent }) => (sent ? [of] : []))),
  chores: [
    {
      name: 'excluidos',
      title: 'Arquivos excluídos',
      about:
        'Esquece de vez documentos e anexos excluídos que passaram do prazo. O que foi enviado à Anatel e o histórico ficam para sempre.',
      every: daily,
      run: async ({ database, config }) => {
        const passing = files().flatMap(each => (each.passing ? [each.of] : []))
        return rowsGone(await forgetDeleted(database.kysely, config, passing, randomUUID()))
      },
    },
  ],
})
