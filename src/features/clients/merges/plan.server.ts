import { sql } from 'kysely'
import { capital, count } from '#kernel/text.ts'
import {
  kindOfHolder,
  readHolderLinks,
  holderKey,
  isRecorded,
  textFor,
  type ClientHolder,
} from '#features/clients/merges/holders.server.ts'
import { countsInWords } from '#features/clients/merges/judge.server.ts'
import type { ClientMerge } from '#features/clients/merges/move.server.ts'
import { namesInWords, namesOf } from '#server/named.ts'
import type { Ctx } from '#server/operation.ts'

/** A merge as its row has it. */
export interface StoredMerge extends ClientMerge {
  /** When it was, to the microsecond. */
  readonly instant: string
}
/** Rows of a table by their keys, which go along with what goes back. */
export interface AlongRowsOf {
  readonly holder: ClientHolder
  readonly ids: readonly number[]
}
export interface UndoPlan {
  readonly along: readonly AlongRowsOf[]
  readonly words: Readonly<Record<'back' | 'along' | 'lost' | 'stay', readonly string[]>>
  readonly refusals: readonly string[]
}

/** The column by which a row is of a client, in tables whose rows have a number. */
const isOfClient = ({ column, key }: ClientHolder) => column === 'client_id' && key.length === 1

/** What an undo would move, and what forbids it. */
export async function planUndo(ctx: Ctx, merge: StoredMerge, holders: readonly ClientHolder[]): Promise<UndoPlan> {
  const { back, lost } = await recordedRows(ctx, merge, holders)
  const going = new Map(
    back.filter(({ holder }) => isOfClient(holder)).map(({ holder, ids }) => [holder.table, new Set(ids)]),
  )
  const own = holders.filter(isOfClient)
  const links = await readHolderLinks(
    ctx.sql,
    own.map(({ table }) => table),
  )
  const along = new Map<string, Set<number>>()
  const refusals: string[] = []
  const at = (table: string) => own.find(each => each.table === table)
  // What was made since and hangs on what goes back goes along; what that finds may have more hang on it.
  let found: boolean
  do {
    found = false
    for (const { from, column, to } of links) {
      const [holder, targets] = [at(from), going.get(to)]
      if (!holder || !targets?.size) continue
      const known = going.get(from) ?? new Set<number>()
      for (const id of await madeSince(ctx, merge, { holder, column, targets, known })) {
        known.add(id)
        along.set(from, (along.get(from) ?? new Set()).add(id))
        found = true
      }
      going.set(from, known)
    }
  } while (found)
  for (const { from, column, to } of links) {
    const [holder, target] = [at(from), at(to)]
    if (holder && target)
      refusals.push(...(await tornRows(ctx, merge, { holder, column, target, going, to: going.get(to) ?? new Set() })))
  }
  const moved = own.flatMap(holder => {
    const ids = [...(along.get(holder.table) ?? [])]
    return ids.length ? [{ holder, ids }] : []
  })
  return {
    along: moved,
    refusals,
    words: {
      back: countsInWords(
        ctx,
        back.map(({ holder, ids }) => ({ holder, n: ids.length })),
      ),
      lost: countsInWords(ctx, lost),
      along: countsInWords(
        ctx,
        moved.map(({ holder, ids }) => ({ holder, n: ids.length })),
      ),
      stay: countsInWords(ctx, await stayingRows(ctx, merge, own, along)),
    },
  }
}

/** What was moved, still there and of the remaining client; and how many rows are not. */
async function recordedRows({ sql: db }: Ctx, merge: StoredMerge, holders: readonly ClientHolder[]) {
  const back: AlongRowsOf[] = []
  const lost: { readonly holder: ClientHolder; readonly n: number }[] = []
  for (const holder of holders) {
    const { table, column, key } = holder
    const number = key.length === 1 ? sql`t.${sql.ref(key[0] ?? '')}::bigint` : sql`0::bigint`
    const { rows } = await sql<{ ids: readonly number[]; n: number }>`
      select coalesce(array_agg(${number}) filter (where t.${sql.ref(column)} is not null), '{}') as ids, count(*)::int as n
      from client_merge_rows r left join ${sql.table(table)} t
        on ${isRecorded(holder)} and t.${sql.ref(column)} = ${merge.into}::bigint
      where r.merge_id = ${merge.id}::bigint and r.table_name = ${table} and r.column_name = ${column}
        and r.old_id = ${merge.from}::bigint`.execute(db)
    const { ids = [], n = 0 } = rows[0] ?? {}
    if (ids.length) back.push({ holder, ids: ids.map(Number) })
    if (n > ids.length) lost.push({ holder, n: n - ids.length })
  }
  return { back, lost }
}

interface LinkedRows {
  readonly holder: ClientHolder
  readonly column: string
}
/** Selects what a column of the row under `t` referred to before the merge, by the primary key of what the merge wrote down. */
const recordOf = (merge: StoredMerge, holder: ClientHolder, column: string) => sql`
  select r.old_id from client_merge_rows r where r.merge_id = ${merge.id}::bigint and r.table_name = ${holder.table}
    and r.column_name = ${column} and r.row_key = ${holderKey(holder, 't')}`
const idOf = ({ key }: ClientHolder) => sql`t.${sql.ref(key[0] ?? 'id')}`

/** Rows of the remaining client that were made after the merge and hang on what goes back. */
async function madeSince(
  { sql: db }: Ctx,
  merge: StoredMerge,
  { holder, column, targets, known }: LinkedRows & Readonly<Record<'targets' | 'known', ReadonlySet<number>>>,
) {
  const since = holder.columns.includes('created_at') ? sql`and t.created_at > ${merge.instant}::timestamptz` : sql``
  const { rows } = await sql<{ id: number }>`
    select ${idOf(holder)} as id from ${sql.table(holder.table)} t
    where t.client_id = ${merge.into}::bigint and t.${sql.ref(column)} = any(${[...targets]}::bigint[])
      and not ${idOf(holder)} = any(${[...known]}::bigint[]) ${since}`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** Refuses where two rows that hang together would be of two clients. */
async function tornRows(
  ctx: Ctx,
  merge: StoredMerge,
  {
    holder,
    column,
    target,
    going,
    to,
  }: LinkedRows & {
    readonly target: ClientHolder
    readonly going: ReadonlyMap<string, ReadonlySet<number>>
    readonly to: ReadonlySet<number>
  },
): Promise<readonly string[]> {
  const own = [...(going.get(holder.table) ?? [])]
  // Of rows nobody changed since the merge, two clients had one each before it.
  const stamp = ['updated_at', 'created_at'].find(each => holder.columns.includes(each))
  const since = stamp ? sql`and t.${sql.ref(stamp)} > ${merge.instant}::timestamptz` : sql``
  const there = holder.columns.includes('deleted_at') ? sql`and t.deleted_at is null` : sql``
  // A row that was turned to the equal one of the other client is turned back.
  const pointed = sql`coalesce((${recordOf(merge, holder, column)} and r.new_id = t.${sql.ref(column)}), t.${sql.ref(column)})`
  const { rows } = await sql<{ id: number }>`
    select ${idOf(holder)} as id from ${sql.table(holder.table)} t
    join ${sql.table(target.table)} m on m.${sql.ref(target.key[0] ?? 'id')} = ${pointed} and m.client_id = ${merge.into}::bigint
    where t.client_id = ${merge.into}::bigint ${there} ${since}
      and (${idOf(holder)} = any(${own}::bigint[])) <> (${pointed} = any(${[...to]}::bigint[]))
    order by 1`.execute(ctx.sql)
  if (!rows.length) return []
  const kind = kindOfHolder(holder)
  const ids = rows.map(({ id }) => Number(id))
  const names = kind.resource ? await namesOf(ctx, kind.resource, ids) : []
  const named = names.length ? ` (${namesInWords(names, ids.length)})` : ''
  const about = textFor(ctx.user, kindOfHolder(target))
  return [
    `${capital(count(ids.length, textFor(ctx.user, kind)))}${named}: o registro é de um dos clientes, e ${about.one} a que se refere ficaria com o outro. Mude isso nele antes.`,
  ]
}

/** What was made for the remaining client since, and stays. */
async function stayingRows(
  { sql: db }: Ctx,
  merge: StoredMerge,
  own: readonly ClientHolder[],
  along: ReadonlyMap<string, ReadonlySet<number>>,
) {
  const counted: { readonly holder: ClientHolder; readonly n: number }[] = []
  for (const holder of own.filter(({ columns }) => columns.includes('created_at') && columns.includes('deleted_at'))) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(holder.table)} t
      where t.client_id = ${merge.into}::bigint and t.created_at > ${merge.instant}::timestamptz and t.deleted_at is null
        and not ${idOf(holder)} = any(${[...(along.get(holder.table) ?? [])]}::bigint[])
        and (${recordOf(merge, holder, holder.column)}) is null`.execute(db)
    counted.push({ holder, n: rows[0]?.n ?? 0 })
  }
  return counted
}
