// The floor of a conversation: the last messages of a ticket and how many there are, one statement each, written by hand and prepared,
// for whoever works for all companies.
import type { IncomingMessage } from 'node:http'
import { askServer, bareOf, serveBare } from './bare.ts'

const { rowsOf, callerOf, pageOf, totalOf } = bareOf(askServer(process.env.DATABASE_URL ?? ''), false)

const seen = `ticket_messages m join tickets t on t.id = m.ticket_id and t.deleted_at is null join clients c on c.id = t.client_id and c.deleted_at is null
  where m.ticket_id = $1 and m.deleted_at is null`
const page = `
  select m.id, m.uuid, m.active, m.created_at, m.updated_at, m.deleted_at, m.content, m.internal, m.ticket_id,
    json_build_object('id', t.id, 'uuid', t.uuid, 'name', t.name) as ticket, m.user_id,
    case when u.id is not null then json_build_object('id', u.id, 'uuid', u.uuid, 'name', u.name) end as "user",
    coalesce(p.audience = 'equipe', false) as from_team
  from (select m.* from ${seen} order by m.id desc limit $2) m
  join tickets t on t.id = m.ticket_id left join users u on u.id = m.user_id left join profiles p on p.id = u.profile_id
  order by m.id desc`

async function answer(request: IncomingMessage): Promise<object> {
  if (!(await callerOf(request))) throw new Error('nobody asks')
  const asked = new URL(request.url ?? '', 'http://floor').searchParams
  const [ticket, size] = [Number(asked.get('filter[ticket_id][in]')), Number(asked.get('per_page'))]
  const rows = await rowsOf('messages', page, [ticket, size])
  return pageOf(rows, await totalOf('messages', seen, [ticket]), 1, size)
}

serveBare(answer)
