import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { columnOf, listQuery, type ListQuery } from '#kernel/page.ts'
import { problem, refusalIn, type Problem } from '#kernel/problem.ts'
import { isOpenTo, tableOf, type AnyResource } from '#kernel/resource.ts'
import { theOne } from '#kernel/text.ts'
import { valuesBefore } from '#features/platform/bulk/change.server.ts'
import { isBulkAct, type BulkActName, type BulkOutcome } from '#features/platform/bulk/acts.ts'
import { gatherAssigned } from '#parts/person/told.server.ts'
import { attemptWork } from '#parts/progress/attempt.server.ts'
import type { Ctx } from '#server/operation.ts'
import type { RowUpdate } from '#server/rows.ts'
import type { DraftValues } from '#server/rows/door.ts'

/** Rows that are tried together. */
const pieceSize = 50
/** More rows than these are acted on in the background: their locks would outlast what others wait for a lock. */
const mostAtOnce: Readonly<Record<BulkActName, number>> = {
  enable: 200,
  disable: 200,
  update: 200,
  reverter: 200,
  destroy: 50,
  restaurar: 50,
}
/** Those of an action are few: it may write in other places. */
export const mostRowsAtOnce = (act: string) => (isBulkAct(act) ? mostAtOnce[act] : 50)
/** More rows than these are no list that a person means. */
export const mostActRows = 100_000
/** How much is done in one transaction: so many rows, and no other once so many milliseconds are over. Its rows are locked meanwhile. */
export interface BulkPace {
  readonly rows: number
  readonly patience: number
}
const longestReason = 500

/** An act as it runs. */
export interface BulkActRun {
  readonly id: number
  readonly of: AnyResource
  /** A name of `BulkActName`, or of an action of the section. */
  readonly act: string
  /** Its query; null of an act that undoes another. */
  readonly query: string | null
  /** What an act that changes fields writes in each row. */
  readonly values: DraftValues
}

export interface WaitingActRow {
  readonly row_id: number
  readonly undone_version: number | null
  readonly undone_event: number | null
}
export interface RowOutcome {
  readonly row_id: number
  readonly outcome: keyof BulkOutcome
  readonly version?: number | undefined
  /** The line of history of a change of fields. */
  readonly event?: number | null
  readonly why?: string
}

/** Reads the query of a list's address; an unknown field is a 422. */
export const wholeQuery = (ctx: Ctx, of: AnyResource, query: string): ListQuery =>
  listQuery(of, Object.fromEntries(new URLSearchParams(query)), !isStaff(ctx.user))

/** Narrows a query to these rows. */
export function amongThese(of: AnyResource, query: ListQuery, ids: readonly number[]): ListQuery {
  const field = columnOf(of, 'id')
  if (!field) throw new Error('every list has the code of its rows')
  return { ...query, filters: [...query.filters, { key: 'id', field, test: 'in', value: ids.join(',') }] }
}

const waitingRows = async (ctx: Ctx, act: BulkActRun, limit: number) =>
  (
    await sql<WaitingActRow>`
      select row_id::float8 as row_id, undone_version, undone_event::float8 as undone_event from bulk_act_rows
      where act_id = ${act.id} and outcome is null order by row_id limit ${limit}`.execute(ctx.sql)
  ).rows

/**
 * Does the act to its next rows, as far as the pace allows, and writes down what came of each in the same transaction: a row
 * that was done is never done again. Answers how many it did now, how many are done in all, and of how many.
 */
export async function actOnNextRows(ctx: Ctx, act: BulkActRun, { rows, patience }: BulkPace) {
  const waiting = await waitingRows(ctx, act, rows)
  const matching = await stillMatching(ctx, act, waiting)
  const outcomes = [
    ...waiting
      .filter(({ row_id }) => !matching.has(row_id))
      .map(refusedAs(act.act === 'restaurar' ? restoredRow : noMatch)),
    ...(await actOnPieces(
      ctx,
      act,
      waiting.filter(({ row_id }) => matching.has(row_id)),
      patience,
    )),
  ]
  return noteOutcomes(ctx, act, outcomes)
}

/** Acts on rows in pieces, the first ones as far as the milliseconds allow. A refused piece is halved until the refused row is alone. */
export async function actOnPieces(
  ctx: Ctx,
  act: BulkActRun,
  rows: readonly WaitingActRow[],
  patience = Infinity,
): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  const pieces = piecesOf(rows)
  const until = Date.now() + patience
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    const tried = await actOnPiece(ctx, act, piece)
    if (tried) outcomes.push(...tried)
    else {
      const half = Math.ceil(piece.length / 2)
      pieces.unshift(piece.slice(0, half), piece.slice(half))
    }
    if (outcomes.length && Date.now() > until) break
  }
  return outcomes
}
const noMatch = problem('conflict', 'Não corresponde mais à busca, ou foi excluído por alguém.')
const goneRow = problem('conflict', 'Foi excluído por alguém, ou não está mais à sua vista.')
const restoredRow = problem('conflict', 'Alguém já restaurou, ou não está mais à sua vista.')
const refusedAs =
  (refusal: Problem) =>
  ({ row_id }: WaitingActRow): RowOutcome => ({
    row_id,
    outcome: 'refused',
    why: refusalIn(refusal).join(' ').slice(0, longestReason),
  })

function piecesOf(rows: readonly WaitingActRow[]): (readonly WaitingActRow[])[] {
  const pieces: (readonly WaitingActRow[])[] = []
  for (let at = 0; at < rows.length; at += pieceSize) pieces.push(rows.slice(at, at + pieceSize))
  return pieces
}

/** Rows are judged by the act's own query again: somebody may have changed them since it was confirmed. */
async function stillMatching(
  ctx: Ctx,
  { of, query }: BulkActRun,
  rows: readonly WaitingActRow[],
): Promise<ReadonlySet<number>> {
  const ids = rows.map(({ row_id }) => row_id)
  if (query === null || !ids.length) return new Set(ids)
  return new Set(await ctx.rows(of).keys(amongThese(of, wholeQuery(ctx, of, query), ids)))
}

const isOfMany = (act: string) => ['enable', 'disable', 'update', 'reverter'].includes(act)

/** Acts on some rows, all or none; undefined where more than one was refused together, which are then tried in halves. */
async function actOnPiece(
  ctx: Ctx,
  act: BulkActRun,
  rows: readonly WaitingActRow[],
): Promise<readonly RowOutcome[] | undefined> {
  const [only, ...others] = rows
  if (!only) return []
  // One row is deleted, restored or led to another state at a time, as by the single act.
  if (others.length && !isOfMany(act.act)) return undefined
  const { result, refusal } = await attemptWork(ctx, () => gatherAssigned(ctx, () => actOnRows(ctx, act, rows)))
  if (!refusal) return result
  if (others.length) return undefined
  return [refusedAs(refusalOfRow(act, refusal))(only)]
}

/** The sentences of a row that is missing, or of another version, are of a request for that row. */
function refusalOfRow({ of, act }: BulkActRun, refusal: Problem): Problem {
  if (refusal.kind === 'stale') return changedSince(of)
  return refusal.kind === 'missing' ? (act === 'restaurar' ? restoredRow : goneRow) : refusal
}
const changedSince = ({ text }: AnyResource) =>
  problem('conflict', `Alguém alterou ${theOne(text)} depois: ficou como está.`)

async function actOnRows(ctx: Ctx, run: BulkActRun, rows: readonly WaitingActRow[]): Promise<readonly RowOutcome[]> {
  const { of, act } = run
  if (act === 'update' || act === 'reverter') return writeFields(ctx, run, rows)
  const ids = rows.map(({ row_id }) => row_id)
  if (!isBulkAct(act)) return Promise.all(rows.map(row => actionOn(ctx, of, act, row)))
  const done = new Set(await doneTo(ctx, of, act, ids))
  const versions = await versionsOf(ctx, of, ids)
  // Each act makes one version: a row with another one was changed by somebody after the act that is undone.
  const isOther = ({ row_id, undone_version }: WaitingActRow) =>
    undone_version !== null && versions.get(row_id) !== undone_version + 1
  if (rows.some(isOther)) throw changedSince(of)
  return rows.map(({ row_id }) => ({
    row_id,
    outcome: done.has(row_id) ? 'changed' : 'unchanged',
    version: versions.get(row_id),
  }))
}

/** Does an action to a row in whose state it is offered. What undoes another leaves a row that somebody changed since. */
async function actionOn(ctx: Ctx, of: AnyResource, name: string, row: WaitingActRow): Promise<RowOutcome> {
  const { row_id, undone_version } = row
  const rows = ctx.rows<AnyResource>(of)
  const found = await rows.lock(row_id)
  if (undone_version !== null && undone_version !== found.version) throw changedSince(of)
  if (found.active && !isOpenTo(of, of.actions?.[name] ?? {}, found, ctx.user))
    return { row_id, outcome: 'unchanged', version: found.version }
  const { version } = await rows.act(row_id, name)
  return { row_id, outcome: 'changed', version }
}

/** Writes the values of the act, or those that were there before: of a row with another version than the act left, none. */
async function writeFields(
  ctx: Ctx,
  { of, act, values }: BulkActRun,
  rows: readonly WaitingActRow[],
): Promise<readonly RowOutcome[]> {
  const before = act === 'reverter' ? await valuesBefore(ctx, of, rows) : null
  const updates = rows.map(({ row_id, undone_version }): RowUpdate => ({
    key: row_id,
    draft: before ? (before.get(row_id) ?? {}) : values,
    ...(undone_version !== null && { version: undone_version }),
  }))
  const written = await ctx.rows<AnyResource>(of).updateAll(updates)
  return written.map(({ id, version, event }) => ({
    row_id: id,
    outcome: event === null ? 'unchanged' : 'changed',
    version,
    event,
  }))
}

/** Does it by the functions of the single act, which judge each row; answers the rows that it changed. */
async function doneTo(ctx: Ctx, of: AnyResource, act: BulkActName, ids: readonly number[]): Promise<readonly number[]> {
  const rows = ctx.rows<AnyResource>(of)
  if (act === 'enable' || act === 'disable') return rows.setActive(ids, act === 'enable')
  for (const id of ids) await (act === 'destroy' ? rows.remove(id) : rows.revive(id))
  return ids
}

async function versionsOf(ctx: Ctx, of: AnyResource, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    select id::float8 as id, version from ${sql.table(tableOf(of))} where id = any(${[...ids]}::bigint[])`.execute(
    ctx.sql,
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

async function noteOutcomes(ctx: Ctx, { id }: BulkActRun, outcomes: readonly RowOutcome[]) {
  await sql`
    update bulk_act_rows r set outcome = n.outcome, version = n.version, event = n.event, why = n.why
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as n(row_id bigint, outcome text, version integer, event bigint, why text)
    where r.act_id = ${id} and r.row_id = n.row_id`.execute(ctx.sql)
  const of = (outcome: keyof BulkOutcome) => outcomes.filter(each => each.outcome === outcome).length
  const { rows } = await sql<{ rows_done: number; rows_total: number }>`
    update bulk_acts set changed = changed + ${of('changed')}, unchanged = unchanged + ${of('unchanged')},
      refused = refused + ${of('refused')}, rows_done = coalesce(rows_done, 0) + ${outcomes.length}
    where id = ${id} returning rows_done, rows_total`.execute(ctx.sql)
  const [{ rows_done, rows_total } = { rows_done: 0, rows_total: 0 }] = rows
  return { acted: outcomes.length, rows_done, rows_total }
}
