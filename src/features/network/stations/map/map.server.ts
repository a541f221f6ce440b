import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { listQuery, type ListQuery } from '#kernel/page.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { mapNetwork, mapNetworkOfClient, type NetworkMap } from '#features/network/stations/map/api.ts'
import type { MapLink, MapName, MapStation } from '#features/network/stations/map/schema.ts'
import { iconOf } from '#features/network/stations/map/map.ts'
import { placesUrl } from '#features/network/stations/map/settings.server.ts'
import { stationLinkPropertyConnections, stationLinks, stations } from '#features/network/stations/stations.ts'
import { hasPlaces, placesRoute } from '#features/network/stations/map/places.server.ts'
import { Answer, type Ctx, type Sql } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

type Asked = Readonly<Record<string, unknown>>
type Ids = readonly number[]

/** Whatever order and page the list is in, the map shows all of it: to sort thousands of names would be for nothing. */
const unordered = (query: ListQuery): ListQuery => ({ ...query, sort: [] })
const stationsAsked = (ctx: Ctx, asked: Asked) =>
  ctx.rows(stations).keys(unordered(listQuery(stations, asked, !isStaff(ctx.user))))

/** Of a client, its own and those shared with it. */
async function stationsOf(ctx: Ctx, client: number, asked: Asked): Promise<Ids> {
  const { rows } = await sql<{ id: number }>`
    select id from stations where client_id = ${client} and deleted_at is null
    union select parent_id from stations_client_shared_stations where client_id = ${client}`.execute(ctx.sql)
  const among = new Set(rows.map(({ id }) => id))
  return (await stationsAsked(ctx, asked)).filter(id => among.has(id))
}

type Named = ReadonlyMap<number, MapName>
/** Few rows that thousands point to are read once and put to each here: a join would write their names thousands of times. */
async function namesOf<T extends MapName>(db: Sql, table: string, column = sql``): Promise<ReadonlyMap<number, T>> {
  const { rows } = await sql<T>`select id, uuid, name ${column} from ${sql.table(table)}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
const nameIn = (names: Named, id: number | null) => (id === null ? null : (names.get(id) ?? null))

interface MapNames {
  readonly middles: Named
  /** What draws each medium. */
  readonly icons: ReadonlyMap<number, string>
  readonly technologies: Named
  readonly statuses: Named
}
async function namesOnMap(db: Sql): Promise<MapNames> {
  const [media, technologies, statuses] = await Promise.all([
    namesOf<MapName & { slug: string | null }>(db, 'attendance_middles', sql`, slug`),
    namesOf(db, 'technology_types'),
    namesOf(db, 'statuses'),
  ])
  return {
    middles: new Map([...media].map(([id, { slug: _slug, ...middle }]) => [id, middle])),
    icons: new Map([...media].map(([id, { slug }]) => [id, iconOf(slug)])),
    technologies,
    statuses,
  }
}

interface PlacedRow {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly station_number: string | null
  readonly client_id: number
  readonly attendance_middle_id: number | null
  readonly technology_type_id: number | null
  readonly status_id: number | null
  readonly latitude: number
  readonly longitude: number
}

/** Those of these stations that have coordinates, with whose they are and which are shared. */
async function placesOf({ sql: db }: Ctx, ids: Ids) {
  const { rows } = await sql<PlacedRow>`
    select s.id, s.uuid, s.name, s.station_number, s.client_id, s.attendance_middle_id, s.technology_type_id, s.status_id,
      a.lat as latitude, a.lng as longitude
    from unnest(${ids}::bigint[]) k (id)
    join stations s on s.id = k.id
    join stations_address a on a.parent_id = s.id and a.lat is not null and a.lng is not null`.execute(db)
  const owners = [...new Set(rows.map(({ client_id }) => client_id))]
  const [holders, shared] = await Promise.all([
    sql<MapName>`select id, uuid, name from clients where id = any(${owners}::bigint[])`.execute(db),
    sql<{ id: number }>`select distinct parent_id as id from stations_client_shared_stations`.execute(db),
  ])
  const owned: Named = new Map(holders.rows.map(row => [row.id, row]))
  return { rows, owned, sharing: new Set(shared.rows.map(({ id }) => id)) }
}

/** Each of them once, as the map draws it. */
function placedAmong(
  { rows, owned, sharing }: Awaited<ReturnType<typeof placesOf>>,
  { middles, icons, technologies, statuses }: MapNames,
): ReadonlyMap<number, MapStation> {
  const placed = new Map<number, MapStation>()
  for (const row of rows) {
    const client = owned.get(row.client_id)
    if (!client || placed.has(row.id)) continue
    placed.set(row.id, {
      id: row.id,
      uuid: row.uuid,
      name: row.name,
      client,
      attendance_middle: nameIn(middles, row.attendance_middle_id),
      technology_type: nameIn(technologies, row.technology_type_id),
      status: nameIn(statuses, row.status_id),
      station_number: row.station_number,
      shared: sharing.has(row.id),
      icon_url: icons.get(row.attendance_middle_id ?? 0) ?? iconOf(null),
      latitude: row.latitude,
      longitude: row.longitude,
    })
  }
  return placed
}

interface LinkRow {
  readonly id: number
  readonly uuid: string
  readonly station_link_uuid: string
  readonly station_1_id: number
  readonly station_2_id: number
  readonly attendance_middle_id: number | null
  readonly capacity: number | null
  readonly exists: boolean
  readonly swap: boolean
  readonly own_link: boolean
  readonly status_id: number | null
}

/** Connections whose link the reader sees. */
async function linksOf(ctx: Ctx): Promise<readonly LinkRow[]> {
  const outside = !isStaff(ctx.user)
  const [joined, seen] = await Promise.all([
    ctx.rows(stationLinkPropertyConnections).keys(unordered(listQuery(stationLinkPropertyConnections, {}, outside))),
    ctx.rows(stationLinks).keys(unordered(listQuery(stationLinks, {}, outside))),
  ])
  const { rows } = await sql<LinkRow>`
    select k.id, k.uuid, l.uuid as station_link_uuid, k.station_1_id, k.station_2_id,
      coalesce(k.attendance_middle_id, l.attendance_middle_id) as attendance_middle_id,
      k.capacity, k.exists, k.swap, l.own_link, l.status_id
    from unnest(${joined}::bigint[]) c (id)
    join station_link_property_connections k on k.id = c.id
    join station_link_properties p on p.id = k.station_link_property_id and p.deleted_at is null
    join unnest(${seen}::bigint[]) v (id) on v.id = p.station_link_id
    join station_links l on l.id = v.id
    where p.active or ${!outside}`.execute(ctx.sql)
  return rows
}

/** Those whose two stations are on the map. */
function linksAmong(
  placed: ReadonlyMap<number, MapStation>,
  rows: readonly LinkRow[],
  { middles, statuses }: MapNames,
): readonly MapLink[] {
  return rows.flatMap(({ attendance_middle_id, status_id, ...row }) => {
    const [one, other] = [placed.get(row.station_1_id), placed.get(row.station_2_id)]
    if (!one || !other) return []
    return [
      {
        ...row,
        latitude_1: one.latitude,
        longitude_1: one.longitude,
        latitude_2: other.latitude,
        longitude_2: other.longitude,
        attendance_middle: nameIn(middles, attendance_middle_id),
        status: nameIn(statuses, status_id),
      },
    ]
  })
}

async function networkOf(ctx: Ctx, ids: Ids): Promise<{ readonly data: NetworkMap }> {
  const places = hasPlaces(ctx.config)
  if (!ids.length) return { data: { stations: [], links: [], without: 0, places } }
  const [names, found, joined] = await Promise.all([namesOnMap(ctx.sql), placesOf(ctx, ids), linksOf(ctx)])
  const placed = placedAmong(found, names)
  const links = linksAmong(placed, joined, names)
  return { data: { stations: [...placed.values()], links, without: ids.length - placed.size, places } }
}

/** Of a client the reader sees: its own stations, those shared with it, and what joins them. */
export const networkOfClient = async (ctx: Ctx, client: number, asked: Asked = {}) =>
  networkOf(ctx, await stationsOf(ctx, client, asked))

/** Written at once: made of small pieces as other answers are, one of many megabytes costs twice as much. */
const asJson = (network: { readonly data: NetworkMap }) =>
  new Answer(200, Buffer.from(JSON.stringify(network)), { 'Content-Type': 'application/json; charset=utf-8' })

const operations = [
  placesRoute,
  serve(mapNetwork, async (ctx, { query }) => asJson(await networkOf(ctx, await stationsAsked(ctx, query)))),
  serve(mapNetworkOfClient, async (ctx, { client, query }) =>
    asJson(await networkOfClient(ctx, await ctx.rows(clients).locate(client), query)),
  ),
]

export const mapOnServer: ServerFeature = {
  operations: () => operations,
  integrations: [
    {
      key: 'lugares',
      lacking: config =>
        hasPlaces(config) ? null : `A busca de lugares está desligada: informe o endereço em ${placesUrl.name}.`,
    },
  ],
}
