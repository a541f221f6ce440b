import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { problem, refusalIn } from '#kernel/problem.ts'
import { tableOf, type StoredOf, type AnyResource } from '#kernel/resource.ts'
import { judgeUnits, unitsOf, type UnitVerdict, type Judging } from '#features/imports/reading/judge.server.ts'
import type { RowSpan } from '#features/imports/reading/read.server.ts'
import type { ImportSection } from '#features/imports/section/section.ts'
import { databaseProblem } from '#server/database/errors.ts'
import type { Ctx } from '#server/operation.ts'

/** Milliseconds a chunk may take before it is closed: others wait for the embedded engine meanwhile. */
const patience = 300

/** Rows become records with the rights their requester has now: those of the section itself, besides the import's. */
export function refuseUnable(ctx: Ctx, { of }: ImportSection, verbs: readonly ('store' | 'update' | 'destroy')[]) {
  const lacking = verbs.find(verb => !can(ctx.user, permission(of, verb)))
  if (lacking) throw problem('forbidden', `Falta permissão para ${asked[lacking]} ${of.text.many}.`)
}
const asked = { store: 'criar', update: 'alterar', destroy: 'excluir' } as const

interface WaitingUnit {
  readonly lead: number
  readonly verdict: string
  readonly changes: unknown
}

/**
 * Writes units after a row that were judged and not written yet, as long as a chunk may take, each in a savepoint of its own.
 * One that the system sees otherwise than it was shown is left out: nobody agreed to that.
 */
export async function writeUnits(
  ctx: Ctx,
  task: Judging,
  limit: number,
  after: number,
): Promise<RowSpan & { readonly failed: number }> {
  const { rows: waiting } = await sql<WaitingUnit>`
    select lead, verdict, changes from import_rows
    where import_id = ${task.id} and row = lead and verdict in ('criar', 'atualizar') and state is null and row > ${after}
    order by row limit ${limit}`.execute(ctx.sql)
  if (!waiting.length) return { rows: 0, at: after, failed: 0 }
  const shown = new Map(waiting.map(each => [each.lead, each]))
  const judged = await judgeUnits(ctx, task, await unitsOf(ctx, task, [...shown.keys()]))
  const until = Date.now() + patience
  let [rows, at, failed] = [0, after, 0]
  for (const each of judged) {
    if (rows && Date.now() > until) break
    at = each.unit.lead
    const said = await writeUnit(ctx, task, each, shown.get(at))
    await note(ctx, task.id, at, said)
    rows++
    if (said.state === 'falhou') failed++
  }
  return { rows, at, failed }
}

interface UnitOutcome {
  readonly state: 'feita' | 'falhou'
  readonly said?: string
  readonly target?: number
  readonly version?: number
  readonly event?: number | null
}

async function writeUnit(
  ctx: Ctx,
  { section }: Judging,
  { decision, existing }: UnitVerdict,
  shown: WaitingUnit | undefined,
): Promise<UnitOutcome> {
  if (decision.verdict !== shown?.verdict || JSON.stringify(decision.changes) !== JSON.stringify(shown.changes))
    return { state: 'falhou', said: 'O cadastro mudou desde a conferência. Confira a linha de novo.' }
  return attemptUnit(ctx, async (): Promise<UnitOutcome> => {
    refuseUnable(ctx, section, [existing ? 'update' : 'store'])
    const rows = ctx.rows<AnyResource>(section.of)
    const draft: StoredOf<AnyResource> = { ...decision.draft }
    const { id, version } = existing ? await rows.update(existing.id, draft) : await rows.create(draft)
    return { state: 'feita', target: id, version, event: await lastEvent(ctx, section, id) }
  })
}

/** The line of history just written. */
async function lastEvent({ sql: db }: Ctx, { of }: ImportSection, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from audit_events where resource = ${tableOf(of)} and row_id = ${id}`.execute(db)
  return rows[0]?.id ?? null
}

/** All of it or nothing of it, inside the chunk's transaction; what is refused is told, what is broken is thrown. */
export async function attemptUnit<T extends object>(
  ctx: Ctx,
  work: () => Promise<T>,
): Promise<T | { state: 'falhou'; said: string }> {
  await sql`savepoint unit`.execute(ctx.sql)
  try {
    const done = await work()
    await sql`release savepoint unit`.execute(ctx.sql)
    return done
  } catch (thrown) {
    const said = refusalIn(databaseProblem(thrown)).join(' ')
    await sql`rollback to savepoint unit`.execute(ctx.sql)
    return { state: 'falhou', said: said.slice(0, 500) }
  }
}

const note = ({ sql: db }: Ctx, id: number, lead: number, { state, said, target, version, event }: UnitOutcome) =>
  sql`
    update import_rows set state = ${state}, said = ${said ?? null}, target = coalesce(${target ?? null}, target),
      version = ${version ?? null}, event = ${event ?? null}
    where import_id = ${id} and lead = ${lead}`.execute(db)
