import { sql } from 'kysely'
import { can, isStaff, permission } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked, tableOf, type AnyResource } from '#kernel/resource.ts'
import { showBytes } from '#kernel/show.ts'
import { agree } from '#kernel/text.ts'
import { downloadMetaUpload, storeMetaUpload } from '#features/clients/metas/api.ts'
import { holders, metasNameIn } from '#features/clients/metas/holders.ts'
import { pages } from '#features/support/pages/pages.ts'
import { refuseOverDay, takeOfDay } from '#parts/file/day.server.ts'
import { sendStored } from '#parts/file/sent.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Bytes all the files of one row may take. */
const rowLimit = 200 * 1024 ** 2

/** Whether the row's metas are internal: people of a client see the row without them. */
const isKeptFrom = (of: AnyResource, { user }: Ctx) =>
  !isStaff(user) && of.fields[metasNameIn(of)]?.options.internal === true

/** Whose it is; null where it is no client's. */
function clientIn(of: AnyResource, row: { readonly id: number }): number | null {
  if (tableOf(of) === 'clients') return row.id
  const client = 'client_id' in row ? row.client_id : null
  return typeof client === 'number' ? client : null
}

/** Checks the sender's rights and the room for the file. Locks the row, so that concurrent uploads are counted in turn. */
async function openRow(ctx: Ctx, section: string, id: string, size: number) {
  const of = holders.find(({ path }) => path === section)
  if (!of) throw problem('missing')
  if (!can(ctx.user, permission(of, 'update')) || isKeptFrom(of, ctx)) throw problem('forbidden')
  const row = await ctx.rows(of).hold(id)
  if (!row.active) throw problem('conflict', `${agree(of.text, 'inativo')}: reative antes de alterar.`)
  if (isLocked(of, row)) throw problem('conflict', `${agree(of.text, 'fechado')}: reabra antes de alterar.`)
  const owner = { type: tableOf(of), id: row.id, client: clientIn(of, row) }
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(size), 0)::float8 as held from meta_uploads
    where metable_type = ${owner.type} and metable_id = ${owner.id}`.execute(ctx.sql)
  if ((rows[0]?.held ?? 0) + size > rowLimit)
    throw invalid({ file: `Os arquivos deste cadastro já ocupam ${showBytes(rowLimit)}.` })
  return owner
}

const storeRoute = serve(storeMetaUpload, async (ctx, { section, id: row, query, body }) => {
  // Checked before the file is stored, too: what is refused takes no room.
  const open = (inner: Ctx) => openRow(inner, section, row, body.length)
  const { client } = await ctx.transact(open)
  await refuseOverDay(ctx, client, body.length)
  const { name, ext, size, sha256 } = await receiveFile(ctx, query.name, body)
  const { rows } = await ctx.transact(async inner => {
    const { type, id } = await open(inner)
    await takeOfDay(inner, client, size)
    return sql<{ uuid: string }>`
        insert into meta_uploads (metable_type, metable_id, name, ext, size, sha256, user_id)
        values (${type}, ${id}, ${name}, ${ext}, ${size}, ${sha256}, ${ctx.user.id}) returning uuid`.execute(inner.sql)
  })
  const uuid = rows[0]?.uuid ?? ''
  return new Answer(
    201,
    doneAnswer(201, 'Arquivo enviado com sucesso.', { uuid, name, size, value: `${uuid}/${name}` }),
  )
})

const downloadRoute = serve(downloadMetaUpload, async (ctx, { upload }) => {
  const { rows } = await sql<KeptUpload>`
      select metable_type, metable_id, name, sha256, user_id from meta_uploads where uuid::text = ${upload.toLowerCase()}`.execute(
    ctx.sql,
  )
  const [file] = rows
  if (!file) throw problem('missing')
  const of = holders.find(each => tableOf(each) === file.metable_type)
  // Pages need no permission: every signed-in user may read them, and so their files.
  const mayRead = of?.path === pages.path || (of && can(ctx.user, permission(of, 'show')))
  if (!of || !mayRead || isKeptFrom(of, ctx)) throw problem('missing')
  // Users who see the row may read its current files; staff, removed ones too.
  const row: Readonly<Record<string, unknown>> = await ctx.rows(of).find(file.metable_id)
  const isHeld = JSON.stringify(row[metasNameIn(of)]).includes(upload.toLowerCase())
  if (!isHeld && !isStaff(ctx.user) && file.user_id !== ctx.user.id) throw problem('missing')
  return sendStored(ctx, file)
})
interface KeptUpload {
  readonly metable_type: string
  readonly metable_id: number
  readonly name: string
  readonly sha256: string
  /** Who sent it. */
  readonly user_id: number | null
}

export const metaUploadRoutes = [storeRoute, downloadRoute] as const
