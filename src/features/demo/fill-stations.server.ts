import { coordinates } from '#features/demo/regions.ts'
import { insert } from '#features/demo/insert.server.ts'
import { some, type Office } from '#features/demo/fill-office.server.ts'
import { sites } from '#features/demo/office.ts'
import type { DemoProvider } from '#features/demo/providers.ts'
import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/** Writes where the providers transmit from, with whom they share it, and what joins one place to the other. */
export async function fillStations(db: Sql, all: readonly DemoProvider[], { known, clients }: Office) {
  const served = some(all, 2)
  const where = served.flatMap(provider => provider.towns.slice(0, 2).map((town, at) => ({ provider, town, at })))
  const { rows: licences } = await sql<{ id: number; client_id: number }>`
    select f.id, f.client_id from fistels f join service_types s on s.id = f.service_type_id where s.initial = 'SCM'`.execute(
    db,
  )
  const licenceOf = new Map(licences.map(({ id, client_id }) => [client_id, id]))
  const made = await insert(
    db,
    'stations',
    {
      name: 'text',
      client_id: 'bigint',
      fistel_id: 'bigint',
      station_number: 'text',
      attendance_middle_id: 'bigint',
      technology_type_id: 'bigint',
      status_id: 'bigint',
      is_link: 'boolean',
    },
    where.map(({ provider: { index }, town, at }) => {
      const radio = index % 6 === 0
      return {
        name: `${sites[(index + at) % sites.length]} ${town.name}`,
        client_id: clients[index] ?? 0,
        fistel_id: licenceOf.get(clients[index] ?? 0) ?? null,
        station_number: index % 5 === 3 ? null : String(1_012_345_000 + index * 10 + at),
        attendance_middle_id: known('attendance_middles', radio ? 'radio' : 'fibra'),
        technology_type_id: known('technology_types', radio ? 'wi-fi' : 'ftth'),
        status_id: known('statuses:Station', index % 5 === 3 ? 'em-aberto' : 'finalizado'),
        is_link: at > 0,
      }
    }),
  )
  await insert(
    db,
    'stations_address',
    {
      parent_id: 'bigint',
      position: 'integer',
      address: 'text',
      city_id: 'bigint',
      address_type_id: 'bigint',
      lat: 'numeric',
      lng: 'numeric',
    },
    where.map(({ town, at }, i) => ({
      ...placed(town.ibge, at),
      parent_id: made[i] ?? 0,
      position: 0,
      address: 'Estrada da Torre, s/n',
      city_id: known('cities', town.ibge),
      address_type_id: known('address_types', 'matriz'),
    })),
  )
  // A tower is climbed by the neighbour too.
  const neighbours = where.flatMap(({ provider }, i) => {
    const other = all.find(
      each =>
        each.index !== provider.index &&
        each.active &&
        each.empresa === provider.empresa &&
        each.towns[0]?.uf === provider.towns[0]?.uf,
    )
    return other && i % 7 === 0 ? [{ station: made[i] ?? 0, client_id: clients[other.index] ?? 0 }] : []
  })
  await insert(
    db,
    'stations_client_shared_stations',
    { parent_id: 'bigint', position: 'integer', client_id: 'bigint' },
    neighbours.map(({ station, client_id }) => ({ parent_id: station, position: 0, client_id })),
  )
  const pairs = where.flatMap(({ provider, at }, i) =>
    at === 1 ? [{ provider, from: made[i - 1] ?? 0, to: made[i] ?? 0 }] : [],
  )
  const linked = await insert(
    db,
    'station_links',
    {
      client_id: 'bigint',
      station_link_type_id: 'bigint',
      attendance_middle_id: 'bigint',
      status_id: 'bigint',
      own_link: 'boolean',
    },
    pairs.map(({ provider: { index } }) => ({
      client_id: clients[index] ?? 0,
      station_link_type_id: known('station_link_types', index % 4 === 0 ? 'terrestre-proprio' : 'terrestre-contratado'),
      attendance_middle_id: known('attendance_middles', 'fibra'),
      own_link: index % 4 === 0,
      status_id: known('statuses:StationLink', index % 3 === 0 ? 'finalizado' : 'em-aberto'),
    })),
  )
  await insert(
    db,
    'station_links_stations',
    { parent_id: 'bigint', position: 'integer', station_id: 'bigint' },
    pairs.flatMap(({ from, to }, i) =>
      [from, to].map((station_id, position) => ({ parent_id: linked[i] ?? 0, position, station_id })),
    ),
  )
  const properties = await insert(
    db,
    'station_link_properties',
    { station_link_id: 'bigint', slp_id: 'text', status_id: 'bigint', status_closed: 'boolean' },
    pairs.map(({ provider: { index } }, i) => ({
      station_link_id: linked[i] ?? 0,
      slp_id: `P${i + 1}`,
      status_id: known('statuses:StationLinkProperty', index % 3 === 0 ? 'finalizado' : 'em-aberto'),
      status_closed: index % 3 === 0,
    })),
  )
  await insert(
    db,
    'station_link_property_connections',
    {
      station_link_property_id: 'bigint',
      station_1_id: 'bigint',
      station_2_id: 'bigint',
      attendance_middle_id: 'bigint',
      capacity: 'numeric',
      exists: 'boolean',
    },
    pairs.map(({ provider: { index }, from, to }, i) => ({
      station_link_property_id: properties[i] ?? 0,
      station_1_id: from,
      station_2_id: to,
      attendance_middle_id: known('attendance_middles', 'fibra'),
      capacity: index % 4 === 0 ? 10_000 : 1_000,
      exists: index % 3 === 0,
    })),
  )
}

/** Near the middle of the town, where its coordinates are known: the second site a little up the hill. */
function placed(ibge: number, at: number) {
  const [lat, lng] = coordinates[ibge] ?? []
  return lat === undefined || lng === undefined
    ? { lat: null, lng: null }
    : { lat: lat + at * 0.0124, lng: lng - at * 0.0087 }
}
