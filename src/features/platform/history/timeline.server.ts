import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import type { AnswerOf } from '#kernel/call.ts'
import { invalid } from '#kernel/problem.ts'
import { tableOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import { showMonth } from '#kernel/show.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { namesIn, tellChanges, type HistoryEvent } from '#features/platform/history/events.server.ts'
import { readTimeline } from '#features/platform/history/api.ts'
import { actInWords, hasScreen, kindInWords, thingInWords } from '#features/platform/history/sentences.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'
import { scopeSql, visibilityOf } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { targetOf, titleSql } from '#server/sql.ts'

/** A section whose rows hang on a client: itself, then what it hangs on, up to the one that names the client. */
type ScopeChain = readonly [AnyResource, ...AnyResource[]]

function chainOf(catalog: Catalog, resource: AnyResource): ScopeChain | null {
  const scoped = resource.fields[resource.scope]
  if (scoped?.kind !== 'ref' || scoped.options.derived) return null
  const above = targetOf(catalog, scoped)
  if (above === clients) return [resource]
  const rest = chainOf(catalog, above)
  return rest && [resource, ...rest]
}

interface TimelineLine extends HistoryEvent {
  readonly path: string
  readonly row_id: number
}

/** Reads what happened to a client and to what hangs on it; of a section, what the reader may list of it. */
export const timelineOf = (catalog: Catalog) => {
  const chains = catalog.resources.flatMap((each): ScopeChain[] => {
    const chain = chainOf(catalog, each)
    return chain ? [chain] : []
  })
  return serve(readTimeline, async (ctx, { id, query }) => {
    const { id: client } = await ctx.rows(clients).find(id, [])
    const seen = chains.filter(([{ path }]) => can(ctx.user, permission({ path }, 'index')))
    const kinds = [clients, ...seen.map(([each]) => each)]
    const { kind, per_page: size } = query
    if (kind !== undefined && !kinds.some(({ path }) => path === kind)) throw invalid({ kind: 'Escolha da lista.' })
    const parts = [
      ...(kind === undefined || kind === clients.path
        ? [branchSql(catalog, ctx, [clients], sql`t.id = ${client}`, query)]
        : []),
      ...seen
        .filter(([{ path }]) => kind === undefined || path === kind)
        .map(chain =>
          branchSql(catalog, ctx, chain, sql`${sql.ref(`${aliasAt(chain.length - 1)}.client_id`)} = ${client}`, query),
        ),
    ]
    const { rows } = await sql<TimelineLine>`
      select e.id, e.at, e.event, u.name as author, e.reason, e.changes, found.path, found.row_id
      from (select * from (${sql.join(parts, sql` union all `)}) every order by id desc limit ${size + 1}) found
      join audit_events e on e.id = found.id left join users u on u.id = e.user_id
      order by e.id desc`.execute(ctx.sql)
    const lines = rows.slice(0, size)
    const paths = [...new Set(lines.map(({ path }) => path))]
    const sentences = await Promise.all(
      paths.map(path =>
        inSentences(
          catalog,
          ctx,
          catalog.at(path),
          lines.filter(line => line.path === path),
        ),
      ),
    )
    return {
      data: sentences.flat().toSorted((a, b) => b.id - a.id),
      next: rows.length > size ? (lines.at(-1)?.id ?? null) : null,
      kinds: kinds.map(each => ({ path: each.path, label: kindInWords(each) })),
    }
  })
}

/** Of a section in its chain; its own rows are `t`. */
const aliasAt = (at: number) => (at === 0 ? 't' : `a${at}`)

interface TimelineNarrowing {
  readonly before?: number | undefined
  readonly user_id?: number | undefined
  readonly per_page: number
}
/**
 * The latest lines of history of a section's rows that meet a condition. Each row's are read by the index, backwards: ordered as
 * a whole, PostgreSQL might read the history of everything from its end until it has found enough of this client.
 */
function branchSql(
  catalog: Catalog,
  { user }: Ctx,
  chain: ScopeChain,
  condition: Part,
  { before, user_id, per_page }: TimelineNarrowing,
): Part {
  const [resource] = chain
  const table = tableOf(resource)
  const above = chain.slice(1).map((each, at) => {
    const under = sql.ref(`${aliasAt(at)}.${(chain[at] ?? resource).scope}_id`)
    return sql` join ${sql.table(tableOf(each))} ${sql.ref(aliasAt(at + 1))} on ${sql.ref(`${aliasAt(at + 1)}.id`)} = ${under}`
  })
  return sql`(select h.id, ${resource.path}::text as path, t.id as row_id
    from ${sql.table(table)} t${sql.join(above, sql``)} cross join lateral (
      select e.id from audit_events e where e.resource = ${table} and e.row_id = t.id
        ${before === undefined ? sql`` : sql`and e.id < ${before}`} ${user_id === undefined ? sql`` : sql`and e.user_id = ${user_id}`}
      order by e.id desc limit ${per_page + 1}) h
    where ${condition} and ${scopeSql(catalog, resource, user)}
    order by h.id desc limit ${per_page + 1})`
}

interface TimelineRow {
  readonly id: number
  readonly uuid: string
  readonly deleted: boolean
  readonly title: string | null
  readonly year: number | null
  readonly month: number | null
}
/** A row's own name; of one that is called by what it hangs on, its month or year. */
async function rowsNamed(catalog: Catalog, { sql: db, user }: Ctx, resource: AnyResource, ids: readonly number[]) {
  const { fields } = resource
  const title = titleOf(resource)
  const own = fields[title]?.kind !== 'ref'
  const name = own ? titleSql(catalog, resource, 't', visibilityOf(catalog, user)) : sql`null`
  const column = (of: string) =>
    fields[of]?.kind === 'integer' && !fields[of].options.derived ? sql.ref(`t.${of}`) : sql`null::int`
  const { rows } = await sql<TimelineRow>`
    select t.id, t.uuid, t.deleted_at is not null as deleted, left((${name})::text, 121) as title,
      ${column('year')} as year, ${column('month')} as month
    from ${sql.table(tableOf(resource))} t where t.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

const longest = 120
const shortened = (text: string | null) =>
  text !== null && text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
/** A line of the timeline shows so many changes. */
const shownChanges = 4

type TimelineAnswer = AnswerOf<typeof readTimeline>['data']
async function inSentences(
  catalog: Catalog,
  ctx: Ctx,
  resource: AnyResource,
  lines: readonly TimelineLine[],
): Promise<TimelineAnswer> {
  const ids = [...new Set(lines.map(({ row_id }) => row_id))]
  const rows = await rowsNamed(catalog, ctx, resource, ids)
  const reads = can(ctx.user, permission(resource, 'historico'))
  const opens = hasScreen(resource) && can(ctx.user, permission(resource, 'show'))
  const nameOf = reads ? await namesIn(ctx, resource, catalog, lines) : null
  return lines.map(({ id, at, event, author, reason, changes, row_id }) => {
    const row = rows.get(row_id)
    const verb = event.split('.').at(-1)
    // What a new row came with is its record.
    const all = nameOf && verb !== 'store' ? tellChanges(resource, changes, ctx, nameOf) : []
    const [year, month] = [row?.year, row?.month]
    const period = year && month ? showMonth(year, month) : year ? String(year) : ''
    return {
      id,
      at,
      author,
      act: actInWords(event, resource),
      thing: resource === clients ? '' : thingInWords(resource),
      title: shortened(row?.title ?? null) ?? period,
      path: opens && row && !row.deleted && resource !== clients ? `/${resource.path}/${row.uuid}` : null,
      deleted: row?.deleted ?? true,
      reason: reads ? shortened(reason) : null,
      changes: all
        .slice(0, shownChanges)
        .map(({ label, before, after }) => ({ label, before: shortened(before), after: shortened(after) })),
      changed: all.length,
    }
  })
}
