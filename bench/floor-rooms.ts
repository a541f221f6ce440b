// The floor of the lists of bills and of tickets: the ids of a page, then its rows, then how many there are, each written by hand and
// prepared, for whoever works for all companies.
import type { IncomingMessage } from 'node:http'
import { askServer, bareOf, serveBare } from './bare.ts'

const { rowsOf, callerOf, pageOf, totalOf } = bareOf(
  askServer(process.env.DATABASE_URL ?? ''),
  process.argv[2] === 'remembers',
)

const stamps = 't.id, t.uuid, t.active, t.created_at, t.updated_at, t.deleted_at'
const named = (name: string) =>
  `t.${name}_id, case when ${name}.id is not null then json_build_object('id', ${name}.id, 'uuid', ${name}.uuid, 'name', ${name}.name) end as ${name}`
const among = 'where t.id = any($1::bigint[]) order by array_position($1::bigint[], t.id)'
const today = "(now() at time zone 'America/Sao_Paulo')::date"
const net =
  '(t.value + coalesce(t.fees, 0) + coalesce(t.tariff, 0) + coalesce(t.traffic_ticket, 0) - coalesce(t.discount, 0))'

const lists = {
  'bills-to-receive': {
    seen: 'bills_to_receive t join clients c on c.id = t.client_id and c.deleted_at is null where t.deleted_at is null',
    order: 't.due_date desc, t.id desc',
    complete: `
      select ${stamps}, ${named('finance_type')}, t.due_date, t.value, greatest(0, ${net} - t.received)::float8 as left,
        c.name || ' · ' || (array['jan','fev','mar','abr','mai','jun','jul','ago','set','out','nov','dez'])[extract(month from t.due_date)::int]
          || '/' || extract(year from t.due_date)::int || coalesce(' · parcela\u00a0' || t."order", '')
          || ' · nº\u00a0' || coalesce(t.billet_number, t.id::text) as name,
        case when t.called_off then 'cancelada' when t.downloaded then 'paga' when t.due_date < ${today} then 'em-atraso'
          when t.due_date = ${today} then 'vence-hoje' when t.received > 0 then 'parcial' else 'a-vencer' end as state
      from bills_to_receive t join clients c on c.id = t.client_id left join finance_types finance_type on finance_type.id = t.finance_type_id ${among}`,
  },
  tickets: {
    seen: 'tickets t join clients c on c.id = t.client_id and c.deleted_at is null where t.deleted_at is null',
    order: 't.created_at desc, t.id desc',
    complete: `
      select ${stamps}, t.name, t.priority, t.reply_by, t.spoken_at, ${['client', 'status', 'owner', 'module', 'type', 'team', 'opened_user', 'closed_user'].map(named).join(', ')}
      from tickets t join clients client on client.id = t.client_id left join statuses status on status.id = t.status_id
      left join users owner on owner.id = t.owner_id left join module_tickets module on module.id = t.module_id
      left join ticket_types type on type.id = t.type_id left join ticket_teams team on team.id = t.team_id
      left join users opened_user on opened_user.id = t.opened_user_id left join users closed_user on closed_user.id = t.closed_user_id ${among}`,
  },
} as const

async function answer(request: IncomingMessage): Promise<object> {
  if (!(await callerOf(request))) throw new Error('nobody asks')
  const { pathname, searchParams: asked } = new URL(request.url ?? '', 'http://floor')
  const list = pathname.endsWith('tickets') ? 'tickets' : 'bills-to-receive'
  const { seen, order, complete } = lists[list]
  const [number, size] = [Number(asked.get('page')), 25]
  const ids = await rowsOf<{ id: number }>(
    `${list} ids`,
    `select t.id from ${seen} order by ${order} limit $1 offset $2`,
    [size, (number - 1) * size],
  )
  const rows = await rowsOf(list, complete, [ids.map(({ id }) => id)])
  return pageOf(rows, await totalOf(list, seen, []), number, size)
}

serveBare(answer)
