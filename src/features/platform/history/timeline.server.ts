import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { invalid } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { readTimeline } from '#features/platform/history/api.ts'
import { linesInSentences, type TimelineLine } from '#features/platform/history/sentences.server.ts'
import { kindInWords } from '#features/platform/history/sentences.ts'
import { authorSql } from '#server/audit.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { targetOf } from '#server/sql.ts'

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
      select e.id, e.at, e.event, ${authorSql}, e.reason, e.changes, found.path, found.row_id
      from (select * from (${sql.join(parts, sql` union all `)}) every order by id desc limit ${size + 1}) found
      join audit_events e on e.id = found.id left join users u on u.id = e.user_id
      order by e.id desc`.execute(ctx.sql)
    const lines = rows.slice(0, size)
    return {
      data: await linesInSentences(catalog, ctx, lines, clients),
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
