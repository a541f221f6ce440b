import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { tableOf, titleOf, type AnyResource } from '#kernel/resource.ts'
import { showMonth } from '#kernel/show.ts'
import type { TimelineEvent } from '#features/platform/history/api.ts'
import { namesIn, tellChanges, type HistoryEvent } from '#features/platform/history/events.server.ts'
import { actInWords, hasScreen, thingInWords } from '#features/platform/history/sentences.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'
import { visibilityOf } from '#server/scope.ts'
import { titleSql } from '#server/sql.ts'

/** A line of the history, with the path of the section its row is of. */
export interface TimelineLine extends HistoryEvent {
  readonly path: string
  readonly row_id: number
}

/** Lines of many sections as sentences, the latest first. */
export async function linesInSentences(
  catalog: Catalog,
  ctx: Ctx,
  lines: readonly TimelineLine[],
  self: AnyResource | null = null,
): Promise<readonly TimelineEvent[]> {
  const paths = [...new Set(lines.map(({ path }) => path))]
  const sentences = await Promise.all(
    paths.map(path =>
      sectionInSentences(
        catalog,
        ctx,
        catalog.at(path),
        lines.filter(line => line.path === path),
        self,
      ),
    ),
  )
  return sentences.flat().toSorted((a, b) => b.id - a.id)
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
  const hasName = fields[title]?.kind !== 'ref'
  const name = hasName ? titleSql(catalog, resource, 't', visibilityOf(catalog, user)) : sql`null`
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

/** Lines of the history of one section's rows as sentences; what happened to a row of `self` names no thing. */
async function sectionInSentences(
  catalog: Catalog,
  ctx: Ctx,
  resource: AnyResource,
  lines: readonly TimelineLine[],
  self: AnyResource | null,
): Promise<readonly TimelineEvent[]> {
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
      thing: resource === self ? '' : thingInWords(resource),
      title: shortened(row?.title ?? null) ?? period,
      path: opens && row && !row.deleted && resource !== self ? `/${resource.path}/${row.uuid}` : null,
      deleted: row?.deleted ?? true,
      reason: reads ? shortened(reason) : null,
      changes: all
        .slice(0, shownChanges)
        .map(({ label, before, after }) => ({ label, before: shortened(before), after: shortened(after) })),
      changed: all.length,
    }
  })
}
