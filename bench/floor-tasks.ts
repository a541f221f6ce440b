// The floor of the rooms of tasks: for whoever works for all companies, one statement each, written by hand and prepared. What was done is
// found for all clients at once: the marks joined, and the coletas of the month reckoned by client.
import type { IncomingMessage } from 'node:http'
import { askServer, bareOf, serveBare } from './bare.ts'

const { rowsOf, callerOf } = bareOf(askServer(process.env.DATABASE_URL ?? ''), false)

/** Of each client and month, whether all that is owed was filed: every fistel in it has a coleta, and every coleta was sent. */
const filed = `
  months as (select distinct period, make_date(left(period, 4)::int, right(period, 2)::int, 1) as first
    from client_tarefas where obligation = 'acessos' and deleted_at is null),
  filed as (
    select f.client_id, m.period, bool_and(s.slug is not distinct from 'enviada' or s.slug in ('processada', 'dispensada')) and count(k.id) > 0 as done
    from months m cross join fistels f join service_types y on y.id = f.service_type_id and y.term in ('045', '010', '019', '082', '750')
    left join collects k on k.fistel_id = f.id and k.deleted_at is null
      and k.year = extract(year from m.first)::int and k.month = extract(month from m.first)::int
    left join statuses s on s.id = k.status_id
    where f.deleted_at is null and (k.id is not null or exists (select 1 from fistel_tenures n where n.fistel_id = f.id
      and n.since <= m.first + interval '1 month' + interval '14 days' and (n.until is null or n.until >= m.first)))
    group by 1, 2)`
const joined = `
  left join client_obligations o on o.client_id = t.client_id and o.obligation = t.obligation and o.period = t.period and o.deleted_at is null
  left join filed d on d.client_id = t.client_id and d.period = t.period and t.obligation = 'acessos'`
const done = `case when t.obligation is null then t.done_on is not null when t.obligation = 'acessos' then coalesce(d.done, false) else o.id is not null end`

const board = `
  with ${filed}
  select json_build_object('id', c.id, 'uuid', c.uuid, 'name', c.name) as client, u.name as responsible, x.total, x.done, x.late, x.cells
  from (
    select t.client_id, count(*)::int as total, count(*) filter (where ${done})::int as done,
      count(*) filter (where not (${done}) and t.last_on < $3::date)::int as late,
      json_agg(json_build_object('tarefa', t.tarefa_id, 'uuid', t.uuid, 'name', t.name, 'last_on', t.last_on, 'done', ${done})
        order by t.last_on, t.id) as cells
    from client_tarefas t ${joined}
    where t.deleted_at is null and t.active and t.last_on between $1::date and $2::date
    group by t.client_id) x
  join clients c on c.id = x.client_id left join users u on u.id = c.responsible_id
  order by c.name collate pt_br, c.id`

const tasks = `
  with ${filed}
  select t.uuid, t.name, c.id as client_id, c.uuid as client_uuid, c.name as client, t.due_on::text, t.last_on::text, t.opens_on::text,
    coalesce(t.obligation = 'acessos', false) as by_collect, t.link, i.items, i.looked, t.reopened_on::text
  from client_tarefas t join clients c on c.id = t.client_id and c.deleted_at is null ${joined}
  cross join lateral (select count(*)::int as items, count(*) filter (where i.status <> 'nao-consultado')::int as looked
    from client_tarefas_items i where i.parent_id = t.id) i
  where t.deleted_at is null and t.active and t.done_on is null and t.due_on <= $2::date
    and (t.responsible_id = $1 or t.responsible_id is null and c.responsible_id = $1) and not (${done})
  order by t.due_on, c.name collate pt_br, t.id limit 500`

/** The day in Brasília, and so many after it. */
const dayFrom = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000)

interface FloorRow {
  readonly total: number
  readonly done: number
  readonly late: number
  readonly cells: readonly { readonly tarefa: number; readonly done: boolean }[]
}

async function boardOf(month: string): Promise<object> {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const today = dayFrom(0)
  const rows = await rowsOf<FloorRow>('board', board, [`${month}-01`, last, today])
  const names = await rowsOf<{ id: number; nome: string }>(
    'names',
    'select id, nome from tarefas where deleted_at is null order by nome collate pt_br, id',
    [],
  )
  const counts = new Map<number, { total: number; done: number }>()
  const sums = { total: 0, done: 0, late: 0 }
  for (const row of rows) {
    sums.total += row.total
    sums.done += row.done
    sums.late += row.late
    for (const cell of row.cells) {
      const count = counts.get(cell.tarefa) ?? { total: 0, done: 0 }
      count.total++
      if (cell.done) count.done++
      counts.set(cell.tarefa, count)
    }
  }
  const columns = names.flatMap(({ id, nome }) => (counts.has(id) ? [{ id, name: nome, ...counts.get(id) }] : []))
  return { today, columns, rows, ...sums }
}

async function dayOf(id: number): Promise<object> {
  const today = dayFrom(0)
  const [who] = await rowsOf<{ name: string }>('who', 'select name from users where id = $1', [id])
  const found = await rowsOf<Readonly<Record<string, unknown>> & { readonly due_on: string; readonly last_on: string }>(
    'day',
    tasks,
    [id, dayFrom(60)],
  )
  const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
    'done',
    `select (select count(*) from client_tarefas where done_user_id = $1 and done_on = $2::date and deleted_at is null)::int
      + (select count(*) from client_obligations where user_id = $1 and done_on = $2::date and deleted_at is null)::int as n`,
    [id, today],
  )
  const sunday = dayFrom((7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7)
  const counts = { atrasadas: 0, hoje: 0, amanha: 0, semana: 0, depois: 0 }
  for (const { due_on, last_on } of found) {
    if (last_on < today) counts.atrasadas++
    else if (due_on <= today) counts.hoje++
    else if (due_on === dayFrom(1)) counts.amanha++
    else if (due_on <= sunday) counts.semana++
    else counts.depois++
  }
  const data = found.map(({ client_id, client_uuid, client, ...item }) => ({
    kind: 'tarefa',
    status: null,
    instead_of: null,
    ...item,
    client: { id: client_id, uuid: client_uuid, name: client },
  }))
  return { today, person: { id, name: who?.name }, data, counts, done_today: n }
}

async function answer(request: IncomingMessage): Promise<object> {
  const caller = await callerOf(request)
  if (!caller) return { type: 'error' }
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://floor')
  return pathname.endsWith('/quadro') ? boardOf(searchParams.get('month') ?? '') : dayOf(caller.id)
}

serveBare(answer)
