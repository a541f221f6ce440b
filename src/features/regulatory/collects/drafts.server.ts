import { sql } from 'kysely'
import * as z from 'zod'
import { doneJson, integer, maybe, shape, string, type JsonSchema } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { CollectDraft, UnsavedWork } from '#features/regulatory/collects/coleta/draft.ts'
import { settled } from '#features/regulatory/collects/coleta/steps.ts'
import { hour, rowsGone } from '#parts/chore/chore.ts'
import type { Chore } from '#server/house.ts'
import { forget } from '#server/chores/forget.ts'
import { key } from '#server/crud.ts'
import { doneAnswer, operation, type AnyOperation, type Ctx, type Sql } from '#server/operation.ts'
import { keySql } from '#server/rows/door.ts'

/** Bytes: twice a coleta of the most lines a form may hold, what it was and what it became. */
const limit = 4 * 1_048_576
/** Long enough for a holiday; then nobody is coming back for it. */
const days = 30

const values = z.record(z.string().max(60), z.unknown())
const body = z.strictObject({
  version: z.int().positive().max(2_147_483_647),
  at: z.iso.datetime({ offset: true, error: 'Informe data e hora.' }),
  device: z.string().regex(/^[\w-]{1,64}$/, 'Use letras e algarismos.'),
  before: values,
  changed: values,
})
const anything: JsonSchema = { type: 'object', additionalProperties: true }
const draftJson = shape({ version: integer, at: string, device: string, before: anything, changed: anything })

const url = '/api/v1/collects/:id/rascunho'
const params = z.object({ id: key })
// Not a change of the coleta: nothing of it is written down.
const draftFacts = { access: 'permission', scope: collects, url, params, audit: null } as const

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
  operation<{ id: string }>({
    ...draftFacts,
    id: 'collects.rascunho',
    summary: 'Ver o próprio rascunho da coleta',
    method: 'GET',
    rate: 'read',
    answers: { 200: shape({ data: maybe(draftJson) }) },
    handle: async (ctx, { params: { id } }) => {
      const collect = await collectOf(ctx, id)
      // What somebody has not saved is nobody else's to see.
      if (ctx.user.seen || isLocked(collects, collect, ctx.user)) return { data: null }
      // Whole: what is inside may hold what the database cannot read.
      const { rows } = await sql<Omit<CollectDraft, keyof UnsavedWork> & { readonly work: UnsavedWork }>`
        select version, at, device, work from collect_drafts where collect_id = ${collect.id} and user_id = ${ctx.user.id}`.execute(
        ctx.sql,
      )
      const [kept] = rows
      return { data: kept ? { version: kept.version, at: kept.at, device: kept.device, ...kept.work } : null }
    },
  }),
  operation<{ id: string }, unknown, CollectDraft>({
    ...draftFacts,
    id: 'collects.rascunho.guardar',
    summary: 'Guardar o próprio rascunho da coleta',
    method: 'PUT',
    rate: 'write',
    limit,
    body,
    // Returns the coleta's version: a typing user sees that someone saved, from any process.
    answers: { 200: doneJson(shape({ version: integer })) },
    handle: async (ctx, { params: { id }, body: { version, at, device, ...work } }) => {
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
    },
  }),
  operation<{ id: string }>({
    ...draftFacts,
    id: 'collects.rascunho.descartar',
    summary: 'Descartar o próprio rascunho da coleta',
    method: 'DELETE',
    rate: 'write',
    answers: { 200: doneJson(shape({})) },
    handle: async (ctx, { params: { id } }) => {
      await forgetDraft(ctx, (await collectOf(ctx, id)).id)
      return doneAnswer(200, 'Rascunho descartado.', {})
    },
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
