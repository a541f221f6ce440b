import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { invalid } from '#kernel/problem.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { readActs } from '#features/platform/history/api.ts'
import { linesInSentences, type TimelineLine } from '#features/platform/history/sentences.server.ts'
import { kindInWords } from '#features/platform/history/sentences.ts'
import { users } from '#features/people/users/users.ts'
import type { Catalog } from '#server/catalog.ts'
import { dayStartSql } from '#server/days.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { andAll } from '#server/sql.ts'

/**
 * Lines are read so many at a time, and so many times for one answer: who may see little of what a person did is given a short page
 * and the way to the next one, not a statement over all that person ever did.
 */
const [batch, rounds] = [400, 5]

/** Reads what somebody did; of a section, what the reader may list of it. */
export const actsOf = (catalog: Catalog) =>
  serve(readActs, async (ctx, { id, query }) => {
    const { id: person } = await ctx.rows(users).find(id, [])
    const readable = catalog.resources.filter(each => can(ctx.user, permission(each, 'index')))
    const { kind, from, to, before, per_page: size } = query
    const narrowed = kind === undefined ? readable : readable.filter(({ path }) => path === kind)
    if (kind !== undefined && !narrowed.length) throw invalid({ kind: 'Escolha da lista.' })
    const conditions = [
      sql`e.user_id = ${person}`,
      // What they did to their own account is in its history, and is mostly sign-ins.
      sql`not (e.resource = ${tableOf(users)} and e.row_id = ${person})`,
      sql`e.resource = any(${[...new Set(narrowed.map(tableOf))]}::text[])`,
      ...(from === undefined ? [] : [sql`e.at >= ${dayStartSql(from)}`]),
      ...(to === undefined ? [] : [sql`e.at < ${dayStartSql(to, 1)}`]),
    ]
    const found: SeenLine[] = []
    let reached = before ?? null
    for (let round = 0; round < rounds && found.length <= size; round++) {
      const lines = await linesBefore(ctx, conditions, reached)
      found.push(...(await seenAmong(catalog, ctx, narrowed, lines)))
      reached = lines.length < batch ? null : (lines.at(-1)?.id ?? null)
      if (reached === null) break
    }
    const shown = found.slice(0, size)
    return {
      data: [...(await linesInSentences(catalog, ctx, await whole(ctx, shown)))],
      next: found.length > size ? (shown.at(-1)?.id ?? null) : reached,
      kinds: readable.map(each => ({ path: each.path, label: kindInWords(each) })),
    }
  })

interface ActLine {
  readonly id: number
  readonly resource: string
  readonly row_id: number
}
/** A line whose row the reader sees in a section. */
interface SeenLine {
  readonly id: number
  readonly path: string
}
async function linesBefore({ sql: db }: Ctx, conditions: readonly Part[], before: number | null) {
  const { rows } = await sql<ActLine>`
    select e.id, e.resource, e.row_id from audit_events e
    where ${andAll([...conditions, ...(before === null ? [] : [sql`e.id < ${before}`])])}
    order by e.id desc limit ${batch}`.execute(db)
  return rows
}

/** All that is stored of some lines; what changed may be long, and is read of those that are shown. */
async function whole({ sql: db }: Ctx, lines: readonly SeenLine[]): Promise<readonly TimelineLine[]> {
  const pathOf = new Map(lines.map(({ id, path }) => [id, path]))
  const { rows } = await sql<Omit<TimelineLine, 'path'>>`
    select e.id, e.at, e.event, u.name as author, e.reason, e.changes, e.row_id
    from audit_events e join users u on u.id = e.user_id
    where e.id = any(${[...pathOf.keys()]}::bigint[]) order by e.id desc`.execute(db)
  return rows.map(row => ({ ...row, path: pathOf.get(row.id) ?? '' }))
}

/** The lines whose rows the reader sees, each under the first section that shows its row: sections may share a table. */
async function seenAmong(
  catalog: Catalog,
  ctx: Ctx,
  sections: readonly AnyResource[],
  lines: readonly ActLine[],
): Promise<readonly SeenLine[]> {
  const pathOf = new Map<string, string>()
  for (const section of sections) {
    const table = tableOf(section)
    const ids = lines.filter(({ resource }) => resource === table).map(({ row_id }) => row_id)
    if (!ids.length) continue
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sql.table(table)} t
      where t.id = any(${[...new Set(ids)]}::bigint[]) and ${scopeSql(catalog, section, ctx.user)}`.execute(ctx.sql)
    for (const { id } of rows) {
      const key = `${table} ${id}`
      if (!pathOf.has(key)) pathOf.set(key, section.path)
    }
  }
  return lines.flatMap(({ id, resource, row_id }) => {
    const path = pathOf.get(`${resource} ${row_id}`)
    return path === undefined ? [] : [{ id, path }]
  })
}
