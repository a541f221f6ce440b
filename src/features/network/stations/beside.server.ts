import { sql } from 'kysely'
import { stations } from '#features/network/stations/stations.ts'
import { besideMetres } from '#features/network/stations/gaps.ts'
import type { VisibilityOf } from '#server/extend.ts'
import type { Part } from '#server/part.ts'

// Finds duplicates: a station within a few metres of another one is most often the same one, registered twice.

/** A place, as the columns or the values that hold it. */
export interface PlaceSql {
  readonly lat: Part
  readonly lng: Part
}
/** Where a row of `stations_address` says that it is. */
export const placeIn = (alias: string): PlaceSql => ({ lat: sql.ref(`${alias}.lat`), lng: sql.ref(`${alias}.lng`) })

/** Metres between two places so near that the ground between them is flat; a degree of latitude in the mean. */
export const metresSql = (one: PlaceSql, other: PlaceSql) => sql`(111195 * sqrt(
  power((${one.lat} - ${other.lat})::float8, 2)
  + power((${one.lng} - ${other.lng})::float8 * cos(radians(${one.lat}::float8)), 2)))`

/**
 * Whether two places are beside each other. An index finds the rows in a square, which is wide enough at every latitude of Brazil; the
 * distance then decides.
 */
export const isBeside = (row: PlaceSql, at: PlaceSql) => sql`(
  ${row.lat} between ${at.lat} - 0.0003 and ${at.lat} + 0.0003
  and ${row.lng} between ${at.lng} - 0.0004 and ${at.lng} + 0.0004
  and ${metresSql(row, at)} <= ${sql.raw(String(besideMetres))})`

/** SQL: whether another visible station of the client is beside this one; two that both share their structure may be. */
export function hasBeside(alias: string, seen: VisibilityOf): Part {
  const [own, place, other] = [`${alias}_own`, `${alias}_place`, `${alias}_other`]
  return sql`exists (
    select 1 from ${sql.raw(`stations_address ${own}`)}
    join ${sql.raw(`stations_address ${place}`)} on ${isBeside(placeIn(place), placeIn(own))}
    join ${sql.raw(`stations ${other} on ${other}.id = ${place}.parent_id`)}
    where ${sql.raw(`${own}.parent_id = ${alias}.id and ${other}.id <> ${alias}.id and ${other}.client_id = ${alias}.client_id
      and ${other}.active and ${other}.deleted_at is null and not (${other}.structure_shared and ${alias}.structure_shared)`)}
      and ${seen(stations, other)})`
}
