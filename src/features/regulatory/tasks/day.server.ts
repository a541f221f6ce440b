import { sql } from 'kysely'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { label, dueDay } from '#parts/period/period.ts'
import { openSql } from '#features/regulatory/collects/coleta/open.server.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { readWorkDay, type DayPage } from '#features/regulatory/tasks/api.ts'
import type { DayItem } from '#features/regulatory/tasks/schema.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { bucketOf } from '#features/regulatory/tasks/day.ts'
import { byColeta, openTaskSql } from '#features/regulatory/tasks/done.server.ts'
import { responsibleSql, standsFor } from '#parts/person/person.server.ts'
import type { Catalog } from '#server/catalog.ts'
import { key } from '#server/crud.ts'
import { plannedByValues } from '#server/database/prepared.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { team } from '#features/people/team/team.ts'

/** Days ahead that are somebody's day yet, and lines shown of all of it. */
const ahead = 60
const shownItems = 500

/** The reader's visibility applies. */
type DayReader = Pick<Ctx, 'sql' | 'user'>

type DayRow = Omit<DayItem, 'client'> & {
  readonly client_id: number
  readonly client_uuid: string
  readonly client: string
}

/** Rows under `t` that are these people's: by name, or as their clients are. */
export const answeredBy = (people: readonly number[]) => sql`(t.responsible_id = any(${people}::bigint[])
  or t.responsible_id is null and t.client_id in (select rc.id from clients rc where rc.responsible_id = any(${people}::bigint[])))`
const insteadOf = (person: number) => sql`(select u.name from users u
  where u.id = ${sql.raw(responsibleSql('t', 'responsible_id'))} and u.id <> ${person})`

async function tasksFor(ctx: DayReader, catalog: Catalog, people: readonly number[], person: number, until: string) {
  const { rows } = await sql<DayRow>`
    select 'tarefa' as kind, t.uuid, t.name, c.id as client_id, c.uuid as client_uuid, c.name as client,
      t.last_on::text as last_on, t.due_on::text as due_on, t.opens_on::text as opens_on, null as status,
      coalesce(t.obligation in (${sql.raw(byColeta)}), false) as by_collect, t.link,
      (select count(*)::int from client_tarefas_items i where i.parent_id = t.id) as items,
      (select count(*)::int from client_tarefas_items i where i.parent_id = t.id and i.status <> 'nao-consultado') as looked,
      t.reopened_on::text as reopened_on, ${insteadOf(person)} as instead_of
    from client_tarefas t join clients c on c.id = t.client_id and c.deleted_at is null
    where t.deleted_at is null and t.active and t.due_on <= ${until}::date and ${answeredBy(people)}
      and ${sql.raw(openTaskSql('t'))} and ${scopeSql(catalog, clientTasks, ctx.user)}
    order by t.due_on, c.name collate pt_br, t.id`.execute(ctx.sql)
  return rows
}

/** Coletas that no open task of their client and month speaks of. */
async function coletasFor(ctx: DayReader, catalog: Catalog, people: readonly number[], person: number) {
  const { rows } = await sql<DayRow & { readonly year: number; readonly month: number; readonly service: string }>`
    ${sql.raw(plannedByValues)} select 'coleta' as kind, t.uuid, t.year, t.month, coalesce(s.initial, s.name) as service,
      c.id as client_id, c.uuid as client_uuid, c.name as client, st.name as status, ${insteadOf(person)} as instead_of
    from collects t join clients c on c.id = t.client_id and c.deleted_at is null
    join fistels f on f.id = t.fistel_id join service_types s on s.id = f.service_type_id
    left join statuses st on st.id = t.status_id
    where t.deleted_at is null and t.active and ${answeredBy(people)}
      and ${sql.raw(openSql('t'))}
      and not exists (select 1 from client_tarefas k where k.client_id = t.client_id and k.obligation in (${sql.raw(byColeta)})
        and k.period = t.year || '-' || lpad(t.month::text, 2, '0') and k.deleted_at is null and k.active)
      and ${scopeSql(catalog, collects, ctx.user)}
    order by t.year, t.month, c.name collate pt_br, t.id limit ${sql.lit(shownItems)}`.execute(ctx.sql)
  return rows.map(({ year, month, service, ...row }): DayRow => ({
    ...row,
    name: `Coleta de ${label({ year, month })} · ${service}`,
    last_on: dueDay({ year, month }),
    due_on: dueDay({ year, month }),
    opens_on: null,
    by_collect: true,
    link: null,
    items: 0,
    looked: 0,
    reopened_on: null,
  }))
}

async function doneToday(ctx: DayReader, person: number, today: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from client_tarefas t where t.done_user_id = ${person} and t.done_on = ${today}::date and t.deleted_at is null)::int
      + (select count(*) from client_obligations o where o.user_id = ${person} and o.done_on = ${today}::date and o.deleted_at is null)::int as n`.execute(
    ctx.sql,
  )
  return rows[0]?.n ?? 0
}

/** Returns what a person has to do on a day of Brasília, including work of those they substitute. */
export async function readDay(
  ctx: DayReader,
  catalog: Catalog,
  person: { readonly id: number; readonly name: string },
  today: string,
) {
  const people = await standsFor(ctx.sql, person.id, today)
  const until = dayAfter(today, ahead)
  const tasks = await tasksFor(ctx, catalog, people, person.id, until)
  const coletas = await coletasFor(ctx, catalog, people, person.id)
  const all = [...tasks, ...coletas].toSorted((one, other) => one.due_on.localeCompare(other.due_on))
  const counts = { atrasadas: 0, hoje: 0, amanha: 0, semana: 0, depois: 0 }
  for (const each of all) counts[bucketOf(each, today)]++
  const data = all.slice(0, shownItems).map(({ client_id, client_uuid, client, ...item }): DayItem => ({
    ...item,
    client: { id: client_id, uuid: client_uuid, name: client },
  }))
  return { today, person, data, counts, done_today: await doneToday(ctx, person.id, today) } satisfies DayPage
}

export const dayRoute = (catalog: () => Catalog) =>
  serve(readWorkDay, async (ctx, { query }) => {
    refuseOutsiders(ctx)
    const { id, name } = query.person === undefined ? ctx.user : await ctx.rows(team).find(key.parse(query.person))
    return readDay(ctx, catalog(), { id, name }, dayIn(new Date()).day)
  })
