import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { dayAfter, dayIn, timeZone } from '#kernel/clock.ts'
import { grouped } from '#kernel/grouped.ts'
import type { PaperRule } from '#features/clients/documents/pending.ts'
import type { Duty } from '#features/regulatory/obligations/duties.ts'
import { dutyFacts, standings, type FromCollects } from '#features/regulatory/obligations/load.server.ts'
import { placesByUrgency, type Situation } from '#features/regulatory/obligations/standing.ts'
import {
  addTime,
  checkOfSum,
  emptySum,
  itemCheck,
  paperCheck,
  worstFirst,
  type FoundItem,
  type ClientPapers,
  type LightTerms,
  type DutySum,
  type ItemsOfDuty,
  type RegularityCheck,
} from '#features/regulatory/regularity/light.ts'
import { readNumberSetting } from '#parts/setting/setting.server.ts'
import { checkDays } from '#parts/setting/setting.ts'
import { hasLeft } from '#parts/tenure/tenure.server.ts'
import type { Ctx } from '#server/operation.ts'

/** How many days back checks look, in checklists and in obligations. */
const reach = { tasks: 400, duties: 240 } as const

/** The terms of today's lights, for the user or as the client sees them. */
export async function lightTerms(ctx: Ctx, outside = !isStaff(ctx.user)): Promise<LightTerms> {
  return { today: dayIn(new Date()).day, days: await readNumberSetting(ctx.sql, checkDays), outside }
}

/** Of clients the user sees, the latest look at each item of each template's checklist. */
async function itemsOf({ sql: db }: Ctx, ids: readonly number[], today: string) {
  const { rows } = await sql<FoundItem & { client_id: number }>`
    select distinct on (t.client_id, coalesce(t.tarefa_id, 0), plain(i.name)) t.client_id, t.tarefa_id, i.name,
      coalesce(m.nome, t.name) as task, i.status, i.checked_on::text as checked_on, u.name as by
    from client_tarefas t
    join client_tarefas_items i on i.parent_id = t.id and i.active
    left join tarefas m on m.id = t.tarefa_id
    left join users u on u.id = i.user_id
    where t.client_id = any(${ids}::bigint[]) and t.deleted_at is null and t.active
      and (m.id is null or m.active and m.deleted_at is null) and t.due_on > ${dayAfter(today, -reach.tasks)}::date
    order by t.client_id, coalesce(t.tarefa_id, 0), plain(i.name),
      case when i.status <> 'nao-consultado' then i.checked_on end desc nulls last, t.due_on desc, i.id desc`.execute(
    db,
  )
  return grouped(rows, ({ client_id }) => client_id)
}

/** Document types, papers by client, and the clients that left the office, who need none. */
async function papersOf({ sql: db }: Ctx, ids: readonly number[]) {
  const { rows: rules } = await sql<PaperRule>`
    select id, uuid, name, required, warn_days from document_types where active and deleted_at is null
    order by name collate pt_br`.execute(db)
  const { rows: held } = await sql<ClientPapers & { client_id: number }>`
    select d.client_id, d.document_type_id, case when bool_and(d.valid_until is not null) then max(d.valid_until)::text end as valid_until,
      (max(d.created_at) at time zone ${timeZone})::date::text as on, (array_agg(u.name order by d.created_at desc))[1] as by
    from documents d left join users u on u.id = d.user_id
    where d.client_id = any(${ids}::bigint[]) and d.document_type_id is not null and d.active and d.deleted_at is null
    group by d.client_id, d.document_type_id`.execute(db)
  const { rows: left } = await sql<{ id: number }>`
    select c.id from clients c where c.id = any(${ids}::bigint[]) and ${sql.raw(hasLeft('c'))}`.execute(db)
  return { rules, held: grouped(held, ({ client_id }) => client_id), left: new Set(left.map(({ id }) => id)) }
}

/** By client, what its times of each obligation come to. */
type DutySums = ReadonlyMap<number, ReadonlyMap<string, DutySum>>

/**
 * The obligations of one client, or of all the user sees. Of one client it is known when each coleta was sent; of all of them nobody
 * reads that, and it is the dearest part of the query.
 */
async function dutySums(
  ctx: Ctx,
  collects: FromCollects,
  client: number | undefined,
  { today, outside }: LightTerms,
): Promise<DutySums> {
  const span = { from: dayAfter(today, -reach.duties), to: dayAfter(today, 31), client, outside }
  const found = new Map<number, Map<string, DutySum>>()
  const add = (id: number, duty: Duty, situation: Situation, from: ItemsOfDuty, at: number) => {
    const sums = found.get(id) ?? new Map<string, DutySum>()
    if (!sums.size) found.set(id, sums)
    const sum = sums.get(duty.rule.id) ?? emptySum(duty)
    if (!sums.has(duty.rule.id)) sums.set(duty.rule.id, sum)
    addTime(sum, duty, situation, from, at, today)
  }
  if (client !== undefined) {
    for (const { duty, items } of await standings(ctx, collects, span, today))
      for (const item of items) add(item.client.id, duty, item.situation, { itemOf: () => item }, 0)
    return found
  }
  for (const facts of await dutyFacts(ctx, collects, span, today)) {
    const { duty, holders, situations } = facts
    for (const at of placesByUrgency(facts)) {
      const [holder, situation] = [holders[at], situations[at]]
      if (holder && situation) add(holder.client.id, duty, situation, facts, at)
    }
  }
  return found
}

/** What is looked at of each of these clients, which the user sees, the worst first. */
export async function checksOf(
  ctx: Ctx,
  collects: FromCollects,
  ids: readonly number[],
  terms: LightTerms,
): Promise<ReadonlyMap<number, readonly RegularityCheck[]>> {
  const items = await itemsOf(ctx, ids, terms.today)
  const { rules, held, left } = await papersOf(ctx, ids)
  const duties = await dutySums(ctx, collects, ids.length === 1 ? ids[0] : undefined, terms)
  return new Map(
    ids.map(id => {
      const papers = new Map((held.get(id) ?? []).map(each => [each.document_type_id, each]))
      const checks = [
        ...(items.get(id) ?? []).map(item => itemCheck(item, terms)),
        ...(left.has(id) ? [] : rules.map(rule => paperCheck(rule, papers.get(rule.id), terms))),
        ...[...(duties.get(id)?.values() ?? [])].map(each => checkOfSum(each, terms)),
      ]
      return [id, worstFirst(checks.filter(check => check !== null))]
    }),
  )
}
