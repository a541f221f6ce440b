import { sql } from 'kysely'
import { isStaff, type User } from '#kernel/access.ts'
import { grouped } from '#kernel/grouped.ts'
import { problem } from '#kernel/problem.ts'
import { lockOf, tableOf, type AnyResource, type ListedOf, type RowOf } from '#kernel/resource.ts'
import { agree } from '#kernel/text.ts'
import type { Catalog } from '#server/catalog.ts'
import { sendAlong, type AlongRows } from '#server/database/driver.ts'
import type { AnyExtension } from '#server/extend.ts'
import { metasOf } from '#server/metas.ts'
import type { Ctx } from '#server/operation.ts'
import type { House } from '#server/house.ts'
import type { Key, Versioned } from '#server/rows.ts'
import type { Totals } from '#server/rows/totals.ts'
import { listedSql, scopeSql, visibilityOf } from '#server/scope.ts'
import { selectOf, targetOf, fullVisibility, yes, type WantedLines } from '#server/sql.ts'
import type { Part, Visibility } from '#server/part.ts'

export type AnyRow = Versioned<RowOf<AnyResource>>
export type DraftValues = Readonly<Record<string, unknown>>

/** A resource's table as one user may see it: every operation on rows uses it. */
export interface Door {
  readonly catalog: Catalog
  readonly resource: AnyResource
  readonly ctx: Ctx
  readonly totals: Totals
  readonly table: string
  readonly hooks: AnyExtension['how'] | undefined
  /** The user is outside the consultancy. */
  readonly outside: boolean
  readonly sight: Visibility
  /** Which rows, over `t`, are theirs, the deleted too. */
  readonly seen: Part
  /** Which of them they see. */
  readonly visible: Part
  /** Those are the deleted ones; see `doorTo`. */
  readonly isTrash?: true
  readonly read: <T>(query: Part) => Promise<readonly T[]>
}

export type DoorHouse = Pick<House, 'catalog' | 'totals'>

export function openDoor({ catalog, totals }: DoorHouse, resource: AnyResource, ctx: Ctx, scoped: boolean): Door {
  const outside = !isStaff(ctx.user)
  const seen: Part = scoped ? scopeSql(catalog, resource, ctx.user) : yes
  return {
    catalog,
    resource,
    ctx,
    totals,
    table: tableOf(resource),
    hooks: catalog.extension(resource)?.how,
    outside,
    sight: scoped ? visibilityOf(catalog, ctx.user) : fullVisibility,
    seen,
    visible: scoped ? listedSql(catalog, resource, ctx.user) : sql`t.deleted_at is null and ${seen}`,
    read: <T>(query: Part) => query.execute(ctx.sql).then(({ rows }) => rows as readonly T[]),
  }
}

const isNumber = (key: Key) => /^\d+$/.test(String(key))
/** '007' and 7 are one key, and so is a uuid in capitals. */
export const nameOfKey = (key: Key) => (isNumber(key) ? String(Number(key)) : String(key).toLowerCase())
export const keySql = (key: Key) => (isNumber(key) ? sql`t.id = ${Number(key)}` : sql`t.uuid = ${key}`)

const refuse = (): never => {
  throw problem('missing')
}

/** The row as its reader sees it, where `seen` holds. */
const oneSql = ({ catalog, resource, outside, sight }: Door, key: Key, lines: WantedLines, seen: Part) =>
  sql<AnyRow>`${selectOf(catalog, resource, { lines, outside, sight, whole: true })} where ${keySql(key)} and ${seen}`
/** Undefined if no visible row has this key. */
const pickRow = async (door: Door, key: Key, lines: WantedLines) =>
  (await door.read<AnyRow>(oneSql(door, key, lines, door.visible)))[0]
export const readRow = async (door: Door, key: Key, lines: WantedLines = 'all') =>
  (await pickRow(door, key, lines)) ?? refuse()

/** Where the row is, and nothing else of it. */
export const locateRow = async ({ table, visible, read }: Door, key: Key) =>
  (await read<{ id: number }>(sql`select t.id from ${sql.table(table)} t where ${keySql(key)} and ${visible}`))[0]
    ?.id ?? refuse()

/** The row as it leaves for its reader. */
const showRow = ({ hooks, resource, ctx }: Door, row: AnyRow): AnyRow =>
  Object.assign(row, hooks?.shown?.(row, ctx), metasOf(resource, row))
export const seekRow = async (door: Door, key: Key) => {
  const row = await pickRow(door, key, 'all')
  return row ? showRow(door, row) : null
}
export const findRow = async (door: Door, key: Key, lines?: WantedLines) =>
  showRow(door, await readRow(door, key, lines))

/** `findRow` of what this transaction wrote, read on the way to its commit. Nothing is committed that its writer may not see. */
export async function readLast(door: Door, key: Key): Promise<LastRow> {
  const rows: AlongRows<AnyRow> = await sendAlong(
    door.ctx.sql,
    oneSql(door, key, 'all', sql`must_be_seen(${door.visible})`),
  )
  return () => showRow(door, rows()[0] ?? refuse())
}
/** A row that is there once its transaction is committed. */
export type LastRow = () => AnyRow

/**
 * `findRow` of a row that is locked until the transaction is over. The lock is a statement of its own: what the next one reads is
 * what the transaction it waited for left, where one statement would read the rest of the row as it was before.
 */
export async function lockRow(door: Door, key: Key) {
  const locked = await sendLock(door, [key], door.visible)
  const row = await findRow(door, key)
  if (!locked().length) refuse()
  await door.hooks?.guard?.(row, door.ctx)
  return row
}

/** Locks rows with the next statement, by their ids. */
async function sendLock(door: Door, keys: readonly Key[], among: Part) {
  await lockParents(door, keys)
  return sendAlong(
    door.ctx.sql,
    sql<{ id: number }>`
      select t.id from ${sql.table(door.table)} t where ${amongKeys(door.resource, keys)} and ${among} order by t.id for no key update of t`,
  )
}

/** Locks the parents of these rows (`lockedAfter`), in one message with the next statement, so that every write has the same order of locks. */
export async function lockParents({ catalog, resource, table, hooks, ctx }: Door, keys: readonly Key[]) {
  for (const name of hooks?.lockedAfter ?? []) {
    const field = resource.fields[name]
    if (!field) throw new Error(`${resource.path} has no ${name} to be locked after`)
    const ids = sql`select t.${sql.ref(`${name}_id`)} from ${sql.table(table)} t where ${amongKeys(resource, keys)}`
    await sendAlong(
      ctx.sql,
      sql`select p.id from ${sql.table(tableOf(targetOf(catalog, field)))} p where p.id in (${ids}) order by p.id for no key update of p`,
    )
  }
}

/** Over `t`, the rows of these keys. */
function amongKeys(resource: AnyResource, keys: readonly Key[]): Part {
  const [only] = keys
  if (keys.length === 1 && only !== undefined) return keySql(only)
  const ids = keys.filter(isNumber).map(Number)
  const uuids = keys.filter(key => !isNumber(key)).map(String)
  return sql`t.id in (select k.id from ${sql.table(tableOf(resource))} k where k.id = any(${ids}::bigint[]) or k.uuid = any(${uuids}::uuid[]))`
}

/**
 * Reads and locks the row for a change to it or to what belongs to it: the check covers what its writer may not see, and
 * refuses users who may not touch it.
 */
export async function holdRow(door: Door, key: Key, among?: Part) {
  const [row = refuse()] = await holdRows(door, [key], { among })
  await door.hooks?.guard?.(row, door.ctx)
  return row
}

/** Which part of the rows to read and lock; all of it by default. */
export interface LockedRead {
  readonly among?: Part | undefined
  readonly lines?: WantedLines
  readonly stored?: boolean
}
/** Locks rows and reads them as stored, in the order of `keys`. Refuses when one is not found. */
export async function holdRows(
  door: Door,
  keys: readonly Key[],
  { among = door.visible, lines = 'all', stored = false }: LockedRead = {},
): Promise<readonly AnyRow[]> {
  const { catalog, resource, outside, read } = door
  // The row's own columns are read as it is locked; what it joins only once it is.
  const isOne = stored && !lines.length
  const locked = isOne ? null : await sendLock(door, keys, among)
  const found = await read<AnyRow>(
    sql`${selectOf(catalog, resource, { lines, outside, sight: fullVisibility, whole: true, stored })} where ${amongKeys(resource, keys)} and ${among} order by t.id ${isOne ? sql`for no key update of t` : sql``}`,
  )
  const own = locked && new Set(locked().map(({ id }) => id))
  const byKey = new Map<string, AnyRow>(
    found.flatMap(row =>
      own?.has(row.id) === false ? [] : [[String(row.id), row] as const, [row.uuid, row] as const],
    ),
  )
  return keys.map(key => byKey.get(nameOfKey(key)) ?? refuse())
}

/** What every company has alike is changed by who works for all of them. */
export function refuseBound({ catalog, resource, ctx }: Door) {
  if (ctx.user.empresa_id !== null && catalog.isShared(resource))
    throw problem('forbidden', 'Isto vale para todas as empresas, e você trabalha em uma só.')
}

/** Why a row of this state takes no change to these values. What an action writes to leave the state that locks is not refused. */
export function barOf(
  resource: AnyResource,
  row: ListedOf<AnyResource>,
  given: DraftValues,
  user: User,
): string | undefined {
  if (!row.active) return `${agree(resource.text, 'inativo')}: reative antes de alterar.`
  const lock = lockOf(resource, row, user)
  const keys = lock?.by ?? (lock?.when ? [lock.when[0], `${lock.when[0]}_id`] : [])
  if (lock && !keys.some(key => key in given))
    return lock.why || `${agree(resource.text, 'fechado')}: reabra antes de alterar.`
  return undefined
}
export function refuseBarred({ resource, ctx }: Door, row: AnyRow, given: DraftValues) {
  const bar = barOf(resource, row, given, ctx.user)
  if (bar !== undefined) throw problem('conflict', bar)
}

/** Answers the value for a column: the driver would turn an array stored as JSON into one of PostgreSQL's. */
export const givenTo = ({ fields }: AnyResource, name: string, value: unknown) =>
  fields[name]?.kind === 'metas' && value !== null ? JSON.stringify(value) : value

/** The columns a draft says of its own row. */
export const ownColumns = ({ fields }: AnyResource, values: DraftValues) =>
  Object.keys(values).filter(name => fields[name]?.kind !== 'many')

/** Rows of which the same columns are written, together, in their order. */
export function alikeIn<T>(rows: readonly T[], columnsOf: (row: T) => readonly string[]): readonly (readonly T[])[] {
  return [...grouped(rows, row => columnsOf(row).join()).values()]
}
