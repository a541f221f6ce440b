import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import type { Filing, Holding } from '#features/regulatory/collects/coleta/holding.ts'
import { periodOf, shift, type Period } from '#parts/period/period.ts'
import type { DutyRefusal } from '#features/regulatory/obligations/api.ts'
import { dutiesBetween, type Duty } from '#features/regulatory/obligations/duties.ts'
import { rules, type Rule } from '#features/regulatory/obligations/rules.ts'
import { markedFrom, notFollowed } from '#features/regulatory/obligations/settings.server.ts'
import { standingsOf, type Done, type DutyState } from '#features/regulatory/obligations/standing.ts'
import type { Config } from '#server/config.ts'
import type { Ctx } from '#server/operation.ts'

/** What the feature of coletas answers about them. */
export interface FromCollects {
  readonly holdingsOf: (ctx: Ctx, among?: number | readonly number[]) => Promise<readonly Holding[]>
  readonly filingsOf: (ctx: Ctx, of: readonly Holding[], first: Period, last: Period) => Promise<readonly Filing[]>
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
  { holdingsOf, filingsOf }: FromCollects,
  { from, to, client, outside = !isStaff(ctx.user) }: Span,
  today: string,
): Promise<readonly DutyState[]> {
  const duties = dutiesBetween(followed(ctx.config), from, to)
  const holdings = await holdingsOf(ctx, client)
  // The month before is what falls due; FUNTTEL's last day may be a month's own end.
  const filings = await filingsOf(ctx, holdings, shift(periodOf(from), -2), periodOf(to))
  const known = {
    holdings,
    filings,
    done: await doneOf(ctx, duties, holdings),
    from: ctx.config.of(markedFrom) ?? null,
    outside,
  }
  return standingsOf(duties, known, today)
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
