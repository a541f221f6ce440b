import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { attendanceMiddles, serviceTypes } from '#features/lookups.ts'
import {
  listMiddlesOfClient,
  listMiddlesOfOwner,
  listSharedByMiddle,
  listSharedStations,
  listStationsByMiddle,
  listStationsOfClient,
  listStationsOfOwner,
  listStationsOfService,
} from '#features/network/stations/api.ts'
import { stations } from '#features/network/stations/stations.ts'
import type { AnyOperation, Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import type { Part } from '#server/part.ts'

type StationFilter = Readonly<Record<string, unknown>>

/** Reads a page of the list, narrowed by columns. */
const page = (ctx: Ctx, asked: StationFilter, only: Readonly<Record<string, number>>) => {
  const filters = Object.fromEntries(Object.entries(only).map(([name, id]) => [`filter[${name}_id]`, String(id)]))
  return ctx.rows(stations).page(listQuery(stations, { ...asked, ...filters }, !isStaff(ctx.user)))
}
const middleOf = (ctx: Ctx, given: string) => ctx.rows(attendanceMiddles).locate(given)
/** A client by id or uuid, when the reader may see it. */
const clientOf = (ctx: Ctx, given: string) => ctx.rows(clients).locate(given)

/** Narrows a list to the stations shared with a client. No station has the id 0: with nothing shared, nothing is listed. */
async function sharedWith({ sql: db }: Ctx, client: number): Promise<StationFilter> {
  const { rows } = await sql<{ id: number }>`
    select parent_id as id from stations_client_shared_stations where client_id = ${client}`.execute(db)
  return { 'filter[id][in]': [0, ...rows.map(({ id }) => id)].join(',') }
}
/** Answers the id of the client that shares; 0 if there is none. The reader need not see that client. */
async function ownerOf({ sql: db }: Ctx, given: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from clients where id::text = ${given} or uuid::text = ${given.toLowerCase()}`.execute(db)
  return rows[0]?.id ?? 0
}

interface Middle {
  readonly id: number
  readonly uuid: string
  readonly name: string
}
/** The media of the stations `which` picks, each once. */
async function middlesOf({ sql: db }: Ctx, which: Part) {
  const { rows } = await sql<Middle>`
    select id, uuid, name from attendance_middles m where exists (
      select 1 from stations s where s.attendance_middle_id = m.id and s.deleted_at is null and ${which})
    order by name, id`.execute(db)
  return { data: rows, total: rows.length }
}

export const stationLists: readonly AnyOperation[] = [
  serve(listStationsOfClient, async (ctx, { client, query }) =>
    page(ctx, query, { client: await clientOf(ctx, client) }),
  ),
  serve(listStationsByMiddle, async (ctx, { client, middle, query }) =>
    page(ctx, query, {
      client: await clientOf(ctx, client),
      attendance_middle: await middleOf(ctx, middle),
    }),
  ),
  serve(listMiddlesOfClient, async (ctx, { client }) =>
    middlesOf(ctx, sql`s.client_id = ${await clientOf(ctx, client)}`),
  ),
  serve(listSharedStations, async (ctx, { client, query }) =>
    page(ctx, { ...query, ...(await sharedWith(ctx, await clientOf(ctx, client))) }, {}),
  ),
  serve(listSharedByMiddle, async (ctx, { client, middle, query }) =>
    page(
      ctx,
      { ...query, ...(await sharedWith(ctx, await clientOf(ctx, client))) },
      { attendance_middle: await middleOf(ctx, middle) },
    ),
  ),
  serve(listMiddlesOfOwner, async (ctx, input) => {
    const [client, owner] = [await clientOf(ctx, input.client), await ownerOf(ctx, input.owner)]
    return middlesOf(
      ctx,
      sql`s.client_id = ${owner} and exists (
        select 1 from stations_client_shared_stations l where l.parent_id = s.id and l.client_id = ${client})`,
    )
  }),
  serve(listStationsOfOwner, async (ctx, { client, middle, owner, query }) =>
    page(
      ctx,
      { ...query, ...(await sharedWith(ctx, await clientOf(ctx, client))) },
      { attendance_middle: await middleOf(ctx, middle), client: await ownerOf(ctx, owner) },
    ),
  ),
  serve(listStationsOfService, async (ctx, input) => {
    const type = await ctx.rows(serviceTypes).locate(input.type)
    const { rows } = await sql<{ id: number }>`
      select id from fistels where service_type_id = ${type} and deleted_at is null`.execute(ctx.sql)
    const only = { 'filter[fistel_id][in]': [0, ...rows.map(({ id }) => id)].join(',') }
    return ctx.rows(stations).page(listQuery(stations, { ...input.query, ...only }, !isStaff(ctx.user)))
  }),
]
