import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { filingKey, type Filing, type Holding, type MonthSteps } from '#features/regulatory/collects/coleta/holding.ts'
import { compare, periodOf, shift, type Period } from '#parts/period/period.ts'
import type { DutyRefusal } from '#features/regulatory/obligations/api.ts'
import type { ListedItem, WantedItem } from '#features/regulatory/obligations/listed.ts'
import { dutiesBetween, type Duty } from '#features/regulatory/obligations/duties.ts'
import { rules, type Rule } from '#features/regulatory/obligations/rules.ts'
import { markedFrom, notFollowed } from '#features/regulatory/obligations/settings.server.ts'
import {
  factsOfDuties,
  standingsOf,
  type Done,
  type DutyFacts,
  type DutyState,
} from '#features/regulatory/obligations/standing.ts'
import { dutyTables, whileUnchanged } from '#features/regulatory/obligations/unchanged.server.ts'
import type { Config } from '#server/config.ts'
import type { Ctx } from '#server/operation.ts'

/** What the feature of coletas answers about them. */
export interface CollectsRead {
  readonly holdingsOf: (ctx: Ctx, among?: number | readonly number[]) => Promise<readonly Holding[]>
  readonly filingsOf: (ctx: Ctx, of: readonly Holding[], first: Period, last: Period) => Promise<readonly Filing[]>
}
export interface FromCollects extends CollectsRead {
  /** The steps of the same months: of all clients they are read many times faster. */
  readonly stepsOf: (ctx: Ctx, of: readonly Holding[], first: Period, last: Period) => Promise<MonthSteps>
}
/** Answers the papers that refused some obligations, the last first for each; the feature of receipts reads them. */
export type DutyRefusalsOf = (
  ctx: Ctx,
  duties: readonly { readonly client: { readonly id: number }; readonly obligation: string; readonly period: string }[],
) => Promise<readonly (readonly DutyRefusal[])[]>
/** Days, the first and the last included, and one client or all. */
export interface Span {
  readonly from: string
  readonly to: string
  readonly client?: number | undefined
  /** True to show it as people of the client see it, though staff read it. */
  readonly outside?: boolean
}

/** The rules this house follows. */
export function followed(config: Config): readonly Rule[] {
  const off = config.of(notFollowed) ?? []
  return rules.filter(({ id }) => !off.includes(id))
}

/** What the clients a user sees owe in a span, and how far they are. `today` is a day of Brasília. */
export async function standings(
  ctx: Ctx,
  collects: CollectsRead,
  span: Span,
  today: string,
): Promise<readonly DutyState[]> {
  const { duties, first, last, ...known } = await knownOf(ctx, collects, span)
  const filings = await collects.filingsOf(ctx, known.holdings, first, last)
  return standingsOf(duties, { ...known, filings }, today)
}

const rememberFacts = whileUnchanged<readonly DutyFacts[]>(dutyTables)

/** `standings` without its items, which `listedItems` makes of those that are shown. */
export const dutyFacts = (ctx: Ctx, collects: FromCollects, span: Span, today: string) =>
  rememberFacts(ctx, [span.from, span.to, span.client ?? null, span.outside ?? null, today], async () => {
    const { duties, first, last, ...known } = await knownOf(ctx, collects, span)
    const steps = await collects.stepsOf(ctx, known.holdings, first, last)
    return factsOfDuties(duties, { ...known, steps }, today)
  })

/** The items of these places, with their coletas. */
export async function listedItems(
  ctx: Ctx,
  { filingsOf }: CollectsRead,
  wanted: readonly WantedItem[],
): Promise<readonly ListedItem[]> {
  const decided = wanted.flatMap(({ facts: { duty, holders }, at }) => {
    const holding = holders[at]
    return duty.rule.told === 'coleta' && duty.month && holding ? [{ month: duty.month, holding }] : []
  })
  const months = decided.map(({ month }) => month).toSorted(compare)
  const [first, last] = [months[0], months.at(-1)]
  const holdings = [...new Set(decided.map(({ holding }) => holding))]
  const filings = first && last ? await filingsOf(ctx, holdings, first, last) : []
  const filed = new Map(filings.map(filing => [filingKey(filing.fistel_id, filing), filing]))
  return wanted.map(({ facts: { duty, holders, itemOf }, at }) => {
    const filing = duty.month && filed.get(filingKey(holders[at]?.fistel.id ?? 0, duty.month))
    return { obligation: duty.rule.id, period: duty.period, ...itemOf(at, filing ?? undefined) }
  })
}

/** What is known of the clients a user sees, besides their coletas, and of which months those are. */
async function knownOf(
  ctx: Ctx,
  { holdingsOf }: CollectsRead,
  { from, to, client, outside = !isStaff(ctx.user) }: Span,
) {
  const duties = dutiesBetween(followed(ctx.config), from, to)
  const holdings = await holdingsOf(ctx, client)
  const done = await doneOf(ctx, duties, holdings)
  // The month before is what falls due; FUNTTEL's last day may be a month's own end.
  const [first, last] = [shift(periodOf(from), -2), periodOf(to)]
  return { duties, holdings, done, first, last, from: ctx.config.of(markedFrom) ?? null, outside }
}

/** Obligations marked as done, of clients the user already sees. Only staff get the note. */
async function doneOf(ctx: Ctx, duties: readonly Duty[], holdings: readonly Holding[]): Promise<readonly Done[]> {
  const [clients, periods] = [holdings.map(({ client }) => client.id), duties.map(({ period }) => period)]
  const { rows } = await sql<Done>`
    select o.client_id, o.obligation, o.period, o.done_on::text as done_on, u.name as by,
      case when ${isStaff(ctx.user)}::boolean then o.note end as note
    from client_obligations o left join users u on u.id = o.user_id
    where o.client_id = any(${[...new Set(clients)]}::bigint[]) and o.period = any(${[...new Set(periods)]}::text[])
      and o.deleted_at is null`.execute(ctx.sql)
  return rows
}
