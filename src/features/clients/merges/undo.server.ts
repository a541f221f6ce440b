import { sql } from 'kysely'
import { actor } from '#kernel/access.ts'
import type { Field } from '#kernel/field.ts'
import { problem } from '#kernel/problem.ts'
import { keyOf } from '#kernel/resource.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import {
  findMergedClient,
  listClientMerges,
  undoClientMerge,
  type ClientMergeAnswer,
  type UndoableMerge,
} from '#features/clients/merges/api.ts'
import { undoDays } from '#features/clients/merges/fields.ts'
import {
  readClientHolders,
  readFoldHolders,
  isRecorded,
  type ClientHolder,
} from '#features/clients/merges/holders.server.ts'
import { refuseMerger } from '#features/clients/merges/judge.server.ts'
import { calledClient, clientColumns, noteMerge, touchClient } from '#features/clients/merges/merge.server.ts'
import { noteMoved } from '#features/clients/merges/move.server.ts'
import { planUndo, type AlongRowsOf, type StoredMerge } from '#features/clients/merges/plan.server.ts'
import { restoreViews } from '#features/clients/merges/views.server.ts'
import type { Changes } from '#server/audit.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'
import { serve } from '#server/serve.ts'

interface KnownMerge extends StoredMerge, Pick<ClientMergeAnswer, 'uuid' | 'author' | 'at' | 'until'> {
  readonly fields: Changes
  readonly from_uuid: string
  readonly from_name: string
  readonly from_document: string
  readonly into_uuid: string
  readonly into_name: string
  readonly into_document: string
  readonly undone: boolean
}

/** Merges over `m`, of which `f` went into `i`. */
const mergesWhere = async ({ sql: db }: Ctx, where: Part) => {
  const { rows } = await sql<KnownMerge>`
    select m.id, m.uuid, m.from_id as "from", m.into_id as "into", m.at, m.at::text as instant, m.fields, u.name as author, m.undone_at is not null as undone,
      case when m.forgotten_at is null and m.at > now() - make_interval(days => ${undoDays}) then m.at + make_interval(days => ${undoDays}) end as until,
      f.uuid as from_uuid, f.name as from_name, f.document as from_document,
      i.uuid as into_uuid, i.name as into_name, i.document as into_document
    from client_merges m join clients f on f.id = m.from_id join clients i on i.id = m.into_id left join users u on u.id = m.user_id
    where ${where} order by m.id desc`.execute(db)
  return rows
}

const answerOf = ({ uuid, author, until, at, ...merge }: KnownMerge): ClientMergeAnswer => ({
  uuid,
  author,
  until,
  at,
  from: { uuid: merge.from_uuid, name: merge.from_name },
  into: { uuid: merge.into_uuid, name: merge.into_name },
})

/** The merge by which a client went: of a chain of them, the client that remains of all is the one its reader must see. */
async function lastMergeOf(ctx: Ctx, client: string): Promise<KnownMerge> {
  const [first] = await mergesWhere(
    ctx,
    sql`m.undone_at is null and f.deleted_at is not null and (f.uuid::text = lower(${client}) or f.id::text = ${client})`,
  )
  if (!first) throw problem('missing')
  let end = first
  // A client that remained once may have gone since; nobody merges in a circle, since who goes is in the bin.
  for (let next: KnownMerge | undefined = first; next;) {
    end = next
    next = (await mergesWhere(ctx, sql`m.undone_at is null and m.from_id = ${end.into}`))[0]
  }
  await ctx.rows(clients).locate(end.into)
  return { ...first, into: end.into, into_uuid: end.into_uuid, into_name: end.into_name }
}

const whereRoute = serve(findMergedClient, async (ctx, { id }) => ({ data: answerOf(await lastMergeOf(ctx, id)) }))

const labels = new Map(Object.entries<Field>(clients.fields).map(([name, field]) => [keyOf(name, field), field.label]))

/** The fields the merge wrote: those that go back, and those somebody changed since. */
async function fieldsOf(ctx: Ctx, { into, fields }: KnownMerge) {
  const now = await clientColumns(ctx, into)
  const all = Object.entries(fields)
  const isAsWritten = ([name, [, after]]: (typeof all)[number]) => JSON.stringify(now[name]) === JSON.stringify(after)
  return { restored: all.filter(isAsWritten), changed: all.filter(each => !isAsWritten(each)) }
}
const labelsOf = (fields: readonly (readonly [string, unknown])[]) => fields.map(([name]) => labels.get(name) ?? name)

const listRoute = serve(listClientMerges, async (ctx, { id }) => {
  const into = await ctx.rows(clients).locate(id)
  const merges = await mergesWhere(ctx, sql`m.into_id = ${into} and m.undone_at is null`)
  const holders = await readClientHolders(ctx.sql)
  const data: UndoableMerge[] = []
  for (const merge of merges.slice(0, mostListed)) {
    const { restored, changed } = await fieldsOf(ctx, merge)
    const { words, refusals } = merge.until === null ? nothingToUndo : await planUndo(ctx, merge, holders)
    data.push({ ...answerOf(merge), ...words, refusals, restored: labelsOf(restored), changed: labelsOf(changed) })
  }
  return { data }
})
const mostListed = 20
const nothingToUndo = { words: { back: [], along: [], lost: [], stay: [] }, refusals: [] }

const undoRoute = serve(undoClientMerge, async (ctx, { id, body }) => {
  refuseMerger(ctx)
  const into = await ctx.rows(clients).seek(id)
  if (!into) {
    const gone = await lastMergeOf(ctx, id)
    throw problem(
      'conflict',
      `“${gone.from_name}” foi unificado com “${gone.into_name}”. Desfaça essa unificação antes: ela é a mais recente.`,
    )
  }
  const merge = await lockMerge(ctx, into.id, body.merge)
  const holders = await readClientHolders(ctx.sql)
  const { along, refusals, words } = await planUndo(ctx, merge, holders)
  if (refusals.length) throw problem('conflict', refusals.join(' '))
  const { restored, changed } = await fieldsOf(ctx, merge)
  await restoreFields(ctx, merge.into, restored)
  await touchClient(ctx, merge.into, false)
  await touchClient(ctx, merge.from, false)
  for (const holder of [...holders, ...(await readFoldHolders(ctx.sql))]) await moveBack(ctx, merge, holder)
  for (const rows of along) await moveAlong(ctx, merge, rows)
  await restoreViews(ctx.sql, merge.id)
  await sql`update client_merges set undone_at = now(), undone_user_id = ${actor(ctx.user).id || null}::bigint where id = ${merge.id}`.execute(
    ctx.sql,
  )
  const [from, to] = [
    { uuid: merge.from_uuid, name: merge.from_name, document: merge.from_document },
    { uuid: merge.into_uuid, name: merge.into_name, document: merge.into_document },
  ]
  const restoredChanges = Object.fromEntries(restored.map(([name, [was, is]]) => [name, [is, was] as const]))
  await noteMerge(
    ctx,
    merge.into,
    'desfazer-unificacao',
    `Devolveu o que era de ${calledClient(from)}`,
    restoredChanges,
  )
  await noteMerge(ctx, merge.from, 'separado', `Deixou de fazer parte de ${calledClient(to)}`)
  const left = [
    ...(words.stay.length ? [`Ficou com “${merge.into_name}” o que foi criado depois: ${words.stay.join(', ')}.`] : []),
    ...(changed.length ? [`Mudou desde então, e ficou como está: ${labelsOf(changed).join(', ')}.`] : []),
  ]
  const message = [`“${merge.from_name}” voltou a ser um cliente à parte.`, ...left].join(' ')
  return doneAnswer(200, message, { into: merge.into_uuid, from: merge.from_uuid })
})

/** Locks both clients and the merge, in the order in which a merge locks them; refuses what cannot be undone any more. */
async function lockMerge(ctx: Ctx, into: number, uuid: string): Promise<KnownMerge> {
  const mine = sql`m.into_id = ${into} and m.uuid = ${uuid}::uuid`
  const [seen] = await mergesWhere(ctx, mine)
  if (!seen) throw problem('missing', 'Esta unificação não foi encontrada.')
  await sql`select id from clients where id in (${seen.into}, ${seen.from}) order by id for update`.execute(ctx.sql)
  await sql`select id from client_merges where id = ${seen.id} for update`.execute(ctx.sql)
  const [merge] = await mergesWhere(ctx, sql`${mine} and i.deleted_at is null`)
  if (!merge) throw problem('conflict', `“${seen.into_name}” acaba de ser unificado ou excluído por outra pessoa.`)
  if (merge.undone) throw problem('conflict', 'Esta unificação já foi desfeita.')
  if (merge.until === null)
    throw problem('conflict', `Passaram-se ${undoDays} dias: esta unificação não pode mais ser desfeita.`)
  return merge
}

/** Writes back what the client had, as it was: the database knows it, whatever a form would ask for by now. */
async function restoreFields(
  { sql: db }: Ctx,
  client: number,
  fields: readonly (readonly [string, Changes[string]])[],
) {
  if (!fields.length) return
  const before = JSON.stringify(Object.fromEntries(fields.map(([name, [was]]) => [name, was])))
  const set = fields.map(([name]) => sql`${sql.ref(name)} = b.${sql.ref(name)}`)
  await sql`update clients c set ${sql.join(set)} from jsonb_populate_record(null::clients, ${before}::jsonb) b where c.id = ${client}`.execute(
    db,
  )
}

/** Moves back what is still there and still of the remaining client, and puts back what the merge took out. */
async function moveBack(ctx: Ctx, merge: KnownMerge, holder: ClientHolder): Promise<void> {
  const { table, column, columns } = holder
  const { sql: db } = ctx
  const recorded = sql`r.merge_id = ${merge.id}::bigint and r.table_name = ${table} and r.column_name = ${column}`
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))}) overriding system value
    select ${sql.join(columns.map(name => sql.ref(`b.${name}`)))}
    from client_merge_rows r, jsonb_populate_record(null::${sql.table(table)}, r.before) b where ${recorded} and r.removed`.execute(
    db,
  )
  const set = [
    sql`${sql.ref(column)} = r.old_id`,
    ...(columns.includes('position') ? [sql`position = coalesce((r.before ->> 'position')::integer, t.position)`] : []),
    ...(columns.includes('deleted_at')
      ? [
          sql`deleted_at = case when r.before ? 'deleted_at' then (r.before ->> 'deleted_at')::timestamptz else t.deleted_at end`,
        ]
      : []),
    ...(columns.includes('version') ? [sql`version = t.version + 1`] : []),
    ...(columns.includes('updated_at') ? [sql`updated_at = now()`] : []),
  ]
  await sql`
    update ${sql.table(table)} t set ${sql.join(set)} from client_merge_rows r
    where ${recorded} and not r.removed and t.${sql.ref(column)} = r.new_id and ${isRecorded(holder)}`.execute(db)
  if (column === 'client_id') await noteMoved(ctx, holder, { id: merge.id, was: merge.into, is: merge.from })
}

async function moveAlong({ sql: db }: Ctx, merge: KnownMerge, { holder, ids }: AlongRowsOf): Promise<void> {
  const version = holder.columns.includes('version') ? sql`, version = t.version + 1, updated_at = now()` : sql``
  await sql`update ${sql.table(holder.table)} t set client_id = ${merge.from}::bigint ${version} where t.${sql.ref(holder.key[0] ?? 'id')} = any(${[...ids]}::bigint[])`.execute(
    db,
  )
}

export const undoMergeRoutes: readonly AnyOperation[] = [whereRoute, listRoute, undoRoute]

/** A client that went into another comes back by undoing that alone: from the bin it would come without what is its own. */
export async function refuseMergedRevival(ctx: Ctx, client: number): Promise<void> {
  const [merge] = await mergesWhere(ctx, sql`m.from_id = ${client} and m.undone_at is null`)
  if (!merge) return
  const way =
    merge.until === null
      ? `O prazo de ${count(undoDays, { one: 'dia', many: 'dias', gender: 'm' })} para desfazer passou.`
      : 'Desfaça a unificação, em “Mais ações” do cliente que ficou.'
  throw problem('conflict', `“${merge.from_name}” foi unificado com “${merge.into_name}”. ${way}`)
}
