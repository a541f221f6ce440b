import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { changes, historySql, oneChanged, type Changes } from '#server/audit.ts'
import { refuseLeft } from '#server/held.ts'
import { cleaned } from '#server/html.ts'
import { sendAlong } from '#server/database/driver.ts'
import { saveListsOf } from '#server/lines.ts'
import { numberMetas } from '#server/metas.ts'
import { refuseUnseen } from '#server/references.ts'
import type { RowUpdate, StoredRow } from '#server/rows.ts'
import {
  alikeIn,
  findRow,
  givenTo,
  holdRows,
  ownColumns,
  readRow,
  refuseBarred,
  refuseBound,
  type AnyRow,
  type Door,
  type DraftValues,
  type LockedRead,
} from '#server/rows/door.ts'
import { unseenLines, withUnseen } from '#server/unseen.ts'

/** All of them or none, in a few statements whatever their number; what they come to is not read back. */
export async function updateRows(door: Door, given: readonly RowUpdate[]): Promise<readonly StoredRow[]> {
  const { resource, ctx } = door
  const { judged, changed } = await judgeUpdates(door, given)
  const told = new Map<number, StoredRow>()
  for (const rows of alikeIn(changed, ({ values }) => ownColumns(resource, values)))
    for (const row of await door.read<StoredRow>(await updateAlikeSql(door, rows))) told.set(row.id, row)
  await saveListsOf(ctx.sql, resource, changed.map(saidOf))
  return judged.map(({ before: { id, version } }) => told.get(id) ?? { id, version, event: null })
}

/** One of them, and its id: its statement goes with the next, which reads what it came to. */
export async function updateRow(door: Door, given: RowUpdate, event = 'update'): Promise<number> {
  const { judged, changed } = await judgeUpdates(door, [given])
  const [only] = changed
  if (only) {
    await sendAlong(door.ctx.sql, await updateOneSql(door, only, event))
    await saveListsOf(door.ctx.sql, door.resource, [saidOf(only)])
  }
  const [row] = judged
  if (!row) throw problem('missing')
  return row.before.id
}
const saidOf = ({ before: { id }, values }: JudgedUpdate) => ({ id, values })

/** Holds the rows, and refuses the drafts that may not be written over them. */
async function judgeUpdates(door: Door, given: readonly RowUpdate[]) {
  const { catalog, resource, ctx } = door
  refuseBound(door)
  const keys = given.map(({ key }) => key)
  const held = await holdRows(door, keys, wishesOf(door, given))
  if (new Set(held.map(({ id }) => id)).size < held.length)
    throw problem('conflict', 'Um registro é alterado uma vez de cada vez.')
  const judged: JudgedUpdate[] = []
  for (const [at, before] of held.entries())
    judged.push(await judgeUpdate(door, before, given[at] ?? { key: before.id, draft: {} }))
  const changed = judged.filter(each => Object.keys(each.changed).length)
  await refuseUnseen(
    catalog,
    resource,
    changed.map(({ values, before }) => ({ values, stood: before })),
    ctx,
  )
  for (const { values, before } of changed) await refuseLeft(catalog, resource, values, ctx, before)
  return { judged, changed }
}

/** Of rows nobody else looks at, no more is known beforehand than what their drafts may change, and what goes along where they move. */
function wishesOf({ resource, hooks }: Door, given: readonly RowUpdate[]): LockedRead {
  if (hooks?.beforeUpdate) return {}
  const said = new Set(given.flatMap(({ draft }) => Object.keys(draft)))
  const lines = Object.keys(resource.fields).filter(name => resource.fields[name]?.kind === 'many' && said.has(name))
  return {
    lines: said.has(`${resource.scope}_id`) ? 'all' : lines,
    stored: !hooks?.guard && !resource.locked,
  }
}

interface JudgedUpdate {
  readonly before: AnyRow
  readonly values: DraftValues
  readonly changed: Changes
}

async function judgeUpdate(door: Door, before: AnyRow, { draft: given, version }: RowUpdate): Promise<JudgedUpdate> {
  const { catalog, resource, ctx, hooks, sight } = door
  await hooks?.guard?.(before, ctx)
  refuseBarred(door, before, given)
  if (version !== undefined && version !== before.version)
    throw problem('stale', { data: { current: await findRow(door, before.id) } })
  // What was not shown cannot be what they meant to empty.
  const unseen = unseenLines(catalog, resource, given, sight)
  const draft = unseen ? withUnseen(resource.fields, given, before, await readRow(door, before.id, unseen)) : given
  const values: DraftValues = cleaned(resource.fields, await completedBy(door, draft, before))
  return { before, values, changed: changes(resource, before, values) }
}

const completedBy = async ({ hooks, ctx }: Door, draft: DraftValues, before: AnyRow): Promise<DraftValues> =>
  (await (hooks?.beforeUpdate ?? hooks?.beforeChange)?.(draft, before, ctx)) ?? draft

/** The row and its history, in one statement. Of a set PostgreSQL supposes a hundred rows, and read a table of some thousands whole. */
async function updateOneSql({ resource, table, ctx }: Door, { before, values, changed }: JudgedUpdate, event: string) {
  const numbered = await numberMetas(ctx.sql, resource.fields, before, values)
  const set = ownColumns(resource, values).map(
    name => sql`${sql.ref(name)} = ${givenTo(resource, name, numbered[name])}`,
  )
  return sql`
    with told as (${historySql(ctx, resource, event, oneChanged(sql`${before.id}::bigint`, changed))})
    update ${sql.table(table)} t set ${sql.join([...set, ...stampSql])} where t.id = ${before.id}`
}
const stampSql = [sql`version = t.version + 1`, sql`updated_at = now()`]

/** Rows of which the same columns are written, with their history: one statement, whatever their number. */
async function updateAlikeSql({ resource, table, ctx }: Door, rows: readonly JudgedUpdate[]) {
  const columns = ownColumns(resource, rows[0]?.values ?? {})
  const own: object[] = []
  for (const { before, values } of rows) {
    const numbered = await numberMetas(ctx.sql, resource.fields, before, values)
    own.push({ id: before.id, ...Object.fromEntries(columns.map(name => [name, numbered[name]])) })
  }
  const changed = rows.map(each => ({ id: each.before.id, changes: each.changed }))
  const told = sql`json_to_recordset(${JSON.stringify(changed)}::json) as h(id bigint, changes json)`
  const set = [...columns.map(name => sql`${sql.ref(name)} = n.${sql.ref(name)}`), ...stampSql]
  return sql`
    with written as (
      update ${sql.table(table)} t set ${sql.join(set)}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(own)}::json) n
      where t.id = n.id returning t.id, t.version),
    told as (${historySql(ctx, resource, 'update', told)})
    select written.id, written.version, told.id as event from written join told on told.row_id = written.id`
}
