// The map of a network of 20,000 stations and 8,000 connections, from the server as it runs, against the barest way to the same
// answer: statements written by hand and `JSON.stringify`, nobody asked who they are. The two answers are compared before either counts.
import { isDeepStrictEqual } from 'node:util'
import { Client, types } from 'pg'
import type { NetworkMap } from '#features/stations/map/map.ts'
import { openFilled } from './filled.ts'
import { median } from './figures.ts'
import { furnishNetwork } from './network.ts'
import { ratios, spread, takeTurns } from './rounds.ts'

const stations = Number(process.argv[2] ?? 20_000)
const rounds = Number(process.argv[3] ?? 11)
/** Times the floor. */
const most = 1.5
const port = 4_811

for (const type of [20, 1700]) types.setTypeParser(type, Number)
type Row = Readonly<Record<string, never>>
const ref = (row: Row, name: string) =>
  row[`${name}_id`] === null ? null : { id: row[`${name}_id`], uuid: row[`${name}_uuid`], name: row[`${name}_name`] }
const slugs: ReadonlySet<unknown> = new Set(['fibra', 'radio', 'cabo-metalico', 'cabo-coaxial', 'satelite'])

async function floor(direct: Client) {
  const { rows } = await direct.query<Row>(`
    select s.id, s.uuid, s.name, s.station_number, h.parent_id is not null as shared, a.lat as latitude, a.lng as longitude,
      c.id as client_id, c.uuid as client_uuid, c.name as client_name, m.id as middle_id, m.uuid as middle_uuid, m.name as middle_name, m.slug,
      t.id as technology_id, t.uuid as technology_uuid, t.name as technology_name, z.id as status_id, z.uuid as status_uuid, z.name as status_name
    from stations s join clients c on c.id = s.client_id
    left join stations_address a on a.parent_id = s.id
    left join attendance_middles m on m.id = s.attendance_middle_id
    left join technology_types t on t.id = s.technology_type_id
    left join statuses z on z.id = s.status_id
    left join (select distinct parent_id from stations_client_shared_stations) h on h.parent_id = s.id
    where s.deleted_at is null order by s.id`)
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
  const { rows: joined } = await direct.query<Row>(`
    select k.id, k.uuid, l.uuid as station_link_uuid, k.station_1_id, k.station_2_id, k.capacity, k.exists, k.swap, l.own_link,
      m.id as middle_id, m.uuid as middle_uuid, m.name as middle_name, z.id as status_id, z.uuid as status_uuid, z.name as status_name
    from station_link_property_connections k
    join station_link_properties p on p.id = k.station_link_property_id and p.deleted_at is null
    join station_links l on l.id = p.station_link_id and l.deleted_at is null
    left join attendance_middles m on m.id = coalesce(k.attendance_middle_id, l.attendance_middle_id)
    left join statuses z on z.id = l.status_id
    where k.deleted_at is null order by k.id`)
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
  return JSON.stringify({ data: { stations: shown, links, without: rows.length - shown.length, places: false } })
}

/** In the order of their ids: neither promises one. */
function ordered(json: string): NetworkMap {
  const { stations: all, links, ...rest }: NetworkMap = JSON.parse(json).data
  const byId = (one: { readonly id: number }, other: { readonly id: number }) => one.id - other.id
  return { stations: all.toSorted(byId), links: links.toSorted(byId), ...rest }
}

const product = await openFilled(port, 300, database => furnishNetwork(database, stations))
const direct = new Client({ connectionString: product.database, options: '-c TimeZone=UTC -c jit=off' })
await direct.connect()
try {
  const ours = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/station-links-map`, {
      headers: { authorization: `Bearer ${product.token}`, 'accept-encoding': 'identity' },
    })
    if (!reply.ok) throw new Error(await reply.text())
    return reply.text()
  }
  const ways = [ours, () => floor(direct)] as const
  const [one, other] = await Promise.all(ways.map(async way => ordered(await way())))
  if (!isDeepStrictEqual(one, other)) throw new Error('the floor answers otherwise')
  for (const way of ways) for (let times = 0; times < 3; times++) await way()
  const found = await takeTurns(ways, rounds, async way => {
    const started = performance.now()
    await way()
    return performance.now() - started
  })
  const [mine = [], theirs = []] = ways.map(way => found.get(way) ?? [])
  const figures = ratios(mine, theirs)
  console.log(
    `map of ${stations} stations, ${one?.links.length} links: ${median(mine).toFixed(0)} ms; ${spread(figures)} of the floor, at most ${most}`,
  )
  process.exitCode = median(figures) > most ? 1 : 0
} finally {
  await direct.end()
  await product.close()
}
