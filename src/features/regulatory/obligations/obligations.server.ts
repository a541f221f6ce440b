import { dayIn } from '#kernel/clock.ts'
import { pageOf } from '#kernel/page.ts'
import { foldText } from '#kernel/text.ts'
import { isStaff, type User } from '#kernel/access.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { listObligations, type DutiesQuery } from '#features/regulatory/obligations/api.ts'
import { feedOperation, type OwnEvents } from '#features/regulatory/obligations/feed.server.ts'
import { groupOfFacts, listDuties } from '#features/regulatory/obligations/listed.ts'
import {
  dutyFacts,
  listedItems,
  type FromCollects,
  type DutyRefusalsOf,
} from '#features/regulatory/obligations/load.server.ts'
import { markOperations } from '#features/regulatory/obligations/mark.server.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { DutyFacts } from '#features/regulatory/obligations/standing.ts'
import { extend } from '#server/extend.ts'
import type { Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** What is due, done and late: the duties with their counts, and a page of who owes them. */
const index = (collects: FromCollects, dutyRefusalsOf: DutyRefusalsOf) =>
  serve(listObligations, async (ctx, { query }) => {
    const client = query.client === undefined ? undefined : (await ctx.rows(clients).find(query.client)).id
    const today = dayIn(new Date()).day
    const found = narrowed(await dutyFacts(ctx, collects, { ...query, client }, today), query)
    const at = (query.page - 1) * query.per_page
    const { items, total } = listDuties(found, query, at, at + query.per_page)
    const page = await listedItems(ctx, collects, items)
    const refusals = isStaff(ctx.user) ? await dutyRefusalsOf(ctx, page) : []
    const owed = page.map((each, n) => ({ ...each, refusals: refusals[n] ?? [] }))
    return { ...pageOf(owed, total, query), groups: found.map(groupOfFacts), today }
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
function narrowed(all: readonly DutyFacts[], { empresa, search }: DutiesQuery): readonly DutyFacts[] {
  const words = foldText(search ?? '')
  if (empresa === undefined && !words) return all
  return all.flatMap((facts): readonly DutyFacts[] => {
    const { duty, holders, situations, itemOf } = facts
    const isOfFistel = duty.rule.told === 'coleta'
    const places = holders.flatMap(({ client, empresa: company, fistel }, at) =>
      (empresa === undefined || company?.id === empresa) &&
      (!words || foldText(`${client.name} ${isOfFistel ? fistel.name : ''}`).includes(words))
        ? [at]
        : [],
    )
    if (!places.length) return []
    return [
      {
        duty,
        holders: places.flatMap(at => holders[at] ?? []),
        situations: places.flatMap(at => situations[at] ?? []),
        itemOf: (at, filing) => itemOf(places[at] ?? at, filing),
      },
    ]
  })
}
