import { sql } from 'kysely'
import * as z from 'zod'
import { can, permission } from '#kernel/access.ts'
import { rowJson } from '#kernel/json.ts'
import { eachMeta, metasAt } from '#kernel/meta.ts'
import { tableOf, type AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { holders, metasNameIn } from '#features/clients/metas/holders.ts'
import type { MappedValue } from '#parts/custom-field/custom-field.ts'
import { goalsWithDefined, mappedAmong, readDefined, readGoals } from '#parts/custom-field/mapped.server.ts'
import { scopeSql } from '#server/scope.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Ctx } from '#server/operation.ts'

/** What an item of the queue holds: which row, and what happened to it. What the row holds is read as it is sent. */
export const noticeSchema = z.object({
  endpoint: z.number(),
  type: z.string(),
  timestamp: z.string(),
  resource: z.string(),
  row: z.number(),
  uuid: z.string(),
})
export type NoticeFacts = Omit<z.infer<typeof noticeSchema>, 'endpoint'>

export interface WebhookMessage {
  readonly body: string
  /** The fields in it that were defined at run time. */
  readonly fields: readonly MappedValue[]
}

/** The type of a message that says nothing but that it arrived. */
export const testType = 'webhook.teste'

/**
 * A message, as docs/api/webhooks.md describes it: the row as its list answers it to this reader at this moment, of a deleted one what names
 * it. Null where the reader does not see it.
 */
export async function webhookMessage(ctx: Ctx, catalog: Catalog, notice: NoticeFacts): Promise<WebhookMessage | null> {
  const { type, timestamp, resource, row, uuid } = notice
  const message = (data: object, version: number | null, fields: readonly MappedValue[] = []) => ({
    body: JSON.stringify({ type, timestamp, api: 'v1', version, resource, data, fields }),
    fields,
  })
  if (type === testType) return message({ uuid }, null)
  const of = catalog.resources.find(({ path }) => path === resource)
  if (!of || !can(ctx.user, permission(of, 'show'))) return null
  const [found] = await ctx.rows(of).among([row])
  if (found) return message(declaredOf(of, found), versionOf(found), await mappedOf(ctx, of, row))
  const { rows: deleted } = await sql<{ id: number; uuid: string; deleted_at: string; version: number }>`
    select t.id::float8 as id, t.uuid, t.deleted_at, t.version from ${sql.table(tableOf(of))} t
    where t.id = ${row} and t.deleted_at is not null and ${scopeSql(catalog, of, ctx.user)}`.execute(ctx.sql)
  const [gone] = deleted
  if (!gone) return null
  const { version, ...data } = gone
  return message(data, version)
}

/** The fields defined at run time that are mapped to webhooks, of a row that the reader sees, with their values as they are stored. */
async function mappedOf(ctx: Ctx, of: AnyResource, id: number): Promise<readonly MappedValue[]> {
  if (!holders.includes(of)) return []
  const row: Readonly<Record<string, unknown>> = { ...(await ctx.rows(of).seek(id)) }
  const metas = eachMeta(metasAt(row, metasNameIn(of)))
  const defined = of === clients ? eachMeta((await readDefined(ctx.sql, id)).flat()) : []
  const goalOf = goalsWithDefined(await readGoals(ctx.sql, 'webhook', [...metas, ...defined]), defined)
  return mappedAmong(metas, goalOf, ({ value }) => value ?? '')
}

/** What the declaration lets out, as the serializer of answers does. */
function declaredOf(of: AnyResource, row: object): object {
  const { properties } = rowJson(of, { withLines: false })
  const declared = typeof properties === 'object' && properties !== null ? properties : {}
  return Object.fromEntries(Object.entries(row).filter(([key]) => key in declared))
}

const versionOf = (row: object) => ('version' in row && typeof row.version === 'number' ? row.version : null)
