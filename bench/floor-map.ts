// The floor of the map: what is placed and what joins it, a statement each, written by hand and prepared, for whoever works for all companies.
import type { IncomingMessage } from 'node:http'
import { askServer, bareOf, serveBare } from './bare.ts'

const { rowsOf, callerOf } = bareOf(askServer(process.env.DATABASE_URL ?? ''), false)

type Row = Readonly<Record<string, never>>
const ref = (row: Row, name: string) =>
  row[`${name}_id`] === null ? null : { id: row[`${name}_id`], uuid: row[`${name}_uuid`], name: row[`${name}_name`] }
const slugs: ReadonlySet<unknown> = new Set(['fibra', 'radio', 'cabo-metalico', 'cabo-coaxial', 'satelite'])

async function answer(request: IncomingMessage): Promise<object> {
  if (!(await callerOf(request))) throw new Error('nobody asks')
  const rows = await rowsOf<Row>(
    'stations',
    `
    select s.id, s.uuid, s.name, s.station_number, h.parent_id is not null as shared, a.lat as latitude, a.lng as longitude,
      c.id as client_id, c.uuid as client_uuid, c.name as client_name, m.id as middle_id, m.uuid as middle_uuid, m.name as middle_name, m.slug,
      t.id as technology_id, t.uuid as technology_uuid, t.name as technology_name, z.id as status_id, z.uuid as status_uuid, z.name as status_name
    from stations s join clients c on c.id = s.client_id
    left join stations_address a on a.parent_id = s.id
    left join attendance_middles m on m.id = s.attendance_middle_id
    left join technology_types t on t.id = s.technology_type_id
    left join statuses z on z.id = s.status_id
    left join (select distinct parent_id from stations_client_shared_stations) h on h.parent_id = s.id
    where s.deleted_at is null order by s.id`,
    [],
  )
  const placed = new Map<unknown, Row>()
  const shown = rows.flatMap(row => {
    if (row.latitude === null || row.longitude === null) return []
    placed.set(row.id, row)
    const { id, uuid, name, station_number, shared, latitude, longitude, slug } = row
    const icon_url = `/map/${slugs.has(slug) ? slug : 'outro'}.svg`
    const [attendance_middle, technology_type] = [ref(row, 'middle'), ref(row, 'technology')]
    return [
      {
        id,
        uuid,
        name,
        client: ref(row, 'client'),
        attendance_middle,
        technology_type,
        status: ref(row, 'status'),
        station_number,
        shared,
        icon_url,
        latitude,
        longitude,
      },
    ]
  })
  const joined = await rowsOf<Row>(
    'links',
    `
    select k.id, k.uuid, l.uuid as station_link_uuid, k.station_1_id, k.station_2_id, k.capacity, k.exists, k.swap, l.own_link,
      m.id as middle_id, m.uuid as middle_uuid, m.name as middle_name, z.id as status_id, z.uuid as status_uuid, z.name as status_name
    from station_link_property_connections k
    join station_link_properties p on p.id = k.station_link_property_id and p.deleted_at is null
    join station_links l on l.id = p.station_link_id and l.deleted_at is null
    left join attendance_middles m on m.id = coalesce(k.attendance_middle_id, l.attendance_middle_id)
    left join statuses z on z.id = l.status_id
    where k.deleted_at is null order by k.id`,
    [],
  )
  const links = joined.flatMap(row => {
    const [one, other] = [placed.get(row.station_1_id), placed.get(row.station_2_id)]
    if (!one || !other) return []
    const { id, uuid, station_link_uuid, station_1_id, station_2_id, capacity, exists, swap, own_link } = row
    return [
      {
        id,
        uuid,
        station_link_uuid,
        station_1_id,
        latitude_1: one.latitude,
        longitude_1: one.longitude,
        station_2_id,
        latitude_2: other.latitude,
        longitude_2: other.longitude,
        attendance_middle: ref(row, 'middle'),
        capacity,
        exists,
        swap,
        own_link,
        status: ref(row, 'status'),
      },
    ]
  })
  return { data: { stations: shown, links, without: rows.length - shown.length, places: false } }
}

serveBare(answer)
