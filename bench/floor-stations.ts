// The floor of the lists of stations: the fewest and best statements for each reader, written by hand and prepared. Who works for all
// companies is asked nothing, who works for one sees its clients' stations, and people of a client its own and those shared with it.
import type { IncomingMessage } from 'node:http'
import { askServer, bareOf, serveBare, type Caller } from './bare.ts'

const { rowsOf, callerOf, totalOf, pageOf } = bareOf(
  askServer(process.env.DATABASE_URL ?? ''),
  process.argv[2] === 'remembers',
)

const named = (name: string) =>
  `s.${name}_id, case when ${name}.id is not null then json_build_object('id', ${name}.id, 'uuid', ${name}.uuid, 'name', ${name}.name) end as ${name}`
const complete = `
  select s.id, s.uuid, s.active, s.created_at, s.updated_at, s.deleted_at, s.name, ${named('client')}, s.station_number,
    ${named('attendance_middle')}, s.valid_until, ${named('status')}
  from stations s
  left join clients client on client.id = s.client_id
  left join attendance_middles attendance_middle on attendance_middle.id = s.attendance_middle_id
  left join statuses status on status.id = s.status_id
  where s.id = any($1::bigint[]) order by array_position($1::bigint[], s.id)`

type SightOfStations = readonly [name: string, where: string, values: readonly unknown[]]

/** Which stations somebody sees. */
function sightOf({ id, empresa_id, audience }: Caller): SightOfStations {
  if (audience === 'clientes')
    return [
      'people',
      `s.active and s.id in (
        select o.id from stations o join clients_client_users m on m.parent_id = o.client_id where m.user_id = $1
        union all
        select h.parent_id from stations_client_shared_stations h join clients_client_users m on m.parent_id = h.client_id where m.user_id = $1)`,
      [id],
    ]
  if (empresa_id === null) return ['all', 'true', []]
  return [
    'company',
    'exists (select from clients c where c.id = s.client_id and c.empresa_responsavel_id = $1)',
    [empresa_id],
  ]
}

async function clientIn(pathname: string, query: URLSearchParams): Promise<number | undefined> {
  const [, uuid] = /\/client\/([^/]+)$/.exec(pathname) ?? []
  if (!uuid) return Number(query.get('filter[client_id]')) || undefined
  const [client] = await rowsOf<{ id: number }>('client', 'select id from clients where uuid = $1', [uuid])
  return client?.id
}

async function answer(request: IncomingMessage): Promise<object> {
  const caller = await callerOf(request)
  if (!caller) return { type: 'error' }
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://floor')
  const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)]
  const [name, seen, sight] = sightOf(caller)
  const client = await clientIn(pathname, query)
  const values = client === undefined ? sight : [...sight, client]
  const from = `stations s where s.deleted_at is null and ${seen}${client === undefined ? '' : ` and s.client_id = $${values.length}`}`
  const asked = `${name}${client === undefined ? '' : ' of a client'}`
  const ids = await rowsOf<{ id: number }>(
    asked,
    `select s.id from ${from} order by s.name collate pt_br, s.id limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, size, (number - 1) * size],
  )
  const data = ids.length ? await rowsOf('complete', complete, [ids.map(({ id }) => id)]) : []
  const known = data.length < size && number === 1
  return pageOf(data, known ? data.length : await totalOf(asked, from, values), number, size)
}

serveBare(answer)
