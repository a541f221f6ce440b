import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { companyOf } from '#kernel/access.ts'
import { titleOf, type AnyResource, type StoredOf } from '#kernel/resource.ts'
import { slugOf } from '#kernel/text.ts'
import { changes, historySql, oneChanged } from '#server/audit.ts'
import { cleaned } from '#server/html.ts'
import { sendAlong } from '#server/database/driver.ts'
import { draftLinesOf, saveListsOf } from '#server/lines.ts'
import { numberMetas } from '#server/metas.ts'
import { refuseUnseen } from '#server/references.ts'
import {
  alikeIn,
  findRow,
  givenTo,
  ownColumns,
  readLast,
  refuseBound,
  type Door,
  type DraftValues,
  type LastRow,
} from '#server/rows/door.ts'
import type { StoredRow } from '#server/rows.ts'

export async function createRow(door: Door, given: StoredOf<AnyResource>) {
  const made = await findRow(door, await insertRow(door, given))
  await door.hooks?.afterCreate?.(made, door.ctx)
  return made
}

/** `createRow`, for callers that run nothing more before the commit. */
export async function createLast(door: Door, given: StoredOf<AnyResource>): Promise<LastRow> {
  if (!door.hooks?.afterCreate) return readLast(door, await insertRow(door, given))
  const made = await createRow(door, given)
  return () => made
}

/** Answers its uuid: where it has no lines, nobody waits for its id. */
async function insertRow(door: Door, given: StoredOf<AnyResource>): Promise<string> {
  const { catalog, resource, ctx } = door
  refuseBound(door)
  const values = await completed(door, given)
  await refuseUnseen(catalog, resource, [{ values }], ctx)
  const uuid = randomUUID()
  const insert = insertOneSql(door, { uuid, values })
  if (draftLinesOf(resource.fields, values).length) {
    const made = await door.read<{ id: number }>(insert)
    const rows = made.map(({ id }) => ({ id, values }))
    await saveListsOf(ctx.sql, resource, rows)
  } else await sendAlong(ctx.sql, insert)
  return uuid
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
    for (const { uuid, ...written } of await door.read<MadeRow>(insertAlikeSql(door, rows))) made.set(uuid, written)
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
type MadeRow = StoredRow & Pick<FreshRow, 'uuid'>

/** The row and its history, in one statement. */
function insertOneSql({ resource, table, ctx }: Door, { uuid, values }: FreshRow) {
  const columns = ownColumns(resource, values)
  const names = ['uuid', ...columns].map(name => sql.ref(name))
  const given = [uuid, ...columns.map(name => givenTo(resource, name, values[name]))].map(value => sql`${value}`)
  const told = oneChanged(sql`made.id`, changes(resource, {}, values), sql`from made`)
  return sql`
    with made as (insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(given)}) returning id),
    told as (${historySql(ctx, resource, 'store', told)})
    select id from made`
}

/** Rows that say the same columns, with their history: one statement, whatever their number. */
function insertAlikeSql({ resource, table, ctx }: Door, rows: readonly FreshRow[]) {
  const columns = ownColumns(resource, rows[0]?.values ?? {})
  const own = rows.map(({ uuid, values }) => ({
    uuid,
    ...Object.fromEntries(columns.map(name => [name, values[name]])),
  }))
  const changed = rows.map(({ uuid, values }) => ({ uuid, changes: changes(resource, {}, values) }))
  const told = sql`(select made.id, n.changes from json_to_recordset(${JSON.stringify(changed)}::json) as n(uuid uuid, changes json) join made using (uuid)) h`
  const names = sql.join(['uuid', ...columns].map(name => sql.ref(name)))
  return sql`
    with made as (
      insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(own)}::json) returning id, uuid, version),
    told as (${historySql(ctx, resource, 'store', told)})
    select made.id, made.uuid, made.version, told.id as event from made join told on told.row_id = made.id`
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
