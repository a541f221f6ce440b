import { sql } from 'kysely'
import { timeZone } from '#kernel/clock.ts'
import { grouped } from '#kernel/grouped.ts'
import { listQuery } from '#kernel/page.ts'
import { clientLimit, clients } from '#features/clients/clients/clients.ts'
import type { Holding } from '#features/regulatory/collects/coleta/holding.ts'
import { followed, type CollectsRead } from '#features/regulatory/obligations/load.server.ts'
import { markedFrom } from '#features/regulatory/obligations/settings.server.ts'
import { doneSql } from '#features/regulatory/tasks/done.server.ts'
import type { PlannedClient, PlannedTask, PlannedTemplate, TaskWorld } from '#features/regulatory/tasks/plan.ts'
import { todaySql } from '#server/days.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** The ids of the clients the user sees, of all or of these. */
export const seenClients = (ctx: Ctx, among?: readonly number[]) =>
  ctx
    .rows(clients)
    .keys(listQuery(clients, { pagination: 'false', ...(among && { 'filter[id][in]': among.join() }) }), clientLimit)

/** Of more clients, the fistels of all are read. */
const narrowedClients = 500

/** What a plan of the tasks of these clients is made of. */
export async function taskWorld(ctx: Ctx, from: CollectsRead, ids: readonly number[]): Promise<TaskWorld> {
  const holdings = await from.holdingsOf(ctx, ids.length > narrowedClients ? undefined : ids)
  return {
    templates: await templatesIn(ctx.sql),
    clients: await plannedClients(
      ctx.sql,
      ids,
      grouped(holdings, ({ client }) => client.id),
    ),
    tasks: await plannedTasks(ctx.sql, ids),
    rules: followed(ctx.config),
    marked: ctx.config.of(markedFrom) ?? null,
  }
}

/** The templates in use that say when. */
export async function templatesIn(db: Sql): Promise<readonly PlannedTemplate[]> {
  const lines = (table: string, value: string) =>
    sql`coalesce((select json_agg(${sql.raw(value)} order by l.position) from ${sql.table(table)} l where l.parent_id = t.id), '[]')`
  const { rows } = await sql<PlannedTemplate>`
    select t.id, t.nome, t.obligation, t.recurrence, t.day, t.competence, t.once_on::text as once_on, t.lead_days,
      t.starts_on::text as starts_on,
      ${lines('tarefas_dates', "json_build_object('month', l.month, 'day', l.day, 'opens_month', l.opens_month, 'opens_day', l.opens_day)")} as dates,
      ${lines('tarefas_categories', 'l.category_client_id')} as categories, ${lines('tarefas_plans', 'l.plan_id')} as plans,
      ${lines('tarefas_regimes', 'l.tax_regime_id')} as regimes, ${lines('tarefas_services', 'l.service_type_id')} as services,
      ${lines('tarefas_states', 'l.state')} as states
    from tarefas t
    where t.active and t.deleted_at is null and (t.obligation is not null or t.recurrence is not null)
    order by t.id`.execute(db)
  return rows
}

async function plannedClients(db: Sql, ids: readonly number[], holdings: ReadonlyMap<number, readonly Holding[]>) {
  const { rows } = await sql<Omit<PlannedClient, 'holdings'>>`
    select c.id, (c.created_at at time zone ${sql.lit(timeZone)})::date::text as since,
      c.active and s.slug is distinct from 'encerrado' as current,
      c.category_client_id as category, c.plan_id as plan, c.tax_regime_id as regime,
      coalesce((select json_agg(distinct f.service_type_id) from fistels f
        where f.client_id = c.id and f.active and f.deleted_at is null), '[]') as services,
      coalesce((select json_agg(distinct t.name_state) from clients_addresses a join cities t on t.id = a.city_id
        where a.parent_id = c.id), '[]') as states
    from clients c left join statuses s on s.id = c.status_id
    where c.id = any(${ids}::bigint[]) and c.deleted_at is null and not c.prospect
    order by c.id`.execute(db)
  return rows.map((row): PlannedClient => ({ ...row, holdings: holdings.get(row.id) ?? [] }))
}

/** Completed tasks that were due more months ago are not read: no plan reaches so far back. */
const behind = 15

async function plannedTasks(db: Sql, ids: readonly number[]): Promise<readonly PlannedTask[]> {
  const { rows } = await sql<PlannedTask>`
    select t.id, t.name, t.client_id, t.tarefa_id, t.period, t.obligation, t.due_on::text as due_on, t.legal_on::text as legal_on,
      ${sql.raw(doneSql('t'))} as done,
      t.reopened_on is not null or coalesce(t.observation, t.process) is not null
        or exists (select 1 from client_tarefas_items i where i.parent_id = t.id and i.status <> 'nao-consultado') as begun
    from client_tarefas t
    where t.client_id = any(${ids}::bigint[]) and t.tarefa_id is not null and t.period is not null and t.deleted_at is null
      and (t.done_on is null or t.due_on > ${sql.raw(todaySql)} - ${behind} * interval '1 month')
    order by t.id`.execute(db)
  return rows
}
