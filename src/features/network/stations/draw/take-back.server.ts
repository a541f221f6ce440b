import { sql } from 'kysely'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/network/stations/stations.ts'
import type { Ctx } from '#server/operation.ts'

interface MadeTogether {
  readonly links: readonly number[]
  readonly stations: readonly number[]
}

/** Takes back what was made together: links with all that hangs on them, then stations. What others use by now refuses the whole. */
export async function takeBackMade(ctx: Ctx, made: MadeTogether): Promise<void> {
  for (const link of made.links) {
    // An invisible link answers 404, before anything of it is read.
    await ctx.rows(stationLinks).find(link, [])
    const { rows: hanging } = await sql<{ property: number; connection: number | null }>`
      select p.id as property, k.id as connection from station_link_properties p
      left join station_link_property_connections k on k.station_link_property_id = p.id and k.deleted_at is null
      where p.station_link_id = ${link} and p.deleted_at is null`.execute(ctx.sql)
    for (const { connection } of hanging)
      if (connection !== null) await ctx.rows(stationLinkPropertyConnections).remove(connection)
    for (const property of new Set(hanging.map(each => each.property)))
      await ctx.rows(stationLinkProperties).remove(property)
    await ctx.rows(stationLinks).remove(link)
  }
  for (const station of made.stations) await ctx.rows(stations).remove(station)
}
