import { sql } from 'kysely'
import { stationNumber } from '#kernel/brasil.ts'
import { pointIn, type Point } from '#kernel/coordinates.ts'
import { checkStation, type PlaceLook, type TypedStation } from '#features/network/stations/api.ts'
import { isBeside, metresSql, placeIn, type PlaceSql } from '#features/network/stations/beside.server.ts'
import { unlinkedBy } from '#features/network/stations/sharing.server.ts'
import { stations } from '#features/network/stations/stations.ts'
import { judgePlace } from '#parts/address/judge.server.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface FoundTwin {
  readonly id: number
  readonly why: 'number' | 'name' | 'near'
  readonly metres: number | null
}
/** As many as are read; the nearest first. */
const MOST_TWINS = 50

/** Reads stations like the one in the form, visible to the reader or not. */
async function likeOnes(
  { sql: db }: Ctx,
  { client_id = 0, name = '', station_number = '', except = '', ...place }: TypedStation,
) {
  const [at, number] = [pointIn(place), stationNumber(station_number)]
  const typed: PlaceSql | null = at && { lat: sql`${at.lat}::numeric`, lng: sql`${at.lng}::numeric` }
  const none = sql`null::float8`
  const ways = [
    ...(number
      ? [sql`select s.id, 'number' as why, ${none} as metres from stations s where s.station_number = ${number}`]
      : []),
    ...(name.trim()
      ? [
          sql`select s.id, 'name', ${none} from stations s
          where s.client_id = ${client_id} and plain(s.name) = plain(${name.trim()})`,
        ]
      : []),
    ...(typed
      ? [
          sql`select p.parent_id, 'near', ${metresSql(placeIn('p'), typed)} from stations_address p
          where ${isBeside(placeIn('p'), typed)}`,
        ]
      : []),
  ]
  if (!ways.length) return []
  const { rows } = await sql<FoundTwin>`
    select w.id, w.why, w.metres from (${sql.join(ways, sql` union all `)}) w (id, why, metres)
    join stations s on s.id = w.id
    where s.deleted_at is null and s.uuid::text <> ${except.toLowerCase()}
    order by w.metres nulls first, w.id limit ${MOST_TWINS}`.execute(db)
  return rows
}

async function placesOf(
  { sql: db }: Ctx,
  points: readonly Point[],
  { city_id = 0, in_ocean, is_virtual }: TypedStation,
): Promise<readonly PlaceLook[]> {
  if (!points.length) return []
  const outlines = await openOutlines()
  const towns = points.flatMap(at => outlines.townAt(at) ?? [])
  const { rows } = await sql<{ id: number; uuid: string; name: string; ibge: number }>`
    select id, uuid, label as name, ibge from cities where id = ${city_id} or ibge = any(${towns}::integer[])`.execute(
    db,
  )
  const ibge = rows.find(({ id }) => id === city_id)?.ibge ?? null
  const beside = { ibge, atSea: in_ocean === 'true', isVirtual: is_virtual === 'true' }
  return points.map(at => {
    const judged = judgePlace(outlines, at, beside)
    const found = rows.find(row => row.ibge === judged.town)
    // A town without an outline gets no answer: other outlines would place the point in the one it split from.
    const isTold = found && (ibge === null || judged.metres !== null || judged.doubt !== null)
    return {
      ...judged,
      metres: judged.metres === null ? null : Math.round(judged.metres),
      town: isTold ? { id: found.id, uuid: found.uuid, name: found.name } : null,
    }
  })
}

/** Answers the links that lose a station once its sharing shrinks; null if that is not requested. */
async function unlinkedIn(ctx: Ctx, { except, kept }: TypedStation) {
  if (!except || kept === undefined) return null
  const station = await ctx.rows(stations).seek(except)
  return station && unlinkedBy(ctx, station, kept.split(',').filter(Boolean).map(Number))
}

/**
 * Checks a typed station before it is saved: which ones are like it, and whether it is in its municipality. It refuses nothing.
 */
export const checkRoute = serve(checkStation, async (ctx, { query }) => {
  const found = await likeOnes(ctx, query)
  const ids = [...new Set(found.map(({ id }) => id))]
  const seen = ids.length ? await ctx.rows(stations).among(ids) : []
  const twins = seen.map(({ id, uuid, name, client }) => {
    const ways = found.filter(each => each.id === id)
    const metres = ways.find(({ why }) => why === 'near')?.metres ?? null
    return { uuid, name, client: client.name, why: ways.map(({ why }) => why), metres: metres && Math.round(metres) }
  })
  const [own = null] = await placesOf(
    ctx,
    [pointIn(query)].filter(at => at !== null),
    query,
  )
  const several = (query.points?.split(';') ?? []).map(text => text.split(',').map(Number))
  const places = await placesOf(
    ctx,
    several.map(([lat = 0, lng = 0]) => ({ lat, lng })),
    query,
  )
  return { twins, place: own, places, unlinked: await unlinkedIn(ctx, query) }
})
