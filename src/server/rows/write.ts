import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { titleOf, type AnyResource, type StoredOf } from '#kernel/resource.ts'
import { agree, slugOf } from '#kernel/text.ts'
import { changes, record } from '#server/audit.ts'
import { refuseLeft } from '#server/held.ts'
import { cleaned } from '#server/html.ts'
import { draftLinesOf, saveLines } from '#server/lines.ts'
import { numberMetas } from '#server/metas.ts'
import { refuseUnseen } from '#server/references.ts'
import type { Key } from '#server/rows.ts'
import { findRow, holdRow, readRow, refuseBound, refuseLocked, type Door, type DraftValues } from '#server/rows/door.ts'
import type { Part } from '#server/sql.ts'
import { unseenLines, withUnseen } from '#server/unseen.ts'

export async function createRow(door: Door, given: StoredOf<AnyResource>) {
  const { catalog, resource, ctx, table, hooks, read } = door
  refuseBound(door)
  const completed: DraftValues = (await hooks?.beforeCreate?.(given, ctx)) ?? given
  const numbered = await numberMetas(ctx.sql, resource.fields, {}, completed)
  const values = withDefaults(door, cleaned(resource.fields, numbered))
  await refuseUnseen(catalog, resource, values, ctx)
  const columns = columnsIn(resource, values)
  const [created] = await read<{ id: number }>(
    sql`insert into ${sql.table(table)} (${sql.join(columns.map(name => sql.ref(name)))}) values (${sql.join(columns.map(name => valueSql(resource, name, values[name])))}) returning id`,
  )
  if (!created) throw problem('internal')
  await saveLinesOf(door, created.id, values)
  await record(ctx, resource, created.id, 'store', changes(resource, {}, values))
  const made = await findRow(door, created.id)
  await hooks?.afterCreate?.(made, ctx)
  return made
}

/** Answers the id of the row. */
export async function updateRow(
  door: Door,
  key: Key,
  given: Partial<StoredOf<AnyResource>>,
  version?: number,
  event = 'update',
): Promise<number> {
  const { catalog, resource, ctx, table, hooks, sight } = door
  refuseBound(door)
  const before = await holdRow(door, key)
  await hooks?.guard?.(before, ctx)
  if (!before.active) throw problem('conflict', `${agree(resource.text, 'inativo')}: reative antes de alterar.`)
  refuseLocked(door, before, given)
  if (version !== undefined && version !== before.version)
    throw problem('stale', { data: { current: await findRow(door, before.id) } })
  // What was not shown cannot be what they meant to empty.
  const unseen = unseenLines(catalog, resource, given, sight)
  const draft = unseen ? withUnseen(resource.fields, given, before, await readRow(door, before.id, unseen)) : given
  const values: DraftValues = cleaned(resource.fields, (await hooks?.beforeUpdate?.(draft, before, ctx)) ?? draft)
  const changed = changes(resource, before, values)
  if (!Object.keys(changed).length) return before.id
  await refuseUnseen(catalog, resource, values, ctx, before)
  await refuseLeft(catalog, resource, values, ctx, before)
  const numbered = await numberMetas(ctx.sql, resource.fields, before, values)
  const set = [
    ...columnsIn(resource, values).map(name => sql`${sql.ref(name)} = ${valueSql(resource, name, numbered[name])}`),
    sql`version = version + 1`,
    sql`updated_at = now()`,
  ]
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${before.id}`.execute(ctx.sql)
  await saveLinesOf(door, before.id, values)
  await record(ctx, resource, before.id, event, changed)
  return before.id
}

const columnsIn = ({ fields }: AnyResource, values: DraftValues) =>
  Object.keys(values).filter(name => fields[name]?.kind !== 'many')
const valueSql = ({ fields }: AnyResource, name: string, value: unknown): Part =>
  fields[name]?.kind === 'metas' ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`

async function saveLinesOf({ resource, ctx, table }: Door, parent: number, values: DraftValues) {
  for (const [name, { field, drafts }] of draftLinesOf(resource.fields, values))
    await saveLines(ctx.sql, field, `${table}_${name}`, [{ parent, path: name, drafts }])
}

/** A new row's values: the declared defaults, the slug of its name, and the company the user works in. */
function withDefaults({ resource, catalog, ctx: { user } }: Door, given: DraftValues): DraftValues {
  const values: Record<string, unknown> = { ...given }
  for (const [name, { kind, options }] of Object.entries(resource.fields)) {
    if (values[name] !== undefined || options.derived) continue
    if (options.default !== undefined) values[name] = options.default
    else if (kind === 'flag') values[name] = false
    else if (name === 'slug') values[name] = slugOf(String(values[titleOf(resource)] ?? ''))
  }
  const owner = resource.fields[resource.scope]
  const company = companyOf(user)
  if (owner?.options.to === catalog.tenancy.company && company !== null) values[`${resource.scope}_id`] ??= company
  return values
}
