import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { AnyResource, StoredOf } from '#kernel/resource.ts'
import { agree } from '#kernel/text.ts'
import { changes, historySql, type Changes } from '#server/audit.ts'
import { refuseLeft } from '#server/held.ts'
import { cleaned } from '#server/html.ts'
import { saveListsOf } from '#server/lines.ts'
import { numberMetas } from '#server/metas.ts'
import { refuseUnseen } from '#server/references.ts'
import type { Key } from '#server/rows.ts'
import {
  alikeIn,
  findRow,
  holdRows,
  ownColumns,
  readRow,
  refuseBound,
  refuseLocked,
  type AnyRow,
  type Door,
  type DraftValues,
  type StoredRow,
} from '#server/rows/door.ts'
import { unseenLines, withUnseen } from '#server/unseen.ts'

/** What is to be written over a row, and the version its writer had read, where that must still stand. */
export interface RowUpdate<R extends AnyResource = AnyResource> {
  readonly key: Key
  readonly draft: Partial<StoredOf<R>>
  readonly version?: number | undefined
}
/** All of them or none, in a few statements whatever their number; what they come to is not read back. */
export async function updateRows(
  door: Door,
  given: readonly RowUpdate[],
  event = 'update',
): Promise<readonly StoredRow[]> {
  const { catalog, resource, ctx } = door
  refuseBound(door)
  const held = await holdRows(
    door,
    given.map(({ key }) => key),
  )
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
  const told = new Map<number, StoredRow>()
  for (const rows of alikeIn(changed, ({ values }) => ownColumns(resource, values)))
    for (const row of await writeAlike(door, rows, event)) told.set(row.id, row)
  await saveListsOf(
    ctx.sql,
    resource,
    changed.map(({ before: { id }, values }) => ({ id, values })),
  )
  return judged.map(({ before: { id, version } }) => told.get(id) ?? { id, version, event: null })
}

interface JudgedUpdate {
  readonly before: AnyRow
  readonly values: DraftValues
  readonly changed: Changes
}

async function judgeUpdate(door: Door, before: AnyRow, { draft: given, version }: RowUpdate): Promise<JudgedUpdate> {
  const { catalog, resource, ctx, hooks, sight } = door
  await hooks?.guard?.(before, ctx)
  if (!before.active) throw problem('conflict', `${agree(resource.text, 'inativo')}: reative antes de alterar.`)
  refuseLocked(door, before, given)
  if (version !== undefined && version !== before.version)
    throw problem('stale', { data: { current: await findRow(door, before.id) } })
  // What was not shown cannot be what they meant to empty.
  const unseen = unseenLines(catalog, resource, given, sight)
  const draft = unseen ? withUnseen(resource.fields, given, before, await readRow(door, before.id, unseen)) : given
  const values: DraftValues = cleaned(resource.fields, (await hooks?.beforeUpdate?.(draft, before, ctx)) ?? draft)
  return { before, values, changed: changes(resource, before, values) }
}

/** Rows of which the same columns are written, with their history: one statement, whatever their number. */
async function writeAlike({ resource, table, ctx, read }: Door, rows: readonly JudgedUpdate[], event: string) {
  const columns = ownColumns(resource, rows[0]?.values ?? {})
  const own: object[] = []
  for (const { before, values } of rows) {
    const numbered = await numberMetas(ctx.sql, resource.fields, before, values)
    own.push({ id: before.id, ...Object.fromEntries(columns.map(name => [name, numbered[name]])) })
  }
  const changed = rows.map(each => ({ id: each.before.id, changes: each.changed }))
  const told = sql`json_to_recordset(${JSON.stringify(changed)}::json) as h(id bigint, changes json)`
  const set = [
    ...columns.map(name => sql`${sql.ref(name)} = n.${sql.ref(name)}`),
    sql`version = t.version + 1`,
    sql`updated_at = now()`,
  ]
  return read<StoredRow>(sql`
    with written as (
      update ${sql.table(table)} t set ${sql.join(set)}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(own)}::json) n
      where t.id = n.id returning t.id, t.version),
    told as (${historySql(ctx, resource, event, told)})
    select written.id, written.version, told.id as event from written join told on told.row_id = written.id`)
}
