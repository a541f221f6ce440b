import { sql } from 'kysely'
import { actor } from '#kernel/access.ts'
import { formats } from '#kernel/format.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { ServedInput } from '#kernel/call.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { mergeClients, previewClientMerge } from '#features/clients/merges/api.ts'
import { mergeDifferences, mergedFields } from '#features/clients/merges/fields.ts'
import {
  findBoth,
  judgeMerge,
  refuseMerger,
  type ClientRow,
  type MergedClients,
} from '#features/clients/merges/judge.server.ts'
import { moveAllRows } from '#features/clients/merges/move.server.ts'
import { rewriteViews } from '#features/clients/merges/views.server.ts'
import { bringMetas } from '#parts/custom-field/custom-field.server.ts'
import type { Changes } from '#server/audit.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const previewRoute = serve(previewClientMerge, async (ctx, { id, query }) => {
  refuseMerger(ctx)
  const { preview } = await judgeMerge(ctx, await findBoth(ctx, id, query.com))
  return { data: preview }
})

const mergeRoute = serve(mergeClients, async (ctx, { id, body }) => {
  refuseMerger(ctx)
  const seen = await findBoth(ctx, id, body.client)
  const both = await lockBoth(ctx, seen)
  const { preview, ...found } = await judgeMerge(ctx, both)
  refuseMerge(both, body, preview)
  const draft = draftOf(both, await ctx.rows(clients).hold(both.from.id), body.take)
  const { into, from } = both
  const before = await clientColumns(ctx, into.id)
  const { rows } = await sql<{ id: number; uuid: string }>`
    insert into client_merges (from_id, into_id, user_id) values (${from.id}, ${into.id}, ${actor(ctx.user).id || null}::bigint)
    returning id, uuid`.execute(ctx.sql)
  const [merge] = rows
  if (!merge) throw new Error('a merge was not written')
  // Its document may become the other's: a document is one client's that is not in the bin.
  await touchClient(ctx, from.id, true)
  await moveAllRows(ctx, { id: merge.id, into: into.id, from: from.id }, found)
  await rewriteViews(ctx, merge.id, { into: into.id, from: from.id })
  if (Object.keys(draft).length) await ctx.rows(clients).put(into.id, draft)
  await touchClient(ctx, into.id, false)
  await sql`update client_merges set fields = ${JSON.stringify(changedColumns(before, await clientColumns(ctx, into.id)))}::jsonb where id = ${merge.id}`.execute(
    ctx.sql,
  )
  await noteMerge(ctx, into.id, 'unificar', `Recebeu tudo de ${calledClient(from)}`)
  await noteMerge(ctx, from.id, 'unificado', `Continua em ${calledClient(into)}`)
  return doneAnswer(200, `“${from.name}” agora faz parte de “${into.name}”.`, {
    merge: merge.uuid,
    into: into.uuid,
    from: from.uuid,
  })
})

/** 'Vale Fibra, 11.222.333/0001-81 (/clients/…)': readers of the history find the other client by its address. */
export const calledClient = ({ name, document, uuid }: Pick<ClientRow, 'name' | 'document' | 'uuid'>) =>
  `“${name}”, ${formats.document.show(document)} (/clients/${uuid})`

/**
 * Locks both clients, by their ids, against every write to them and every new row that refers to them, and reads them only then.
 * Of several merges at once of one client, one happens.
 */
async function lockBoth(ctx: Ctx, { into, from }: MergedClients): Promise<MergedClients> {
  const { rows } = await sql<{ id: number; gone: boolean }>`
    select id, deleted_at is not null as gone from clients where id in (${into.id}, ${from.id}) order by id for update`.execute(
    ctx.sql,
  )
  const gone = [into, from].filter(({ id }) => rows.some(row => row.id === id && row.gone))
  if (gone[0]) throw problem('conflict', `“${gone[0].name}” acaba de ser unificado ou excluído por outra pessoa.`)
  return findBoth(ctx, into.id, from.id)
}

type MergeBody = ServedInput<typeof mergeClients>['body']
type JudgedPreview = Awaited<ReturnType<typeof judgeMerge>>['preview']

function refuseMerge({ into, from }: MergedClients, { versions, confirmed }: MergeBody, preview: JudgedPreview): void {
  const { refusals, conflicts, confirmations } = preview
  if (refusals.length) throw problem('conflict', refusals.join(' '))
  if (versions.into !== into.version || versions.from !== from.version)
    throw problem('conflict', 'Um dos dois clientes mudou desde que você abriu esta página. Confira de novo e repita.')
  if (conflicts.length) {
    const conflictsInWords = conflicts.map(({ kind, total }) => `${kind}: ${total}`).join('; ')
    throw problem('conflict', {
      message: `Há registros que não podem ser do mesmo cliente (${conflictsInWords}). Resolva cada um antes: nada foi unificado.`,
      data: { conflicts },
    })
  }
  const missing = confirmations.filter(({ key }) => !confirmed.includes(key))
  if (missing.length) throw problem('conflict', `Falta confirmar: ${missing.map(({ text }) => text).join(' ')}`)
}

type MergeDraft = Partial<StoredOf<typeof clients>>
/** What the remaining client takes of the other, as that has it stored. */
function draftOf({ into, from }: MergedClients, stored: object, take: MergeBody['take']): MergeDraft {
  const wanted = take ?? mergeDifferences(into, from).flatMap(({ key, takesOther }) => (takesOther ? [key] : []))
  const known = new Set(mergedFields.map(({ key }) => key))
  const strange = wanted.find(key => !known.has(key))
  if (strange !== undefined) throw invalid({ take: `O campo “${strange}” não se escolhe numa unificação.` })
  const values: Readonly<Record<string, unknown>> = { ...stored }
  const draft: MergeDraft = Object(Object.fromEntries(wanted.map(key => [key, values[key]])))
  // Who merges defines no fields: they are those the other client has.
  return draft.metas_only_father ? { ...draft, metas_only_father: bringMetas(draft.metas_only_father) } : draft
}

/** The columns of a client as they are stored, by their names. */
export type StoredColumns = Readonly<Record<string, unknown>>
const unstated = ['id', 'uuid', 'version', 'created_at', 'updated_at', 'deleted_at', 'active']
export async function clientColumns({ sql: db }: Pick<Ctx, 'sql'>, client: number): Promise<StoredColumns> {
  const { rows } = await sql<{ stored: StoredColumns }>`
    select to_jsonb(c) - ${unstated}::text[] as stored from clients c where c.id = ${client}`.execute(db)
  return rows[0]?.stored ?? {}
}
/** Column by column: what it was and what it is. */
const changedColumns = (before: StoredColumns, after: StoredColumns): Changes =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) =>
      JSON.stringify(before[name]) === JSON.stringify(value) ? [] : [[name, [before[name] ?? null, value] as const]],
    ),
  )

/** Every page that shows it reads its new version. */
export const touchClient = async ({ sql: db }: Pick<Ctx, 'sql'>, client: number, isGone: boolean) =>
  sql`update clients set version = version + 1, updated_at = now(), deleted_at = ${isGone ? sql`now()` : sql`null`} where id = ${client}`.execute(
    db,
  )

/** A line of history of a client whose reason names the other one. */
export const noteMerge = async (ctx: Ctx, client: number, event: string, why: string, changed: Changes = {}) =>
  sql`
    insert into audit_events (request_id, user_id, token_id, event, resource, row_id, changes, reason)
    values (${ctx.request.id}, ${actor(ctx.user).id || null}::bigint, ${ctx.user.token?.id ?? null}::bigint, ${`${clients.path}.${event}`}, 'clients', ${client}, ${JSON.stringify(changed)}::json, ${why})`.execute(
    ctx.sql,
  )

export const clientMergeRoutes: readonly AnyOperation[] = [previewRoute, mergeRoute]
