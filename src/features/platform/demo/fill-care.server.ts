import { sql } from 'kysely'
import { stationNotes } from '#features/network/stations/notes.ts'
import { stations } from '#features/network/stations/stations.ts'
import { stationUploads } from '#features/network/stations/uploads.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { stationStories } from '#features/platform/demo/office.ts'
import { towerPhoto } from '#features/platform/demo/tower.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

interface SownStation {
  readonly id: number
  readonly name: string
  readonly client_id: number
  readonly attendance_middle_id: number | null
  readonly technology_type_id: number | null
  readonly status_id: number | null
  readonly fistel_id: number | null
  readonly lat: number
  readonly lng: number
  readonly city_id: number | null
  readonly address_type_id: number | null
  /** With whom it is shared. */
  readonly guest: number | null
}

/** Writes events of some stations, a photo, tower sharing, and two mistakes for the counters to find. */
export async function fillCare(
  db: Sql,
  config: Config,
  { users, today }: { readonly users: readonly number[]; readonly today: string },
) {
  const { rows } = await sql<SownStation>`
    select s.id, s.name, s.client_id, s.attendance_middle_id, s.technology_type_id, s.status_id, s.fistel_id, a.lat, a.lng, a.city_id,
      a.address_type_id, (select h.client_id from stations_client_shared_stations h where h.parent_id = s.id order by h.position limit 1) as guest
    from stations s join stations_address a on a.parent_id = s.id and a.lat is not null
    where s.deleted_at is null order by s.id`.execute(db)
  await sow(
    db,
    stationNotes,
    stationStories.flatMap(([content, daysAgo], i) => {
      const station = rows[i < 3 ? 0 : i * 2]
      return station
        ? [{ content, station_id: station.id, happened_on: daysFrom(today, -daysAgo), user_id: users[i % 3] ?? null }]
        : []
    }),
  )
  await fillPhoto(db, config, rows[0]?.id, users[1] ?? null)
  await fillBeside(db, rows)
}

async function fillPhoto(db: Sql, config: Config, station: number | undefined, user_id: number | null) {
  if (station === undefined) return
  const bytes = towerPhoto()
  const sha256 = await keepFile({ config, sql: db }, bytes)
  await sow(db, stationUploads, [
    { name: 'Torre vista da estrada.png', ext: 'png', size: bytes.length, sha256, station_id: station, user_id },
  ])
}

/** Writes a tower two clients share, a station registered twice, and one in the wrong municipality. */
async function fillBeside(db: Sql, all: readonly SownStation[]) {
  const beside = ({ id: _id, guest: _guest, lat, lng, city_id, address_type_id, ...station }: SownStation) => ({
    ...station,
    station_type: 'propria' as const,
    opening: 'nao' as const,
    address: [{ lat: lat + 0.00006, lng: lng + 0.00005, city_id, address_type_id, address: 'Estrada da Torre, s/n' }],
    town_match: 'dentro' as const,
  })
  const tower = all.find(({ guest }) => guest !== null)
  const twice = all.find(({ guest }) => guest === null)
  const strayed = all.find(({ id, city_id }) => id !== twice?.id && city_id !== twice?.city_id)
  if (tower?.guest) {
    await sql`update stations set structure_shared = true, structure = 'Torre' where id = ${tower.id}`.execute(db)
    const { rows } = await sql<{ id: number }>`
      select f.id from fistels f join service_types t on t.id = f.service_type_id
      where f.client_id = ${tower.guest} and t.initial = 'SCM' order by f.id limit 1`.execute(db)
    const guest = { client_id: tower.guest, fistel_id: rows[0]?.id ?? null }
    await sow(db, stations, [
      { ...beside(tower), ...guest, name: `Repetidora na ${tower.name}`, structure: 'Torre', structure_shared: true },
    ])
  }
  if (twice) await sow(db, stations, [{ ...beside(twice), name: `${twice.name} (cadastro antigo)` }])
  if (strayed && twice) {
    await sql`update stations_address set city_id = ${twice.city_id} where parent_id = ${strayed.id}`.execute(db)
    await sql`update stations set town_match = 'fora' where id = ${strayed.id}`.execute(db)
  }
}
