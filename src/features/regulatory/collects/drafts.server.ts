import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import {
  discardCollectDraft,
  readCollectDraft,
  saveCollectDraft,
  type CollectDraft,
  type UnsavedWork,
} from '#features/regulatory/collects/coleta/api.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { settled } from '#features/regulatory/collects/coleta/steps.ts'
import { hour, rowsGone } from '#parts/chore/chore.ts'
import type { Chore } from '#server/house.ts'
import { forget } from '#server/chores/forget.ts'
import { doneAnswer, type AnyOperation, type Ctx, type Sql } from '#server/operation.ts'
import { keySql } from '#server/rows/door.ts'
import { serve } from '#server/serve.ts'

/** Long enough for a holiday; then nobody is coming back for it. */
const days = 30

/** The coleta itself, without the lines nobody asks for here; a 404 when it is not the user's to see. */
async function collectOf(ctx: Ctx, id: string) {
  const { rows } = await sql<{ id: number }>`select t.id from collects t where ${keySql(id)}`.execute(ctx.sql)
  const query = listQuery(collects, { 'filter[id]': String(rows[0]?.id ?? 0) })
  const [found] = await ctx.rows(collects).list(query)
  if (!found) throw problem('missing')
  return found
}

/** Notifies other users with unsaved work on a coleta that it was saved. */
export async function tellWhoTypes(ctx: Ctx, { id, uuid }: { readonly id: number; readonly uuid: string }) {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from collect_drafts where collect_id = ${id} and user_id <> ${ctx.user.id}`.execute(ctx.sql)
  if (rows.length) ctx.tell({ of: collects, uuid, users: rows.map(({ user_id }) => user_id) })
}

/** One's own unsaved work on a coleta, wherever it was typed; nobody else sees it. */
export const draftOperations: readonly AnyOperation[] = [
  serve(readCollectDraft, async (ctx, { id }) => {
    const collect = await collectOf(ctx, id)
    // What somebody has not saved is nobody else's to see.
    if (ctx.user.seen || isLocked(collects, collect, ctx.user)) return { data: null }
    // Whole: what is inside may hold what the database cannot read.
    const { rows } = await sql<Omit<CollectDraft, keyof UnsavedWork> & { readonly work: UnsavedWork }>`
      select version, at, device, work from collect_drafts where collect_id = ${collect.id} and user_id = ${ctx.user.id}`.execute(
      ctx.sql,
    )
    const [draft] = rows
    return { data: draft ? { version: draft.version, at: draft.at, device: draft.device, ...draft.work } : null }
  }),
  serve(saveCollectDraft, async (ctx, { id, body: { version, at, device, ...work } }) => {
    const collect = await collectOf(ctx, id)
    if (!collect.active || isLocked(collects, collect, ctx.user))
      throw problem('conflict', 'A coleta está fechada: não há rascunho a guardar.')
    await sql`
      insert into collect_drafts (collect_id, user_id, version, work, device, at)
      values (${collect.id}, ${ctx.user.id}, ${version}, ${JSON.stringify(work)}::json, ${device}, ${at})
      on conflict (collect_id, user_id) do update set version = excluded.version, work = excluded.work,
        device = excluded.device, at = excluded.at, updated_at = now()`.execute(ctx.sql)
    const { rows } = await sql<{ version: number }>`select version from collects where id = ${collect.id}`.execute(
      ctx.sql,
    )
    return doneAnswer(200, 'Rascunho guardado.', { version: rows[0]?.version ?? version })
  }),
  serve(discardCollectDraft, async (ctx, { id }) => {
    await forgetDraft(ctx, (await collectOf(ctx, id)).id)
    return doneAnswer(200, 'Rascunho descartado.', {})
  }),
]

/** What was saved is a draft no more. */
export const forgetDraft = ({ sql: db, user }: Ctx, collect: number) =>
  sql`delete from collect_drafts where collect_id = ${collect} and user_id = ${user.id}`.execute(db)

/** Forgets drafts nobody came back for, and those of coletas that are closed. */
export const sweepDrafts = (db: Sql) =>
  forget(
    db,
    'collect_drafts',
    sql`updated_at < now() - make_interval(days => ${days}) or collect_id in (
      select c.id from collects c join statuses s on s.id = c.status_id
      where c.deleted_at is not null or s.name = any(${[...settled]}::text[]))`,
  )

export const draftsChore: Chore = {
  name: 'rascunhos',
  title: 'Rascunhos de coletas',
  about: 'Esquece rascunhos de coletas já encerradas e os que ninguém retomou em 30 dias.',
  every: hour,
  run: async ({ database }) => rowsGone(await sweepDrafts(database.kysely)),
}
