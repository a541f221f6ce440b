import { problem, type Problem } from '#kernel/problem.ts'
import type { AcknowledgedFinding } from '#features/regulatory/collects/check/api.ts'
import { judgeCollects } from '#features/regulatory/collects/check/judge.server.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import type { GateAnswers } from '#features/regulatory/collects/files/filing.server.ts'
import { gateFactsOf } from '#features/regulatory/collects/gate/facts.server.ts'
import {
  answerKey,
  asking,
  gateActs,
  gatePointsOf,
  stopping,
  type GateAct,
  type GatePoint,
  type NumbersOrigin,
} from '#features/regulatory/collects/gate/gate.ts'
import { gateStops } from '#features/regulatory/collects/gate/strict.server.ts'
import { label } from '#parts/period/period.ts'
import { statedReason } from '#server/audit.ts'
import type { Ctx } from '#server/operation.ts'

/** What the gate says of one coleta. */
export interface GateView {
  readonly points: readonly GatePoint[]
  readonly origin: NumbersOrigin
}
type JudgedFindings = ReadonlyMap<number, readonly AcknowledgedFinding[]>
type Subject = Pick<Collect, 'uuid' | 'client' | 'year' | 'month'>

/**
 * What there is to say before each of these becomes what `act` calls it, by id. What is locked since it passed is not judged
 * again. `findings`: where the caller has them already.
 */
export async function gateViews(
  ctx: Ctx,
  act: GateAct,
  some: readonly Collect[],
  findings?: JudgedFindings,
): Promise<ReadonlyMap<number, GateView>> {
  const found = findings ?? (act === 'finalizar' ? await judgeCollects(ctx, some) : new Map<number, never>())
  const facts = await gateFactsOf(
    ctx,
    some.map(({ id }) => id),
  )
  const strict = ctx.config.of(gateStops) ?? []
  return new Map(
    [...facts].map(([id, each]) => {
      const judged = act === 'finalizar' ? (found.get(id) ?? []) : []
      return [id, { origin: each.origin, points: gatePointsOf({ ...each, act, findings: judged }, strict) }]
    }),
  )
}

/** The fewest characters that are a reason. */
const fewest = 3
/** The reason given in the header `X-Motivo`; null where it is missing or too short to be one. */
export function gateReason(ctx: Ctx): string | null {
  const reason = statedReason(ctx)
  return reason !== null && reason.length >= fewest ? reason : null
}

/** Why it may not pass, in sentences; empty where it may. Without a reason, what asks for one is among them. */
export const blockingReasons = (points: readonly GatePoint[], reason: string | null) =>
  [...stopping(points), ...(reason === null ? asking(points) : [])].map(({ text }) => text)

/** Builds what the act stores: each point that needed a reason, its text and the reason. */
export function answersOf(
  ctx: Ctx,
  { acknowledgments }: Pick<Collect, 'acknowledgments'>,
  points: readonly GatePoint[],
): GateAnswers {
  const reason = gateReason(ctx)
  const asked = asking(points)
  if (!asked.length || reason === null) return {}
  const at = new Date().toISOString()
  const given = asked.map(({ kind, text }) => ({
    finding: answerKey(kind),
    message: text,
    reason,
    user_id: ctx.user.id,
    at,
  }))
  return { acknowledgments: [...(acknowledgments ?? []), ...given] }
}

/** Names the coleta and leads to it: a refusal is read on a board of hundreds. */
function refusalOf(act: GateAct, collect: Subject, points: readonly GatePoint[]): Problem {
  const of = `${collect.client.name}, ${label(collect)}`
  const { done } = gateActs[act]
  const [stops, asks] = [stopping(points), asking(points)]
  const message = stops.length ? `${of}: ainda não pode ser ${done}.` : `${of}: para ser ${done}, diga o motivo.`
  const errors: Record<string, string[]> = {}
  for (const { kind, where, text } of stops.length ? stops : asks) {
    const field = kind === 'conferencia' || kind === 'comparacao' ? 'conferencia' : (where ?? 'motivo')
    errors[field] = [...(errors[field] ?? []), text]
  }
  const holder = { path: collects.path, uuid: collect.uuid, name: collect.client.name }
  return problem('invalid', { message, errors, holder, data: { gate: { act, points } } })
}

/**
 * Lets a coleta through, or throws a 422 with the points that stop it or, without a reason, that ask for one. Answers what is
 * to be written with the act.
 */
export async function passGate(ctx: Ctx, act: GateAct, collect: Collect) {
  const view = (await gateViews(ctx, act, [collect])).get(collect.id)
  return passSeen(ctx, act, collect, view?.points ?? [])
}

/** The same, of points looked at in this transaction. */
export function passSeen(ctx: Ctx, act: GateAct, collect: Collect, points: readonly GatePoint[]) {
  if (blockingReasons(points, gateReason(ctx)).length) throw refusalOf(act, collect, points)
  return answersOf(ctx, collect, points)
}
