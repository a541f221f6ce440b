import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { titleOf, type AnyResource, type StoredOf } from '#kernel/resource.ts'
import { slugOf } from '#kernel/text.ts'
import { changes, historySql } from '#server/audit.ts'
import { cleaned } from '#server/html.ts'
import { saveListsOf } from '#server/lines.ts'
import { numberMetas } from '#server/metas.ts'
import { refuseUnseen } from '#server/references.ts'
import {
  alikeIn,
  findRow,
  ownColumns,
  refuseBound,
  type Door,
  type DraftValues,
  type StoredRow,
} from '#server/rows/door.ts'

export async function createRow(door: Door, given: StoredOf<AnyResource>) {
  const [created] = await insertRows(door, [given])
  if (!created) throw problem('internal')
  const made = await findRow(door, created.id)
  await door.hooks?.afterCreate?.(made, door.ctx)
  return made
}

/** All of them or none, in their order; what they come to is not read back. */
export async function createRows(door: Door, given: readonly StoredOf<AnyResource>[]): Promise<readonly StoredRow[]> {
  const created = await insertRows(door, given)
  if (door.hooks?.afterCreate)
    for (const { id } of created) await door.hooks.afterCreate(await findRow(door, id), door.ctx)
  return created
}

async function insertRows(door: Door, given: readonly StoredOf<AnyResource>[]): Promise<readonly StoredRow[]> {
  const { catalog, resource, ctx } = door
  refuseBound(door)
  const drafts: DraftValues[] = []
  for (const each of given) drafts.push(await completed(door, each))
  await refuseUnseen(
    catalog,
    resource,
    drafts.map(values => ({ values })),
    ctx,
  )
  const fresh = drafts.map((values): FreshRow => ({ uuid: randomUUID(), values }))
  const made = new Map<string, StoredRow>()
  for (const rows of alikeIn(fresh, ({ values }) => ownColumns(resource, values)))
    for (const { uuid, ...written } of await insertAlike(door, rows)) made.set(uuid, written)
  const rows = fresh.flatMap(({ uuid, values }) => {
    const row = made.get(uuid)
    return row ? [{ ...row, values }] : []
  })
  await saveListsOf(ctx.sql, resource, rows)
  return rows.map(({ id, version, event }) => ({ id, version, event }))
}
interface FreshRow {
  readonly uuid: string
  readonly values: DraftValues
}

/** Rows that say the same columns, with their history: one statement, whatever their number. */
async function insertAlike({ resource, table, ctx, read }: Door, rows: readonly FreshRow[]) {
  const columns = ownColumns(resource, rows[0]?.values ?? {})
  const own = rows.map(({ uuid, values }) => ({
    uuid,
    ...Object.fromEntries(columns.map(name => [name, values[name]])),
  }))
  const changed = rows.map(({ uuid, values }) => ({ uuid, changes: changes(resource, {}, values) }))
  const told = sql`(select made.id, n.changes from json_to_recordset(${JSON.stringify(changed)}::json) as n(uuid uuid, changes json) join made using (uuid)) h`
  const names = sql.join(['uuid', ...columns].map(name => sql.ref(name)))
  return read<StoredRow & Pick<FreshRow, 'uuid'>>(sql`
    with made as (
      insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(own)}::json) returning id, uuid, version),
    told as (${historySql(ctx, resource, 'store', told)})
    select made.id, made.uuid, made.version, told.id as event from made join told on told.row_id = made.id`)
}

/** A draft as it is stored: completed by its section, its run-time fields numbered, its defaults filled in. */
async function completed(door: Door, given: StoredOf<AnyResource>): Promise<DraftValues> {
  const { resource, ctx, hooks } = door
  const values: DraftValues = (await hooks?.beforeCreate?.(given, ctx)) ?? given
  return withDefaults(door, cleaned(resource.fields, await numberMetas(ctx.sql, resource.fields, {}, values)))
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
