import { sql } from 'kysely'
import { can, isStaff, permission } from '#kernel/access.ts'
import { grouped } from '#kernel/grouped.ts'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx, Sql } from '#server/operation.ts'
import { listedSql, scopeSql } from '#server/scope.ts'

/** A place in the history, between two of its lines: the transaction and the id of the last line before it. */
export interface LogPlace {
  /** A 64-bit transaction id, in decimal. */
  readonly xid: string
  readonly id: number
}

/** What a line of the history is to its reader: the row is there, is deleted, or is theirs to see no longer. */
type RowFate = 'present' | 'deleted' | 'gone'

/** One change of a row that its reader sees, or saw until this change. */
export interface LoggedChange extends LogPlace {
  readonly at: string
  readonly of: AnyResource
  /** As the history calls it, without its section: 'update', 'enviar'. */
  readonly action: string
  readonly row: number
  readonly uuid: string
  readonly fate: RowFate
}

interface LoggedLine extends LogPlace {
  readonly at: string
  readonly event: string
  readonly resource: string
  readonly row_id: number
}

/** Sections whose changes this user may follow: those whose rows they may read. */
export const followedBy = ({ resources }: Catalog, { user }: Pick<Ctx, 'user'>): readonly AnyResource[] =>
  resources.filter(each => verbsOf(each).includes('show') && can(user, permission(each, 'show')))

/**
 * The place up to which the history is complete. A line gets its id before its transaction commits, so that ids are not committed in
 * their order; but every transaction older than the oldest one that still runs has ended, and no later line comes before this place.
 */
export async function presentPlace(db: Sql): Promise<LogPlace> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db)
  return { xid: rows[0]?.xid ?? '0', id: 0 }
}

export interface LogPiece {
  readonly changes: readonly LoggedChange[]
  /** Where the next piece begins. */
  readonly next: LogPlace
  /** Whether the history goes on after it already. */
  readonly more: boolean
}

/** Reads at most `limit` lines of these sections after a place, in the order of their transactions, and answers those that concern the reader. */
export async function readLog(
  ctx: Ctx,
  catalog: Catalog,
  {
    after,
    sections,
    limit,
  }: { readonly after: LogPlace; readonly sections: readonly AnyResource[]; readonly limit: number },
): Promise<LogPiece> {
  const present = await presentPlace(ctx.sql)
  const tables = [...new Set(sections.map(tableOf))]
  const { rows } = await sql<LoggedLine>`
    select e.xid::text as xid, e.id::float8 as id, e.at, e.event, e.resource, e.row_id::float8 as row_id from audit_events e
    where (e.xid, e.id) > (${after.xid}::xid8, ${after.id}::bigint) and e.xid < ${present.xid}::xid8 and e.resource = any(${tables}::text[])
    order by e.xid, e.id limit ${limit + 1}`.execute(ctx.sql)
  const lines = rows.slice(0, limit)
  const more = rows.length > limit
  const last = lines.at(-1)
  // Without another line up to the present place there is nothing between: the next reading need not look at it again.
  const next = more && last ? { xid: last.xid, id: last.id } : laterOf(after, present)
  return { changes: await judgeLines(ctx, catalog, sections, lines), next, more }
}

const laterOf = (one: LogPlace, other: LogPlace) => (BigInt(one.xid) > BigInt(other.xid) ? one : other)

async function judgeLines(ctx: Ctx, catalog: Catalog, sections: readonly AnyResource[], lines: readonly LoggedLine[]) {
  const byTable = grouped(lines, ({ resource }) => resource)
  const judged: LoggedChange[] = []
  // Two sections may show rows of one table: a row that leaves one of them and enters the other is a change of both.
  for (const of of sections) judged.push(...(await judgeSection(ctx, catalog, of, byTable.get(tableOf(of)) ?? [])))
  return judged.toSorted((a, b) => (a.xid === b.xid ? a.id - b.id : BigInt(a.xid) < BigInt(b.xid) ? -1 : 1))
}

async function judgeSection(
  ctx: Ctx,
  catalog: Catalog,
  of: AnyResource,
  lines: readonly LoggedLine[],
): Promise<readonly LoggedChange[]> {
  if (!lines.length) return []
  const { user } = ctx
  const active = sql.raw(isStaff(user) ? '' : ' and t.active')
  const { rows: found } = await sql<{ id: number; uuid: string; fate: RowFate | null }>`
    select t.id::float8 as id, t.uuid, case when ${listedSql(catalog, of, user)} then 'present'
      when t.deleted_at is not null${active} and ${scopeSql(catalog, of, user)} then 'deleted' end as fate
    from ${sql.table(tableOf(of))} t where t.id = any(${[...new Set(lines.map(({ row_id }) => row_id))]}::bigint[])`.execute(
    ctx.sql,
  )
  const rows = new Map(found.map(row => [row.id, row]))
  const left = await leftBy(
    ctx,
    catalog,
    of,
    lines.filter(({ row_id }) => rows.get(row_id)?.fate === null),
  )
  return lines.flatMap(({ row_id, event, resource: _section, ...line }) => {
    const row = rows.get(row_id)
    const fate = row?.fate ?? (left.has(line.id) ? 'gone' : null)
    const dot = event.indexOf('.')
    return row && fate ? [{ ...line, of, action: event.slice(dot + 1), row: row_id, uuid: row.uuid, fate }] : []
  })
}

/**
 * Of lines whose rows the reader does not see, the ids of those before which they saw it: the row as it was is put together from what
 * the history says of it from that line on, and judged by the reader's rights of now. Any other row is left out.
 */
async function leftBy(
  ctx: Ctx,
  catalog: Catalog,
  of: AnyResource,
  lines: readonly LoggedLine[],
): Promise<ReadonlySet<number>> {
  if (!lines.length) return new Set()
  const table = tableOf(of)
  const active = sql.raw(isStaff(ctx.user) ? '' : ' and t.active')
  const { rows } = await sql<{ id: number }>`
    select l.id::float8 as id
    from json_to_recordset(${JSON.stringify(lines)}::json) as l(id bigint, row_id bigint)
      join ${sql.table(table)} r on r.id = l.row_id
      cross join lateral (
        select jsonb_object_agg(s.key, s.was) as was from (
          select distinct on (c.key) c.key, (c.value -> 0)::jsonb as was
          from audit_events b cross join lateral json_each(b.changes) c
            join pg_attribute a on a.attrelid = ${table}::regclass and a.attname = c.key and not a.attisdropped
          where b.resource = ${table} and b.row_id = l.row_id and b.id >= l.id and case json_typeof(c.value -> 0)
            when 'null' then not a.attnotnull when 'boolean' then a.atttypid = 'boolean'::regtype
            when 'number' then a.atttypid = 'bigint'::regtype when 'string' then a.atttypid = 'text'::regtype end
          order by c.key, b.id) s) before
      cross join lateral jsonb_populate_record(r, before.was) t
    where before.was is not null${active} and ${scopeSql(catalog, of, ctx.user)}`.execute(ctx.sql)
  return new Set(rows.map(({ id }) => id))
}
