import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff, permission } from '#kernel/access.ts'
import { call } from '#kernel/call.ts'
import type { Field } from '#kernel/field.ts'
import { problem } from '#kernel/problem.ts'
import { keyOf, tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { sayValue, type NameOf } from '#kernel/say.ts'
import { agree } from '#kernel/text.ts'
import { doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { linesAgain } from '#features/platform/history/lines.ts'
import { eventInWords, lineChangesInWords } from '#features/platform/history/words.ts'
import { authorSql } from '#server/audit.ts'
import type { Catalog } from '#server/catalog.ts'
import { etag, versionIn } from '#server/crud.ts'
import { Answer, doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { visibilityOf } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { titleSql, yes } from '#server/sql.ts'

const size = 30
export interface HistoryEvent {
  readonly id: number
  readonly at: string
  readonly event: string
  readonly author: string | null
  readonly reason: string | null
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}
const rowEvent = z.object({
  id: z.int(),
  at: z.string(),
  event: z.string(),
  author: z.string().nullable(),
  reason: z.string().nullable(),
  changes: listShape(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      restorable: z.boolean(),
    }),
  ),
})
const historyCallOf = (of: AnyResource) =>
  call.get(`/${of.path}/:id/historico`, {
    id: permission(of, 'historico'),
    summary: 'Ver o histórico',
    of,
    query: z.strictObject({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    answer: z.object({ data: listShape(rowEvent), more: z.boolean() }),
  })

const eventsSchema = z.strictObject({
  event: z.int().positive(),
  fields: z.array(z.string().max(100)).min(1, 'Escolha ao menos um campo.').max(200),
})
const restoreCallOf = (of: AnyResource) =>
  call.put(`/${of.path}/:id/restaurar`, {
    id: permission(of, 'restaurar'),
    summary: 'Restaurar valores anteriores, ou o que foi excluído',
    of,
    ...(of.proof && { proof: of.proof }),
    /** With nothing chosen, the row itself, which was deleted. */
    body: eventsSchema.partial(),
    answer: doneShape(rowShape(of)),
  })

/** Routes to list who changed which field of a row, and to restore earlier values, for every resource with a page. */
export const historyOperations = (catalog: Catalog): readonly AnyOperation[] =>
  catalog.resources.filter(each => verbsOf(each).includes('show')).flatMap(each => routesOf(each, catalog))

function routesOf(resource: AnyResource, catalog: Catalog): readonly AnyOperation[] {
  const read = serve(historyCallOf(resource), async (ctx, { id, query: { page } }) => {
    const row = await ctx.rows(resource).find(id)
    // People of clients may see a row they may not change: its history is refused to them.
    if (!isStaff(ctx.user)) await catalog.extension(resource)?.how.guard?.(row, ctx)
    const { rows } = await sql<HistoryEvent>`
      select e.id, e.at, e.event, ${authorSql}, e.reason, e.changes
      from audit_events e left join users u on u.id = e.user_id
      where e.resource = ${tableOf(resource)} and e.row_id = ${row.id}
      order by e.id desc limit ${size + 1} offset ${(page - 1) * size}`.execute(ctx.sql)
    const events = rows.slice(0, size)
    const nameOf = await namesIn(ctx, resource, catalog, events)
    const data = events.map(({ changes, event, ...rest }) => ({
      ...rest,
      event: eventInWords(event, resource.actions),
      changes: tellChanges(resource, changes, ctx, nameOf),
    }))
    return { data, more: rows.length > size }
  })
  if (!verbsOf(resource).includes('update')) return [read]
  const restore = serve(restoreCallOf(resource), async (ctx, { id, body: { event, fields } }) => {
    const restored =
      event === undefined || fields === undefined
        ? await ctx.rows(resource).revive(id)
        : await putBack(ctx, resource, id, { event, fields })
    return new Answer(
      200,
      doneAnswer(200, `${agree(resource.text, 'restaurado')} com sucesso.`, restored),
      etag(restored),
    )
  })
  return [read, restore]
}

/** Fields of a row as they were before an event, in a change like any other. */
async function putBack(ctx: Ctx, resource: AnyResource, id: string, { event, fields }: z.infer<typeof eventsSchema>) {
  const row = await ctx.rows(resource).find(id)
  const { rows } = await sql<Pick<HistoryEvent, 'changes'>>`
    select changes from audit_events
    where id = ${event} and resource = ${tableOf(resource)} and row_id = ${row.id}`.execute(ctx.sql)
  const found = rows[0]
  if (!found) throw problem('missing', 'Esta alteração não está no histórico do registro.')
  const now: Readonly<Record<string, unknown>> = { ...row }
  const draft = Object.fromEntries(
    fieldsSeen(resource, ctx).flatMap(([name, field]) => {
      const key = keyOf(name, field)
      const change = found.changes[key]
      if (!change || !restorable(field) || !fields.includes(name)) return []
      const { shape } = field.options
      return [[key, shape ? linesAgain(shape, change[0], now[key]) : change[0]]]
    }),
  )
  if (!Object.keys(draft).length) throw problem('conflict', 'Nada do que foi escolhido pode ser restaurado.')
  return ctx.rows(resource).update(row.id, draft, versionIn(ctx), 'restaurar')
}

const fieldsSeen = (resource: AnyResource, { user }: Ctx) =>
  Object.entries(resource.fields).filter(([, { options }]) => isStaff(user) || !options.internal)
/** A secret is never known, and what the server reckons follows by itself. */
const restorable = ({ writable, options }: Field) => writable && !options.secret && !options.mirrored

/** The changes of an event in words, those of fields its reader may see. */
export const tellChanges = (resource: AnyResource, changes: HistoryEvent['changes'], ctx: Ctx, nameOf: NameOf) =>
  fieldsSeen(resource, ctx).flatMap(([name, field]) => {
    const change = changes[keyOf(name, field)]
    if (!change) return []
    const [before, after] = change
    const lines = field.kind === 'many'
    return [
      {
        field: name,
        label: field.label,
        before: lines ? null : sayValue(field, before, nameOf),
        after: lines ? lineChangesInWords(before, after) : sayValue(field, after, nameOf),
        restorable: restorable(field),
      },
    ]
  })

/** Names all rows those changes point to, with a statement per section; a label replaces names the reader may not see. */
export async function namesIn(
  ctx: Ctx,
  resource: AnyResource,
  catalog: Catalog,
  events: readonly HistoryEvent[],
): Promise<NameOf> {
  const sight = visibilityOf(catalog, ctx.user)
  const wanted = new Map<string, { readonly ids: Set<number>; told: boolean }>()
  for (const [name, field] of Object.entries(resource.fields)) {
    const { to, told = false } = field.options
    if (field.kind !== 'ref' || to === undefined) continue
    const asked = wanted.get(to) ?? { ids: new Set(), told }
    wanted.set(to, asked)
    asked.told &&= told
    for (const { changes } of events)
      for (const value of changes[keyOf(name, field)] ?? []) if (typeof value === 'number') asked.ids.add(value)
  }
  const names = new Map<string, string>()
  for (const [path, { ids, told }] of wanted) {
    if (!ids.size) continue
    const target = catalog.at(path)
    const { rows } = await sql<{ id: number; name: string | null }>`
      select t.id, (${titleSql(catalog, target, 't', sight)})::text as name from ${sql.table(tableOf(target))} t
      where t.id = any(${[...ids]}::bigint[]) and ${(told ? null : sight(target, 't')) ?? yes}`.execute(ctx.sql)
    for (const { id, name } of rows) names.set(`${path} ${id}`, name ?? `#${id}`)
  }
  return (path, id) => names.get(`${path} ${id}`) ?? 'Registro que você não vê'
}
