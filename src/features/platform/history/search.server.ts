import { sql } from 'kysely'
import { companyOf, isSuperAdmin } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { capital, count } from '#kernel/text.ts'
import { searchHistory, type HistoryQuery } from '#features/platform/history/api.ts'
import { namesIn, tellChanges, type HistoryEvent } from '#features/platform/history/events.server.ts'
import { eventInWords } from '#features/platform/history/words.ts'
import { authorSql } from '#server/audit.ts'
import type { Catalog } from '#server/catalog.ts'
import { dayStartSql } from '#server/days.ts'
import type { Ctx } from '#server/operation.ts'
import { scopeSql, visibilityOf } from '#server/scope.ts'
import { likeText } from '#server/filter.ts'
import { serve } from '#server/serve.ts'
import { andAll, titleSql, yes } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

const size = 50

interface FoundEvent extends HistoryEvent {
  readonly resource: string
  readonly row_id: number
  /** Of one act over many rows, how many there are. */
  readonly lines: number
}

/** The whole history, for who answers for all of it: by section, author, period and words. */
export const historySearch = (catalog: Catalog) => {
  const sections = catalog.resources.filter(each => verbsOf(each).includes('show'))
  return serve(searchHistory, async (ctx, { query: asked }) => {
    if (!isSuperAdmin(ctx.user)) throw problem('forbidden')
    const { rows } = await sql<FoundEvent>`
        select e.id, e.at, e.event, ${authorSql}, e.reason, e.changes, e.resource, e.row_id, ${linesSql(catalog, sections, ctx, asked)} as lines
        from audit_events e left join users u on u.id = e.user_id
        where ${eventConditions(catalog, sections, ctx, asked)} and ${headSql(catalog, sections, ctx, asked)}
        order by e.id desc limit ${size + 1} offset ${(asked.page - 1) * size}`.execute(ctx.sql)
    const data = await Promise.all(
      grouped(rows.slice(0, size)).map(([table, events]) => inWords(catalog, ctx, table, events)),
    )
    return { data: data.flat().toSorted((a, b) => b.id - a.id), more: rows.length > size }
  })
}

function eventConditions(
  catalog: Catalog,
  sections: readonly AnyResource[],
  ctx: Ctx,
  { section, user_id, from, to, search, act }: HistoryQuery,
): Part {
  const one = section === undefined ? undefined : sections.find(({ path }) => path === section)
  if (section !== undefined && !one) throw invalid({ section: 'Escolha uma seção da lista.' })
  const like = `%${likeText(search ?? '')}%`
  return andAll([
    ...(one ? [sql`e.resource = ${tableOf(one)}`] : []),
    ...(user_id === undefined ? [] : [sql`e.user_id = ${user_id}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${dayStartSql(from)}`]),
    ...(to === undefined ? [] : [sql`e.at < ${dayStartSql(to, 1)}`]),
    ...(search ? [sql`(plain(e.changes::text) like plain(${like}) or plain(e.reason) like plain(${like}))`] : []),
    ...(act === undefined
      ? []
      : [sql`exists (select 1 from audit_events a where a.id = ${act} and ${sameAct(sql`a`, sql`e`)})`]),
    seenSql(catalog, one ? [one] : sections, ctx, 'e'),
  ])
}

/** Who looks at one company reads of its rows alone. */
function seenSql(catalog: Catalog, sections: readonly AnyResource[], { user }: Ctx, alias: string): Part {
  if (companyOf(user) === null) return yes
  const seen = (resource: AnyResource) => {
    const table = tableOf(resource)
    return sql`(${sql.ref(`${alias}.resource`)} = ${table} and exists (select 1 from ${sql.table(table)} t where t.id = ${sql.ref(`${alias}.row_id`)} and ${scopeSql(catalog, resource, user)}))`
  }
  return sql`(${sql.join(sections.map(seen), sql` or `)})`
}

/** One request that does the same to rows of one section. */
const sameAct = (one: Part, other: Part) =>
  sql`${one}.request_id = ${other}.request_id and ${one}.event = ${other}.event and ${one}.resource = ${other}.resource`

/** Whether lines are listed singly: a search matches single lines, and an opened act shows all of its own. */
const isApart = ({ search, act }: HistoryQuery) => Boolean(search) || act !== undefined

/** An act over many rows is listed by its last line, which represents all that the reader may see. */
const headSql = (catalog: Catalog, sections: readonly AnyResource[], ctx: Ctx, asked: HistoryQuery): Part =>
  isApart(asked)
    ? yes
    : sql`not exists (select 1 from audit_events n where ${sameAct(sql`n`, sql`e`)} and n.id > e.id and ${seenSql(catalog, sections, ctx, 'n')})`
const linesSql = (catalog: Catalog, sections: readonly AnyResource[], ctx: Ctx, asked: HistoryQuery): Part =>
  isApart(asked)
    ? sql`1`
    : sql`(select count(*)::int from audit_events n where ${sameAct(sql`n`, sql`e`)} and ${seenSql(catalog, sections, ctx, 'n')})`

function grouped(events: readonly FoundEvent[]) {
  const tables = [...new Set(events.map(({ resource }) => resource))]
  return tables.map(table => [table, events.filter(({ resource }) => resource === table)] as const)
}

/** Events of one table with their words: the section, what the row is called, and each change. */
async function inWords(catalog: Catalog, ctx: Ctx, table: string, events: readonly FoundEvent[]) {
  const resource = catalog.resources.find(each => tableOf(each) === table)
  const rows = resource
    ? await titlesOf(
        catalog,
        ctx,
        resource,
        events.map(({ row_id }) => row_id),
      )
    : new Map<number, Titled>()
  const nameOf = resource && (await namesIn(ctx, resource, catalog, events))
  return events.map(({ id, at, event, author, reason, changes, row_id, lines }) => ({
    id,
    at,
    author,
    reason,
    event: eventInWords(event, resource?.actions),
    section: resource ? capital(resource.text.many) : table,
    path: resource?.path ?? '',
    uuid: lines > 1 ? null : (rows.get(row_id)?.uuid ?? null),
    deleted: lines > 1 ? false : (rows.get(row_id)?.deleted ?? false),
    lines,
    title:
      lines > 1
        ? count(lines, resource?.text ?? { one: 'registro', many: 'registros', gender: 'm' })
        : (rows.get(row_id)?.title ?? (row_id ? `#${row_id}` : 'Conta não cadastrada')),
    changes: resource && nameOf && lines === 1 ? tellChanges(resource, changes, ctx, nameOf) : [],
  }))
}

interface Titled {
  readonly id: number
  readonly uuid: string
  readonly deleted: boolean
  readonly title: string | null
}

/** What rows are called, those deleted too. */
async function titlesOf(
  catalog: Catalog,
  { sql: db, user }: Ctx,
  resource: AnyResource,
  ids: readonly number[],
): Promise<Map<number, Titled>> {
  const title = titleSql(catalog, resource, 't', visibilityOf(catalog, user))
  const { rows } = await sql<Titled>`
    select t.id, t.uuid, t.deleted_at is not null as deleted, (${title})::text as title
    from ${sql.table(tableOf(resource))} t where t.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
