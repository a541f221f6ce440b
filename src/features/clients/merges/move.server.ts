import { sql } from 'kysely'
import type { EqualsOfHolder, HeldKey } from '#features/clients/merges/conflicts.server.ts'
import {
  kindOfHolder,
  lineContent,
  holderKey,
  isRecorded,
  type ClientHolder,
  type MergedPair,
} from '#features/clients/merges/holders.server.ts'
import { historySql } from '#server/audit.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

/** A merge that is being done, and its two clients. */
export interface ClientMerge extends MergedPair {
  readonly id: number
}

/** The stations of one client that are shared with the other would be shared with their own client. */
const sharing = 'stations_client_shared_stations'

/** Over `l`, lines of one client that say what a line of the other says already. */
const doubledLine = (holder: ClientHolder, { into }: Pick<MergedPair, 'into'>) => sql`exists (
  select 1 from ${sql.table(holder.table)} o where o.${sql.ref(holder.column)} = ${into}::bigint and ${lineContent(holder, 'o')} = ${lineContent(holder, 'l')})`

/** Selects lines, as `l`, of which one of the two clients needs no second. */
export function doubledLines(holder: ClientHolder, clients: MergedPair): Part | null {
  if (!kindOfHolder(holder).isLine) return null
  const lines = sql`from ${sql.table(holder.table)} l where l.${sql.ref(holder.column)} = ${clients.from}::bigint and ${doubledLine(holder, clients)}`
  if (holder.table !== sharing) return lines
  return sql`from ${sql.table(holder.table)} l join stations s on s.id = l.parent_id
    where (l.client_id = ${clients.from}::bigint and ${doubledLine(holder, clients)})
      or (l.client_id = ${clients.from}::bigint and s.client_id = ${clients.into}::bigint)
      or (l.client_id = ${clients.into}::bigint and s.client_id = ${clients.from}::bigint)`
}

/** What refers to the clients and to their equal rows, and what of both is equal. */
export interface FoundHolders {
  readonly holders: readonly ClientHolder[]
  readonly folds: readonly ClientHolder[]
  readonly equals: readonly EqualsOfHolder[]
}

/** Moves what refers to the client that goes, table by table, and writes down what was where. */
export async function moveAllRows(
  ctx: Ctx,
  merge: ClientMerge,
  { holders, folds, equals }: FoundHolders,
): Promise<void> {
  // Whether a station is shared with its own client is judged before stations change their client.
  for (const holder of holders) await removeDoubles(ctx, merge, holder)
  for (const { folded } of equals)
    for (const rows of folded) for (const holder of folds) await moveRowsOf(ctx, { id: merge.id, ...rows }, holder)
  for (const { holder, spared } of equals)
    for (const { key, side } of spared) await spareRow(ctx, merge, holder, { key, side })
  for (const holder of holders)
    if (await moveRowsOf(ctx, merge, holder))
      await noteMoved(ctx, holder, { id: merge.id, was: merge.from, is: merge.into })
}

const mergeColumns = ({ id }: ClientMerge, { table, column }: ClientHolder) =>
  sql`${id}::bigint, ${table}::text, ${column}::text`

async function removeDoubles({ sql: db }: Ctx, merge: ClientMerge, holder: ClientHolder): Promise<void> {
  const doubles = doubledLines(holder, merge)
  if (!doubles) return
  await sql`
    with gone as (delete from ${sql.table(holder.table)} where id in (select l.id ${doubles}) returning *)
    insert into client_merge_rows (merge_id, table_name, column_name, row_key, before, removed)
    select ${mergeColumns(merge, holder)}, ${holderKey(holder, 'gone')}, to_jsonb(gone), true from gone`.execute(db)
}

/** Of two equal rows nobody wrote in, one goes to the bin; where its table has none, it is written down whole. */
async function spareRow(
  { sql: db }: Ctx,
  merge: ClientMerge,
  holder: ClientHolder,
  { key, side }: { readonly key: HeldKey; readonly side: keyof MergedPair },
): Promise<void> {
  const { table, column } = holder
  const of = sql`t.${sql.ref(column)} = ${merge[side]}::bigint and ${holderKey(holder, 't')} = ${JSON.stringify(key)}::jsonb`
  const isBinned = holder.columns.includes('deleted_at')
  if (!isBinned) {
    await sql`
      with gone as (delete from ${sql.table(table)} t where ${of} returning t.*)
      insert into client_merge_rows (merge_id, table_name, column_name, row_key, before, removed)
      select ${mergeColumns(merge, holder)}, ${holderKey(holder, 'gone')}, to_jsonb(gone), true from gone`.execute(db)
    return
  }
  await sql`
    insert into client_merge_rows (merge_id, table_name, column_name, row_key, old_id, new_id, before)
    select ${mergeColumns(merge, holder)}, ${holderKey(holder, 't')}, t.${sql.ref(column)}, ${merge.into}::bigint, jsonb_build_object('deleted_at', t.deleted_at)
    from ${sql.table(table)} t where ${of}`.execute(db)
  await sql`update ${sql.table(table)} t set deleted_at = now(), ${sql.ref(column)} = ${merge.into}::bigint ${stamps(holder)} where ${of}`.execute(
    db,
  )
}

const stamps = ({ columns }: ClientHolder): Part =>
  sql.join(
    [
      ...(columns.includes('version') ? [sql`, version = t.version + 1`] : []),
      ...(columns.includes('updated_at') ? [sql`, updated_at = now()`] : []),
    ],
    sql``,
  )

/** Answers whether there were any. */
export async function moveRowsOf(
  { sql: db }: Pick<Ctx, 'sql'>,
  merge: ClientMerge,
  holder: ClientHolder,
): Promise<boolean> {
  const { table, column } = holder
  const { into, from } = merge
  // Lines of the client that goes come after those of the other.
  const isOwnList = kindOfHolder(holder).list !== null
  const before = isOwnList ? sql`jsonb_build_object('position', t.position)` : sql`'{}'::jsonb`
  const { numAffectedRows = 0n } = await sql`
    insert into client_merge_rows (merge_id, table_name, column_name, row_key, old_id, new_id, before)
    select ${mergeColumns(merge, holder)}, ${holderKey(holder, 't')}, ${from}::bigint, ${into}::bigint, ${before}
    from (select * from ${sql.table(table)} where ${sql.ref(column)} = ${from}::bigint order by ${orderOf(holder)} for update) t`.execute(
    db,
  )
  if (!numAffectedRows) return false
  const place = isOwnList
    ? sql`, position = t.position + (select coalesce(max(o.position), -1) + 1 from ${sql.table(table)} o where o.${sql.ref(column)} = ${into}::bigint)`
    : sql``
  await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = ${into}::bigint ${place} ${stamps(holder)}
    where t.${sql.ref(column)} = ${from}::bigint`.execute(db)
  return true
}
const orderOf = ({ key, column }: ClientHolder) => sql.join((key.length ? key : [column]).map(name => sql.ref(name)))

interface ChangedClient {
  readonly id: number
  readonly was: number
  readonly is: number
}
/** The history of each moved row says which client it was of. */
export async function noteMoved(ctx: Ctx, holder: ClientHolder, { id, was, is }: ChangedClient): Promise<void> {
  const { resource } = kindOfHolder(holder)
  const { table, column, columns, key } = holder
  if (!resource || key.join() !== 'id') return
  const there = columns.includes('deleted_at') ? sql`and t.deleted_at is null` : sql``
  await historySql(
    ctx,
    resource,
    'update',
    sql`(
      select t.id, json_build_object(${column}::text, json_build_array(${was}::bigint, ${is}::bigint)) as changes
      from client_merge_rows r join ${sql.table(table)} t on ${isRecorded(holder)} and t.${sql.ref(column)} = ${is}::bigint
      where r.merge_id = ${id}::bigint and r.table_name = ${table} and r.column_name = ${column} and not r.removed
        and r.old_id <> r.new_id and not r.before ? 'deleted_at' ${there}
      order by t.id) h`,
  ).execute(ctx.sql)
}
