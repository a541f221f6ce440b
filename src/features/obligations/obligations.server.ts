import * as z from 'zod'
import { dayIn, daysTo } from '#kernel/clock.ts'
import { boolean, integer, list, maybe, pageJson, shape, string } from '#kernel/json.ts'
import { pageOf } from '#kernel/page.ts'
import { day } from '#kernel/schema.ts'
import { plain } from '#kernel/text.ts'
import { isStaff, type User } from '#kernel/access.ts'
import { clients } from '#features/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { feedOperation, type OwnEvents } from '#features/obligations/feed.server.ts'
import { lastDay } from '#parts/period/period.ts'
import { listDuties, type ListedItem } from '#features/obligations/listed.ts'
import { standings, type FromCollects, type DutyRefusalsOf } from '#features/obligations/load.server.ts'
import { markOperations } from '#features/obligations/mark.server.ts'
import { obligations } from '#features/obligations/obligations.ts'
import { isSituation, situations, type DutyStanding } from '#features/obligations/standing.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { operation, type Sql } from '#server/operation.ts'

/** Days a question may span: a year and its edges. */
const longest = 400
const whole = (text: string, max: number) => z.coerce.number(text).int(text).min(1, text).max(max, text)
const spanSchema = z
  .strictObject({
    /** 'AAAA-MM'; or both days of `from` and `to`. */
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Informe um mês, como 2026-11.')
      .optional(),
    from: day.optional(),
    to: day.optional(),
    client: key.optional(),
    empresa: whole('Escolha uma empresa.', Number.MAX_SAFE_INTEGER).optional(),
    obligation: z.string().max(60).optional(),
    period: z.string().max(10).optional(),
    situation: z.string().refine(isSituation, 'Escolha uma situação.').optional(),
    search: z.string().trim().max(100).optional(),
    page: whole('Informe o número da página.', 100_000).default(1),
    per_page: whole('Informe de 1 a 100.', 100).default(100),
  })
  .transform((query, check) => {
    const [year, month] = (query.month ?? '').split('-').map(Number)
    const from = query.month ? `${query.month}-01` : query.from
    const to = year && month ? lastDay({ year, month }) : query.to
    const days = from && to ? daysTo(to, from) : -1
    if (from && to && days >= 0 && days <= longest) return { ...query, from, to }
    const message = from && to ? `Peça de 1 a ${longest} dias.` : 'Informe o mês, ou o primeiro e o último dia.'
    check.addIssue({ code: 'custom', path: [query.month ? 'month' : 'from'], message })
    return z.NEVER
  })
type DutiesQuery = z.infer<typeof spanSchema>

const reference = shape({ id: integer, uuid: string, name: string })
const group = shape({
  obligation: string,
  name: string,
  short: string,
  period: string,
  label: maybe(string),
  opens: maybe(string),
  cutoff: maybe(string),
  legal: string,
  due: string,
  basis: string,
  mark: string,
  note: maybe(string),
  moved: maybe(string),
  by_collect: boolean,
  clients: integer,
  counts: shape(Object.fromEntries(Object.keys(situations).map(situation => [situation, integer]))),
})
const item = shape({
  obligation: string,
  period: string,
  client: reference,
  empresa: maybe(shape({ id: integer, name: string })),
  fistel: maybe(shape({ uuid: string, name: string, service: string })),
  lapsed: maybe(string),
  situation: string,
  done_on: maybe(string),
  by: maybe(string),
  note: maybe(string),
  collect: maybe(string),
  /** The papers that refused it, the last first. */
  refusals: list(
    shape({ uuid: maybe(string), name: string, said: string, protocol: maybe(string), at: string, by: maybe(string) }),
  ),
})

/** What is due, done and late: the duties with their counts, and a page of who owes them. */
const index = (collects: FromCollects, dutyRefusalsOf: DutyRefusalsOf) =>
  operation<unknown, DutiesQuery>({
    id: 'obligations.index',
    summary: 'Ver o que vence, o que foi feito e o que está atrasado',
    method: 'GET',
    url: '/api/v1/obligations',
    access: 'permission',
    scope: obligations,
    rate: 'read',
    audit: null,
    query: spanSchema,
    answers: { 200: pageJson(item, { groups: list(group), today: string }) },
    handle: async (ctx, { query }) => {
      const client = query.client === undefined ? undefined : (await ctx.rows(clients).find(query.client)).id
      const today = dayIn(new Date()).day
      const found = (await standings(ctx, collects, { ...query, client }, today)).flatMap(each => narrowed(each, query))
      const { groups, items } = listDuties(found)
      const wanted = items.filter(each => isWanted(each, query))
      const at = (query.page - 1) * query.per_page
      const page = wanted.slice(at, at + query.per_page)
      const refusals = isStaff(ctx.user) ? await dutyRefusalsOf(ctx, page) : []
      const told = page.map((each, n) => ({ ...each, refusals: refusals[n] ?? [] }))
      return { ...pageOf(told, wanted.length, query), groups, today }
    },
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
function narrowed({ duty, items }: DutyStanding, { empresa, search }: DutiesQuery): readonly DutyStanding[] {
  const words = plain(search ?? '')
  const of = items.filter(
    each =>
      (empresa === undefined || each.empresa?.id === empresa) &&
      (!words || plain(`${each.client.name} ${each.fistel?.name ?? ''}`).includes(words)),
  )
  return of.length ? [{ duty, items: of }] : []
}
const isWanted = (each: ListedItem, { obligation, period, situation }: DutiesQuery) =>
  (obligation === undefined || each.obligation === obligation) &&
  (period === undefined || each.period === period) &&
  (situation === undefined || each.situation === situation)
