import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { list, rowJson, shape } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features } from '#features/index.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { statusOf, type StatusModel } from '#parts/status/status.server.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/stations/stations.ts'
import { stationLists } from '#features/stations/lists.server.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { operation, type Ctx } from '#server/operation.ts'

const checked = withMetas(() => features)

/** A property with its connections, which hang on it. */
const propertyById = operation<{ id: string }>({
  id: 'station-link-properties.id',
  summary: 'Ver uma propriedade com as suas conexões',
  method: 'GET',
  url: '/api/v1/station-link-properties/id/:id',
  access: 'permission',
  scope: stationLinkProperties,
  rate: 'read',
  audit: null,
  params: z.object({ id: key }),
  answers: {
    200: shape({ data: rowJson(stationLinkProperties), connections: list(rowJson(stationLinkPropertyConnections)) }),
  },
  handle: async (ctx, { params }) => {
    const data = await ctx.rows(stationLinkProperties).find(params.id)
    const wanted = { 'filter[station_link_property_id]': String(data.id), sort: 'created_at', pagination: 'false' }
    return {
      data,
      connections: await ctx
        .rows(stationLinkPropertyConnections)
        .list(listQuery(stationLinkPropertyConnections, wanted)),
    }
  },
})

/** Type 1, the first of the lookup, unless said otherwise. */
const usualLinkType = 1

const opens = async <D extends object>(draft: D, ctx: Ctx, model: StatusModel) => ({
  ...draft,
  status_id: await statusOf(ctx, model, 'em-aberto'),
})

/** A station of a link is of its client, of who shares it, or shared with one of them. */
async function refuseStrangers(
  ctx: Ctx,
  link: { readonly client_id: number; readonly shared_client_id?: number | null | undefined },
  used: readonly { readonly station_id: number }[],
) {
  const ids = used.map(({ station_id }) => station_id)
  const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i)
  if (twice >= 0) throw invalid({ [`stations.${twice}.station_id`]: 'Esta estação já está no enlace.' })
  const holders = [link.client_id, link.shared_client_id ?? link.client_id]
  const { rows } = await sql<{ id: number }>`
    select s.id from stations s where s.id = any(${ids}::bigint[]) and not (
      s.client_id = any(${holders}::bigint[]) or exists (
        select 1 from stations_client_shared_stations h
        where h.parent_id = s.id and h.client_id = any(${holders}::bigint[])))`.execute(ctx.sql)
  const strange = ids.findIndex(id => rows.some(row => row.id === id))
  if (strange >= 0)
    throw invalid({ [`stations.${strange}.station_id`]: 'Esta estação não é do cliente nem é compartilhada com ele.' })
}

/** A station stays in its link while a connection ends there. */
async function refuseJoined(ctx: Ctx, link: number, kept: readonly { readonly station_id: number }[]) {
  const left = await count(
    ctx,
    sql<{ n: number }>`
    select count(*)::int as n from station_link_property_connections k
    join station_link_properties p on p.id = k.station_link_property_id and p.deleted_at is null
    cross join lateral (values (k.station_1_id), (k.station_2_id)) e (station_id)
    where p.station_link_id = ${link} and k.deleted_at is null
      and not (e.station_id = any(${kept.map(({ station_id }) => station_id)}::bigint[]))`,
  )
  if (left) throw invalid({ stations: 'Há conexões entre as estações retiradas. Exclua antes as conexões.' })
}

async function count(ctx: Ctx, query: ReturnType<typeof sql<{ n: number }>>) {
  const { rows } = await query.execute(ctx.sql)
  return rows[0]?.n ?? 0
}

const extensions = [
  extend(stations, {
    beforeCreate: async (draft, ctx) => opens(await checked.beforeCreate(draft, ctx), ctx, 'Station'),
    beforeUpdate: checked.beforeUpdate,
    operations: stationLists,
    derived: {
      has_coordinates: alias =>
        `exists (select 1 from stations_address p where p.parent_id = ${alias}.id and p.lat is not null and p.lng is not null)`,
    },
    /** People of a client see their stations and those shared with them. */
    visible: ({ user, alias, declared }) =>
      isStaff(user)
        ? declared
        : sql`(${declared} or exists (
            select 1 from stations_client_shared_stations h
            join clients_client_users m on m.parent_id = h.client_id and m.user_id = ${user.id}
            where h.parent_id = ${sql.ref(`${alias}.id`)}))`,
    actions: {
      finalizar: async ({ id }, ctx) =>
        ctx
          .rows(stations)
          .update(id, { status_id: await statusOf(ctx, 'Station', 'finalizado') }, undefined, 'finalizar'),
      reabrir: async ({ id }, ctx) =>
        ctx.rows(stations).update(id, { status_id: await statusOf(ctx, 'Station', 'em-aberto') }, undefined, 'reabrir'),
    },
  }),
  extend(stationLinks, {
    beforeCreate: async (draft, ctx) => {
      await refuseStrangers(ctx, draft, draft.stations ?? [])
      return opens({ ...draft, station_link_type_id: draft.station_link_type_id ?? usualLinkType }, ctx, 'StationLink')
    },
    beforeUpdate: async (draft, row, ctx) => {
      await refuseStrangers(ctx, { ...row, ...draft }, draft.stations ?? row.stations)
      if (draft.stations) await refuseJoined(ctx, row.id, draft.stations)
      return draft
    },
    actions: {
      finalizar: async ({ id }, ctx) => {
        const finished = await count(
          ctx,
          sql<{ n: number }>`
          select count(*)::int as n from station_link_properties p join statuses s on s.id = p.status_id
          where p.station_link_id = ${id} and p.deleted_at is null and s.slug = 'finalizado'`,
        )
        if (!finished) throw problem('conflict', 'Finalize antes ao menos uma propriedade do enlace.')
        return ctx
          .rows(stationLinks)
          .update(id, { status_id: await statusOf(ctx, 'StationLink', 'finalizado') }, undefined, 'finalizar')
      },
      reabrir: async ({ id }, ctx) =>
        ctx
          .rows(stationLinks)
          .update(id, { status_id: await statusOf(ctx, 'StationLink', 'em-aberto') }, undefined, 'reabrir'),
    },
  }),
  extend(stationLinkProperties, {
    operations: [propertyById],
    beforeRevive: refuseFinished,
    beforeCreate: async (draft, ctx) => {
      await refuseFinished(draft, ctx)
      return opens(draft, ctx, 'StationLinkProperty')
    },
    beforeUpdate: (draft, row) => {
      if (draft.station_link_id !== undefined && draft.station_link_id !== row.station_link_id)
        throw invalid({ station_link_id: 'Uma propriedade não muda de enlace.' })
      return draft
    },
    actions: {
      finalizar: async ({ id }, ctx) => {
        const [all, missing] = await Promise.all(
          [sql`true`, sql`not "exists"`].map(which =>
            count(
              ctx,
              sql<{ n: number }>`
              select count(*)::int as n from station_link_property_connections
              where station_link_property_id = ${id} and deleted_at is null and ${which}`,
            ),
          ),
        )
        if (!all) throw problem('conflict', 'A propriedade não tem conexões.')
        if (missing) throw problem('conflict', 'Há conexões que ainda não existem. Marque-as como existentes antes.')
        return ctx
          .rows(stationLinkProperties)
          .update(
            id,
            { status_id: await statusOf(ctx, 'StationLinkProperty', 'finalizado'), status_closed: true },
            undefined,
            'finalizar',
          )
      },
      reabrir: async ({ id }, ctx) =>
        ctx
          .rows(stationLinkProperties)
          .update(
            id,
            { status_id: await statusOf(ctx, 'StationLinkProperty', 'em-aberto'), status_closed: false },
            undefined,
            'reabrir',
          ),
    },
  }),
  extend(stationLinkPropertyConnections, {
    beforeCreate: async (draft, ctx) => {
      await refuseSettled(draft, ctx)
      await refuseUnfit(draft, ctx)
      return draft
    },
    beforeUpdate: async (draft, row, ctx) => {
      const joined = { ...row, ...draft }
      await refuseSettled(row, ctx)
      await refuseSettled(joined, ctx)
      await refuseUnfit(joined, ctx, row.id)
      return draft
    },
    beforeRemove: refuseSettled,
    beforeRevive: async (row, ctx) => {
      await refuseSettled(row, ctx)
      await refuseUnfit(row, ctx, row.id)
    },
  }),
]

export const stationsOnServer: ServerFeature = { extensions }

async function refuseFinished({ station_link_id }: { readonly station_link_id: number }, ctx: Ctx) {
  const link = await ctx.rows(stationLinks).seek(station_link_id)
  if (link && isLocked(stationLinks, link)) throw problem('conflict', 'O enlace está finalizado: reabra antes.')
}

interface Connection {
  readonly station_1_id: number
  readonly station_2_id: number
  readonly station_link_property_id: number
}

/** What is settled is not connected otherwise. */
async function refuseSettled({ station_link_property_id: id }: Connection, ctx: Ctx) {
  const property = await ctx.rows(stationLinkProperties).seek(id)
  if (property && isLocked(stationLinkProperties, property))
    throw problem('conflict', 'A propriedade está fechada: reabra antes.')
}

/** A connection joins two stations of its link, which no other of the property joins. */
async function refuseUnfit(draft: Connection, ctx: Ctx, own = 0) {
  const { station_1_id: one, station_2_id: other, station_link_property_id: property } = draft
  if (one === other) throw invalid({ station_2_id: 'Escolha outra estação: uma conexão liga duas.' })
  // A property out of sight is refused as such, without a word on its stations.
  if (!(await ctx.rows(stationLinkProperties).seek(property))) return
  const { rows: known } = await sql<{ station_id: number }>`
    select s.station_id from station_link_properties p
    join station_links_stations s on s.parent_id = p.station_link_id where p.id = ${property} for update of p`.execute(
    ctx.sql,
  )
  const strange = (['station_1_id', 'station_2_id'] as const).filter(
    key => !known.some(({ station_id }) => station_id === draft[key]),
  )
  if (strange.length)
    throw invalid(
      Object.fromEntries(strange.map(key => [key, 'Esta estação não está no enlace. Escolha uma das dele.'])),
    )
  const twins = await count(
    ctx,
    sql<{ n: number }>`
    select count(*)::int as n from station_link_property_connections
    where station_link_property_id = ${property} and deleted_at is null and id <> ${own}
      and least(station_1_id, station_2_id) = ${Math.min(one, other)}
      and greatest(station_1_id, station_2_id) = ${Math.max(one, other)}`,
  )
  if (twins) throw invalid({ station_2_id: 'Esta conexão já existe nesta propriedade.' })
}
