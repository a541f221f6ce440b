import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/network/stations/stations.ts'
import { coordinates } from '#features/platform/demo/regions.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { everyNth, type Office } from '#features/platform/demo/base.ts'
import { sites } from '#features/platform/demo/office.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/** Writes where the providers transmit from, with whom they share it, and what joins one place to the other. */
export async function fillStations(db: Sql, all: readonly DemoProvider[], { known, clients, today }: Office) {
  const served = everyNth(all, 2)
  const where = served.flatMap(provider => provider.towns.slice(0, 2).map((town, at) => ({ provider, town, at })))
  const { rows: licences } = await sql<{ id: number; client_id: number }>`
    select f.id, f.client_id from fistels f join service_types s on s.id = f.service_type_id where s.initial = 'SCM'`.execute(
    db,
  )
  const licenceOf = new Map(licences.map(({ id, client_id }) => [client_id, id]))
  // A tower is climbed by the neighbour too.
  const neighbourOf = (provider: DemoProvider) =>
    all.find(
      each =>
        each.index !== provider.index &&
        each.active &&
        each.empresa === provider.empresa &&
        each.towns[0]?.uf === provider.towns[0]?.uf,
    )
  const made = await sow(
    db,
    stations,
    where.map(({ provider, town, at }, i) => {
      const { index } = provider
      const other = i % 7 === 0 ? neighbourOf(provider) : undefined
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
        station_type: index % 9 === 4 ? 'terceiro' : 'propria',
        opening: at === 0 ? 'sim' : 'nao',
        town_match: coordinates[town.ibge] ? 'dentro' : null,
        ...(radio && {
          act: `${4_000 + index * 7}/2019`,
          station_class: at === 0 ? 'FB' : 'FX',
          first_licensed_on: daysFrom(today, -2_900 - index),
          licensed_on: daysFrom(today, -1_000 - index),
          // One ends within the month, one has ended, the others have years.
          valid_until: daysFrom(today, [24, -12, 700, 1_400][(index / 6 + at) % 4] ?? 700),
          transmissions: [
            {
              frequency_tx: 7_442.5 + at * 154,
              frequency_rx: 7_596.5 - at * 154,
              emission: '28M0D7W',
              antenna_code: '01234-16-00160',
              antenna_height: 32 + at * 6,
              azimuth: at ? 231.4 : 51.4,
              antenna_gain: 37.1,
              polarization: 'vertical',
              transmitter_code: '04512-17-01817',
              power: 0.2,
            },
          ],
        }),
        address: [
          {
            ...placed(town.ibge, at),
            address: 'Estrada da Torre, s/n',
            city_id: known('cities', town.ibge),
            address_type_id: known('address_types', 'matriz'),
          },
        ],
        client_shared_stations: other ? [{ client_id: clients[other.index] ?? 0 }] : [],
      }
    }),
  )
  const pairs = where.flatMap(({ provider, at }, i) =>
    at === 1 ? [{ provider, from: made[i - 1] ?? 0, to: made[i] ?? 0 }] : [],
  )
  const linked = await sow(
    db,
    stationLinks,
    pairs.map(({ provider: { index }, from, to }) => ({
      client_id: clients[index] ?? 0,
      station_link_type_id: known('station_link_types', index % 4 === 0 ? 'terrestre-proprio' : 'terrestre-contratado'),
      attendance_middle_id: known('attendance_middles', index % 6 === 0 ? 'radio' : 'fibra'),
      own_link: index % 4 === 0,
      stations: [from, to].map(station_id => ({ station_id })),
      status_id: known('statuses:StationLink', index % 3 === 0 ? 'finalizado' : 'em-aberto'),
    })),
  )
  const properties = await sow(
    db,
    stationLinkProperties,
    pairs.map(({ provider: { index } }, i) => ({
      station_link_id: linked[i] ?? 0,
      slp_id: `P${i + 1}`,
      status_id: known('statuses:StationLinkProperty', index % 3 === 0 ? 'finalizado' : 'em-aberto'),
      status_closed: index % 3 === 0,
    })),
  )
  await sow(
    db,
    stationLinkPropertyConnections,
    pairs.map(({ provider: { index }, from, to }, i) => ({
      station_link_property_id: properties[i] ?? 0,
      station_1_id: from,
      station_2_id: to,
      attendance_middle_id: known('attendance_middles', index % 6 === 0 ? 'radio' : 'fibra'),
      capacity: index % 4 === 0 ? 10 : 1,
      exists: index % 3 === 0,
      // Fibre of one traded for fibre of another.
      swap: index % 4 !== 0 && index % 6 !== 0 && index % 5 === 1,
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
