import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { theOne } from '#kernel/text.ts'
import { linesAgain } from '#features/platform/history/lines.ts'
import type { Task } from '#features/platform/imports/reading/columns.server.ts'
import type { RowSpan } from '#features/platform/imports/reading/read.server.ts'
import { attemptUnits, refuseUnable } from '#features/platform/imports/writing/write.server.ts'
import type { Ctx } from '#server/operation.ts'

interface WrittenUnit {
  readonly lead: number
  readonly verdict: string
  readonly target: number
  readonly version: number
  readonly event: number
}

/**
 * Undoes at most `limit` written units before a row, the last first: created rows are deleted, and changed rows are restored from
 * history. A row somebody changed since stays as it is and is reported.
 */
export async function undoUnits(ctx: Ctx, task: Task, limit: number, before: number): Promise<RowSpan> {
  const { rows } = await sql<WrittenUnit>`
    select lead, verdict, target, version, event from import_rows
    where import_id = ${task.id} and row = lead and state = 'feita' and row < ${before} order by row desc limit ${limit}`.execute(
    ctx.sql,
  )
  for (const each of rows) {
    const { state, said } = await attemptUnits(ctx, () => undoUnit(ctx, task, each))
    await sql`
      update import_rows set state = ${state === 'falhou' ? 'mantida' : state}, said = ${said}
      where import_id = ${task.id} and lead = ${each.lead}`.execute(ctx.sql)
  }
  return { rows: rows.length, at: rows.at(-1)?.lead ?? before }
}

async function undoUnit(ctx: Ctx, { section }: Task, done: WrittenUnit) {
  const { of } = section
  refuseUnable(ctx, section, [done.verdict === 'criar' ? 'destroy' : 'update'])
  const rows = ctx.rows<AnyResource>(of)
  const now = await rows.seek(done.target)
  if (!now) throw problem('conflict', 'Já foi excluído por alguém.')
  if (now.version !== done.version)
    throw problem('conflict', `Alguém alterou ${theOne(of.text)} depois da importação: ficou como está.`)
  if (done.verdict === 'criar') await rows.remove(done.target)
  else await rows.update(done.target, await heldBefore(ctx, of, done, { ...now }), done.version)
  return { state: 'desfeita' as const, said: null }
}

/** What the import changed, as it was. */
async function heldBefore(ctx: Ctx, of: AnyResource, { event }: WrittenUnit, now: Readonly<Record<string, unknown>>) {
  const { rows } = await sql<{ changes: Readonly<Record<string, readonly [unknown, unknown]>> }>`
    select changes from audit_events where id = ${event}`.execute(ctx.sql)
  const changed = rows[0]?.changes ?? {}
  return Object.fromEntries(
    Object.entries(of.fields).flatMap(([name, field]) => {
      const key = keyOf(name, field)
      const change = changed[key]
      const { shape } = field.options
      return change ? [[key, shape ? linesAgain(shape, change[0], now[key]) : change[0]]] : []
    }),
  )
}
