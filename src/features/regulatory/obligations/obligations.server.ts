import { dayIn } from '#kernel/clock.ts'
import { pageOf } from '#kernel/page.ts'
import { foldText } from '#kernel/text.ts'
import { isStaff, type User } from '#kernel/access.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { listObligations, type DutiesQuery } from '#features/regulatory/obligations/api.ts'
import { feedOperation, type OwnEvents } from '#features/regulatory/obligations/feed.server.ts'
import { listDuties, type ListedItem } from '#features/regulatory/obligations/listed.ts'
import { standings, type FromCollects, type DutyRefusalsOf } from '#features/regulatory/obligations/load.server.ts'
import { markOperations } from '#features/regulatory/obligations/mark.server.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { DutyState } from '#features/regulatory/obligations/standing.ts'
import { extend } from '#server/extend.ts'
import type { Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** What is due, done and late: the duties with their counts, and a page of who owes them. */
const index = (collects: FromCollects, dutyRefusalsOf: DutyRefusalsOf) =>
  serve(listObligations, async (ctx, { query }) => {
    const client = query.client === undefined ? undefined : (await ctx.rows(clients).find(query.client)).id
    const today = dayIn(new Date()).day
    const found = (await standings(ctx, collects, { ...query, client }, today)).flatMap(each => narrowed(each, query))
    const { groups, items } = listDuties(found)
    const wanted = items.filter(each => isWanted(each, query))
    const at = (query.page - 1) * query.per_page
    const page = wanted.slice(at, at + query.per_page)
    const refusals = isStaff(ctx.user) ? await dutyRefusalsOf(ctx, page) : []
    const owed = page.map((each, n) => ({ ...each, refusals: refusals[n] ?? [] }))
    return { ...pageOf(owed, wanted.length, query), groups, today }
  })

/** What obligations need of other rooms: what the coletas know, whose a private link is, and which papers refuse them. */
interface FromOthers extends FromCollects {
  readonly holderOf: (sql: Sql, token: string) => Promise<User | null>
  readonly ownEvents: OwnEvents
  readonly dutyRefusalsOf: DutyRefusalsOf
}
export const obligationsOnServer = ({
  holderOf,
  ownEvents,
  dutyRefusalsOf,
  ...collects
}: FromOthers): ServerFeature => ({
  extensions: [extend(obligations, { operations: [index(collects, dutyRefusalsOf), ...markOperations] })],
  operations: () => [feedOperation(collects, holderOf, ownEvents)],
})

/** Filters by company and client; answers nothing when no client matches. */
function narrowed({ duty, items }: DutyState, { empresa, search }: DutiesQuery): readonly DutyState[] {
  const words = foldText(search ?? '')
  const of = items.filter(
    each =>
      (empresa === undefined || each.empresa?.id === empresa) &&
      (!words || foldText(`${each.client.name} ${each.fistel?.name ?? ''}`).includes(words)),
  )
  return of.length ? [{ duty, items: of }] : []
}
const isWanted = (each: ListedItem, { obligation, period, situation }: DutiesQuery) =>
  (obligation === undefined || each.obligation === obligation) &&
  (period === undefined || each.period === period) &&
  (situation === undefined || each.situation === situation)
