import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { integer, list, pageJson, rowJson, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { clients } from '#features/clients/clients.ts'
import { attendanceMiddles, serviceTypes } from '#features/lookups.ts'
import { stations } from '#features/stations/stations.ts'
import { key } from '#server/crud.ts'
import { operation, type AnyOperation, type Ctx } from '#server/operation.ts'
import type { Part } from '#server/sql.ts'

const common = { access: 'permission', scope: stations, method: 'GET', rate: 'read', audit: null } as const
const stationsJson = pageJson(rowJson(stations, { withLines: false }))
type StationFilter = Readonly<Record<string, unknown>>

/** Stations asked as their list is, narrowed by columns. */
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
/** Whose stations are shared; nobody's, 0, when there is no such client. Who it is need not be in the reader's sight. */
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
const middlesJson = shape({ data: list(shape({ id: integer, uuid: string, name: string })), total: integer })

export const stationLists: readonly AnyOperation[] = [
  operation<{ client: string }, StationFilter>({
    ...common,
    id: 'stations.client',
    summary: 'Ver as estações de um cliente',
    url: '/api/v1/stations/client/:client',
    params: z.object({ client: key }),
    lists: stations,
    answers: { 200: stationsJson },
    handle: async (ctx, { params, query: asked }) => page(ctx, asked, { client: await clientOf(ctx, params.client) }),
  }),
  operation<{ client: string; middle: string }, StationFilter>({
    ...common,
    id: 'stations.client.middle',
    summary: 'Ver as estações de um cliente por um meio',
    url: '/api/v1/stations/client/:client/attendance-middle/:middle',
    params: z.object({ client: key, middle: key }),
    lists: stations,
    answers: { 200: stationsJson },
    handle: async (ctx, { params, query: asked }) =>
      page(ctx, asked, {
        client: await clientOf(ctx, params.client),
        attendance_middle: await middleOf(ctx, params.middle),
      }),
  }),
  operation<{ client: string }>({
    ...common,
    id: 'stations.middles',
    summary: 'Ver os meios das estações de um cliente',
    url: '/api/v1/stations/client/:client/attendance-middles',
    params: z.object({ client: key }),
    answers: { 200: middlesJson },
    handle: async (ctx, { params }) => middlesOf(ctx, sql`s.client_id = ${await clientOf(ctx, params.client)}`),
  }),
  operation<{ client: string }, StationFilter>({
    ...common,
    id: 'stations.shared',
    summary: 'Ver as estações compartilhadas com um cliente',
    url: '/api/v1/clients/:client/stations-shared-with-client',
    params: z.object({ client: key }),
    lists: stations,
    answers: { 200: stationsJson },
    handle: async (ctx, { params, query: asked }) =>
      page(ctx, { ...asked, ...(await sharedWith(ctx, await clientOf(ctx, params.client))) }, {}),
  }),
  operation<{ client: string; middle: string }, StationFilter>({
    ...common,
    id: 'stations.shared.middle',
    summary: 'Ver as estações compartilhadas com um cliente por um meio',
    url: '/api/v1/stations/shared/:client/attendance-middle/:middle',
    params: z.object({ client: key, middle: key }),
    lists: stations,
    answers: { 200: stationsJson },
    handle: async (ctx, { params, query: asked }) =>
      page(
        ctx,
        { ...asked, ...(await sharedWith(ctx, await clientOf(ctx, params.client))) },
        { attendance_middle: await middleOf(ctx, params.middle) },
      ),
  }),
  operation<{ client: string; owner: string }>({
    ...common,
    id: 'stations.shared.owner',
    summary: 'Ver os meios das estações que um cliente compartilha com outro',
    url: '/api/v1/clients/:client/stations-shared-with-client/:owner/attendance-middles',
    params: z.object({ client: key, owner: key }),
    answers: { 200: middlesJson },
    handle: async (ctx, { params }) => {
      const [client, owner] = [await clientOf(ctx, params.client), await ownerOf(ctx, params.owner)]
      return middlesOf(
        ctx,
        sql`s.client_id = ${owner} and exists (
          select 1 from stations_client_shared_stations l where l.parent_id = s.id and l.client_id = ${client})`,
      )
    },
  }),
  operation<{ client: string; owner: string; middle: string }, StationFilter>({
    ...common,
    id: 'stations.shared.owner.middle',
    summary: 'Ver as estações que um cliente compartilha com outro por um meio',
    url: '/api/v1/clients/:client/stations-shared-with-client/:owner/attendance-middles/:middle/stations',
    params: z.object({ client: key, owner: key, middle: key }),
    lists: stations,
    answers: { 200: stationsJson },
    handle: async (ctx, { params, query: asked }) =>
      page(
        ctx,
        { ...asked, ...(await sharedWith(ctx, await clientOf(ctx, params.client))) },
        { attendance_middle: await middleOf(ctx, params.middle), client: await ownerOf(ctx, params.owner) },
      ),
  }),
  operation<{ type: string }, StationFilter>({
    ...common,
    id: 'stations.service-type',
    summary: 'Ver as estações de um tipo de serviço',
    url: '/api/v1/stations/service-type/:type',
    params: z.object({ type: key }),
    lists: stations,
    answers: { 200: stationsJson },
    handle: async (ctx, { params, query: asked }) => {
      const type = await ctx.rows(serviceTypes).locate(params.type)
      const { rows } = await sql<{ id: number }>`
        select id from fistels where service_type_id = ${type} and deleted_at is null`.execute(ctx.sql)
      const only = { 'filter[fistel_id][in]': [0, ...rows.map(({ id }) => id)].join(',') }
      return ctx.rows(stations).page(listQuery(stations, { ...asked, ...only }, !isStaff(ctx.user)))
    },
  }),
]
