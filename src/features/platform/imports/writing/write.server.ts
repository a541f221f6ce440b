import type { UnitVerdict } from '#features/platform/imports/reading/unit.ts'
import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { problem, refusalIn } from '#kernel/problem.ts'
import type { AnyResource, StoredOf } from '#kernel/resource.ts'
import { judgeUnits, unitsOf, type Judging } from '#features/platform/imports/reading/judge.server.ts'
import type { RowSpan } from '#features/platform/imports/reading/read.server.ts'
import type { FieldChange, ImportSection } from '#features/platform/imports/section/section.ts'
import { attemptWork } from '#parts/progress/attempt.server.ts'
import type { Ctx } from '#server/operation.ts'
import type { StoredRow } from '#server/rows.ts'

/** Milliseconds a chunk may take before it is closed: its rows are locked meanwhile. */
const patience = 300

/** Rows become records with the rights their requester has now: those of the section itself, besides the import's. */
export function refuseUnable(ctx: Ctx, { of }: ImportSection, verbs: readonly ('store' | 'update' | 'destroy')[]) {
  const lacking = verbs.find(verb => !can(ctx.user, permission(of, verb)))
  if (lacking) throw problem('forbidden', `Falta permissão para ${verdictOfVerb[lacking]} ${of.text.many}.`)
}
const verdictOfVerb = { store: 'criar', update: 'alterar', destroy: 'excluir' } as const

interface WaitingUnit {
  readonly lead: number
  readonly verdict: string
  readonly changes: readonly FieldChange[]
}

/**
 * Writes judged units after a row, for as long as a chunk may take. Similar units are written together; a refused batch is halved
 * until the refused unit is alone. A unit whose verdict has changed since the preview is skipped: nobody agreed to it.
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
  const pieces = piecesOf(judged, shown)
  const until = Date.now() + patience
  const noted: NotedUnit[] = []
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    const outcomes = await writePiece(ctx, task, piece)
    if (outcomes) noted.push(...outcomes)
    else {
      const half = Math.ceil(piece.units.length / 2)
      pieces.unshift({ ...piece, units: piece.units.slice(0, half) }, { ...piece, units: piece.units.slice(half) })
    }
    if (noted.length && Date.now() > until) break
  }
  await note(ctx, task.id, noted)
  const failed = noted.filter(({ state }) => state === 'falhou').length
  return { rows: noted.length, at: noted.at(-1)?.lead ?? after, failed }
}

/** Units one after the other that are written by the same statements. */
interface WritingPiece {
  readonly kind: 'criar' | 'atualizar' | 'mudou'
  readonly units: readonly UnitVerdict[]
}
interface NotedUnit {
  readonly lead: number
  readonly state: 'feita' | 'falhou'
  readonly said?: string
  readonly target?: number
  readonly version?: number
  readonly event?: number | null
}

/** Rows of the file written at once. */
const rowsPerWrite = 500

function piecesOf(judged: readonly UnitVerdict[], shown: ReadonlyMap<number, WaitingUnit>): WritingPiece[] {
  const pieces: { kind: WritingPiece['kind']; units: UnitVerdict[]; rows: number }[] = []
  for (const each of judged) {
    const { decision, existing, unit } = each
    const agreed = shown.get(unit.lead)
    const same = decision.verdict === agreed?.verdict && isAgreed(decision.changes, agreed.changes)
    const kind = !same ? 'mudou' : existing ? 'atualizar' : 'criar'
    const rows = unit.rows.length
    const last = pieces.at(-1)
    if (last?.kind === kind && last.rows + rows <= rowsPerWrite) {
      last.units.push(each)
      last.rows += rows
    } else pieces.push({ kind, units: [each], rows })
  }
  return pieces
}

const isAgreed = (changes: readonly FieldChange[], shown: readonly FieldChange[]) =>
  changes.length === shown.length && changes.every((each, at) => each.every((text, part) => text === shown[at]?.[part]))

/** What came of the units of a piece; none where all of it has to be tried in smaller ones. */
async function writePiece(
  ctx: Ctx,
  { section }: Judging,
  { kind, units }: WritingPiece,
): Promise<readonly NotedUnit[] | undefined> {
  if (kind === 'mudou')
    return units.map(({ unit: { lead } }) => ({
      lead,
      state: 'falhou',
      said: 'O cadastro mudou desde a conferência. Confira a linha de novo.',
    }))
  const rows = ctx.rows<AnyResource>(section.of)
  const tried = await attemptUnits(ctx, async () => {
    refuseUnable(ctx, section, [kind === 'criar' ? 'store' : 'update'])
    const drafts = units.map(({ decision }): StoredOf<AnyResource> => ({ ...decision.draft }))
    const written: readonly StoredRow[] =
      kind === 'criar'
        ? await rows.createAll(drafts)
        : await rows.updateAll(units.map(({ existing }, at) => ({ key: existing?.id ?? 0, draft: drafts[at] ?? {} })))
    return { written }
  })
  if ('written' in tried)
    return tried.written.map(({ id, version, event }, at) => ({
      lead: units[at]?.unit.lead ?? 0,
      state: 'feita',
      target: id,
      version,
      event,
    }))
  return units.length > 1 ? undefined : units.map(({ unit: { lead } }) => ({ lead, ...tried }))
}

/** Runs all of it or none within the chunk's transaction; returns a refusal as the state of its unit. */
export async function attemptUnits<T extends object>(
  ctx: Ctx,
  work: () => Promise<T>,
): Promise<T | { state: 'falhou'; said: string }> {
  const { result, refusal } = await attemptWork(ctx, work)
  return refusal ? { state: 'falhou', said: refusalIn(refusal).join(' ').slice(0, 500) } : result
}

const note = ({ sql: db }: Ctx, id: number, units: readonly NotedUnit[]) =>
  sql`
    update import_rows r set state = n.state, said = n.said, target = coalesce(n.target, r.target), version = n.version, event = n.event
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb)
      as n(lead integer, state text, said text, target bigint, version integer, event bigint)
    where r.import_id = ${id} and r.lead = n.lead`.execute(db)
