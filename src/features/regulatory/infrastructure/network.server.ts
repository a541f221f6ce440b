import { sql } from 'kysely'
import { maskZipcode } from '#kernel/brasil.ts'
import type { FiledConnection, FiledNetwork, FiledStation } from '#features/regulatory/infrastructure/network.ts'
import { judgePlace } from '#parts/address/judge.server.ts'
import { openOutlines, type Outlines } from '#parts/address/outlines.server.ts'
import type { Sql } from '#server/operation.ts'

type NetworkRow = Omit<FiledStation, 'place' | 'opening' | 'borrowed' | 'address' | 'in_ocean'> & {
  readonly of: number
  readonly client_id: number
  readonly opening: 'sim' | 'nao' | null
  readonly is_virtual: boolean
  readonly lat: number | null
  readonly lng: number | null
  readonly in_ocean: boolean | null
  readonly street: string
  readonly zipcode: string | null
}
type JoinedRow = FiledConnection & { readonly of: number }

/**
 * Reads the networks of clients by id; the caller has checked that the reader may see them. Of other clients' stations it reads
 * only those shared with them that a link of theirs ends in.
 */
export async function networksOf(db: Sql, clients: readonly number[]): Promise<ReadonlyMap<number, FiledNetwork>> {
  const connections = await connectionsOf(db, clients)
  const stations = await stationsOf(db, clients, connections)
  const outlines = stations.some(isUnmatched) ? await openOutlines() : null
  const [joined, standing] = [byClient(connections), byClient(stations)]
  return new Map(
    clients.map(id => [
      id,
      {
        stations: (standing.get(id) ?? []).map(row => matched(stationOf(row), outlines)),
        connections: (joined.get(id) ?? []).map(({ of: _of, ...connection }) => connection),
      },
    ]),
  )
}

function byClient<T extends { readonly of: number }>(rows: readonly T[]): ReadonlyMap<number, readonly T[]> {
  const found = new Map<number, T[]>()
  for (const row of rows) {
    const own = found.get(row.of)
    if (own) own.push(row)
    else found.set(row.of, [row])
  }
  return found
}

async function connectionsOf(db: Sql, clients: readonly number[]): Promise<readonly JoinedRow[]> {
  const { rows } = await sql<JoinedRow>`
    select l.client_id as of, k.id, k.uuid, l.own_link as own, k.active and p.active and l.active as active,
      k.exists, p.status_closed as closed, coalesce(m.term, n.term) as medium, k.capacity, k.swap,
      k.station_1_id as "from", k.station_2_id as "to",
      case when c.id <> l.client_id then c.document end as supplier
    from station_links l
    join station_link_properties p on p.station_link_id = l.id and p.deleted_at is null
    join station_link_property_connections k on k.station_link_property_id = p.id and k.deleted_at is null
    left join attendance_middles m on m.id = k.attendance_middle_id
    left join attendance_middles n on n.id = l.attendance_middle_id
    left join clients c on c.id = l.shared_client_id and c.deleted_at is null
    where l.client_id = any(${clients}::bigint[]) and l.deleted_at is null
    order by k.id`.execute(db)
  return rows
}

async function stationsOf(
  db: Sql,
  clients: readonly number[],
  connections: readonly JoinedRow[],
): Promise<readonly NetworkRow[]> {
  const ends = connections.flatMap(({ of, from, to }) => [
    { of, id: from },
    { of, id: to },
  ])
  const { rows } = await sql<NetworkRow>`
    with told as (
      select id, client_id as of from stations where client_id = any(${clients}::bigint[]) and deleted_at is null
      union
      select s.id, e.of from unnest(${ends.map(({ id }) => id)}::bigint[], ${ends.map(({ of }) => of)}::bigint[]) e (id, of)
      join stations s on s.id = e.id and s.deleted_at is null and s.client_id <> e.of
      where exists (select 1 from stations_client_shared_stations h where h.parent_id = s.id and h.client_id = e.of)
    )
    select t.of, s.id, s.uuid, s.client_id, s.name, s.active, nullif(trim(s.station_number), '') as number,
      s.station_type as type, s.is_virtual, s.opening, m.term as medium, s.is_link, s.valid_until::text as valid_until,
      s.town_match as match, a.lat, a.lng, a.in_ocean, c.ibge, a.zipcode,
      concat_ws(', ', nullif(trim(a.address), ''), nullif(trim(a.number), ''), nullif(trim(a.complement), ''),
        nullif(trim(a.neighborhood), ''), c.label) as street
    from told t join stations s on s.id = t.id
    left join lateral (select * from stations_address where parent_id = s.id order by position, id limit 1) a on true
    left join cities c on c.id = a.city_id
    left join attendance_middles m on m.id = s.attendance_middle_id
    order by s.name, s.id`.execute(db)
  return rows
}

/** Written before places were judged: the chore that does it has not come to it yet. */
const isUnmatched = ({ match, lat, ibge, in_ocean }: NetworkRow) =>
  match === null && lat !== null && (ibge !== null || in_ocean === true)
function matched(station: FiledStation, outlines: Outlines | null): FiledStation {
  const { place, match, ibge, in_ocean: atSea, type } = station
  if (!outlines || !place || match !== null) return station
  const isVirtual = type === 'virtual' || type === 'nuvem'
  return { ...station, match: judgePlace(outlines, place, { ibge, atSea, isVirtual }).match }
}

function stationOf({ of, client_id, opening, is_virtual, lat, lng, in_ocean, street, zipcode, ...row }: NetworkRow) {
  const station: FiledStation = {
    ...row,
    // A station marked virtual before types existed remains virtual.
    type: row.type ?? (is_virtual ? 'virtual' : null),
    borrowed: client_id !== of,
    opening: opening === null ? null : opening === 'sim',
    place: lat === null || lng === null ? null : { lat, lng },
    in_ocean: in_ocean === true,
    address: [street, zipcode && maskZipcode(zipcode)].filter(Boolean).join(', '),
  }
  return station
}
