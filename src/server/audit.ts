import { sql } from 'kysely'
import { actor } from '#kernel/access.ts'
import type { Field } from '#kernel/field.ts'
import { keyOf, tableOf, type AnyResource } from '#kernel/resource.ts'
import { sendAlong } from '#server/database/driver.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

/** Field by field: what it was, what it became. */
export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>

/** What writing `after` over `before` changes; a secret is noted, never shown. */
export function changes(resource: AnyResource, before: object, after: object): Changes {
  const was: Readonly<Record<string, unknown>> = { ...before }
  const becomes: Readonly<Record<string, unknown>> = { ...after }
  const changed: Record<string, readonly [unknown, unknown]> = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    const key = keyOf(name, field)
    const value = becomes[key]
    if (value === undefined) continue
    const old = was[key] ?? null
    if (field.options.secret) changed[key] = [null, '(alterada)']
    else if (!same(old, value)) changed[key] = [recordedValue(field, old), value]
  }
  return changed
}

/** Lines as they are put back from: under their ids, without the names of what they point to, which would be most of them. */
function recordedValue({ options: { shape } }: Field, value: unknown): unknown {
  if (!shape || !Array.isArray(value)) return value
  const keys = Object.entries(shape).map(([name, field]) => [keyOf(name, field), field] as const)
  return value.map((line: Readonly<Record<string, unknown>>) =>
    Object.fromEntries([
      ['id', line.id],
      ...keys.map(([key, field]) => [key, recordedValue(field, line[key] ?? null)]),
    ]),
  )
}

/** Lines are compared by what the draft says of them: what it leaves out (ids, references' names) is not a change. */
function same(old: unknown, value: unknown): boolean {
  if (Array.isArray(old) && Array.isArray(value))
    return old.length === value.length && value.every((line, i) => same(old[i], line))
  if (typeof old === 'object' && old && typeof value === 'object' && value) {
    const was: Readonly<Record<string, unknown>> = { ...old }
    return Object.entries(value).every(([key, part]) => same(was[key] ?? null, part ?? null))
  }
  return (old ?? null) === (value ?? null)
}

/** Reads the writer's reason from `X-Motivo`: percent-encoded, for headers are Latin-1. */
export function statedReason({ request }: Ctx): string | null {
  const given = request.headers['x-motivo']
  if (typeof given !== 'string' || !/^[\x20-\x7e]{1,3000}$/.test(given)) return null
  try {
    return decodeURIComponent(given).replaceAll('\0', '').trim().slice(0, 500) || null
  } catch {
    return null
  }
}

/**
 * Lines of history of rows that the same statement writes: `rows` is called `h`, with the `id` of each and what was changed of
 * it as `changes`. Returns the `id` of each line, and its `row_id`.
 */
export const historySql = (ctx: Ctx, resource: AnyResource, event: string, rows: Part) => sql`
  insert into audit_events (request_id, user_id, token_id, event, resource, row_id, changes, reason)
  select ${ctx.request.id}, ${actor(ctx.user).id || null}::bigint, ${ctx.user.token?.id ?? null}::bigint, ${`${resource.path}.${event}`}, ${tableOf(resource)}, h.id, h.changes, ${statedReason(ctx)}
  from ${rows} returning id, row_id`

/**
 * The author of the line of history `e`, who is user `u`; and the token, where a program acted in their name. Its quotation marks are
 * literals, because the bundle cannot escape them in a template, and one of them would double the memory of its text.
 */
export const authorSql = sql`u.name || coalesce(
  (select ${sql.lit(' · token “')} || k.name || ${sql.lit('”')} from api_tokens k where k.id = e.token_id), '') as author`

/** One row for it. */
export const oneChanged = (id: Part, changed: Changes, from = sql``) =>
  sql`(select ${id} as id, ${JSON.stringify(changed)}::json as changes ${from}) h`

/** Writes one line of history, in the transaction of the write it describes. */
export async function record(ctx: Ctx, resource: AnyResource, row: number, event: string, changed: Changes) {
  await sendAlong(ctx.sql, historySql(ctx, resource, event, oneChanged(sql`${row}::bigint`, changed)))
}
