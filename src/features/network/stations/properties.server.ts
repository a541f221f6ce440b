import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { readPropertiesOfLink, readPropertyById } from '#features/network/stations/api.ts'
import { connectionsInWords, nameOfConnection, nameOfProperty } from '#features/network/stations/names.server.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
} from '#features/network/stations/stations.ts'
import { etag } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

const routes = [
  serve(readPropertyById, async (ctx, { id }) => {
    const data = await ctx.rows(stationLinkProperties).find(id)
    const wanted = { 'filter[station_link_property_id]': String(data.id), sort: 'created_at', pagination: 'false' }
    return {
      data,
      connections: await ctx
        .rows(stationLinkPropertyConnections)
        .list(listQuery(stationLinkPropertyConnections, wanted)),
    }
  }),
  serve(readPropertiesOfLink, async (ctx, { id }) => {
    const rows = ctx.rows(stationLinkProperties)
    const link = await ctx.rows(stationLinks).seek(id)
    if (!link) {
      if (/^\d+$/.test(id)) throw problem('missing')
      const data = await rows.find(id)
      return new Answer(200, { data }, etag(data))
    }
    const wanted = { 'filter[station_link_id]': String(link.id), sort: 'created_at', pagination: 'false' }
    const found = await rows.list(listQuery(stationLinkProperties, wanted))
    const data = []
    for (const each of found) data.push(await rows.find(each.id))
    return new Answer(200, { data })
  }),
]

/** Throws a 409 for a finished link; a lock prevents others from finishing it meanwhile. */
async function refuseFinished(ctx: Ctx, links: readonly number[]) {
  const { rows } = await sql<{ slug: string | null }>`
    select (select s.slug from statuses s where s.id = l.status_id) as slug
    from station_links l where l.id = any(${[...links]}::bigint[]) order by l.id for no key update of l`.execute(
    ctx.sql,
  )
  if (rows.some(({ slug }) => slug === 'finalizado'))
    throw problem('conflict', 'O enlace está finalizado: reabra antes.')
}

export const propertyExtensions = [
  extend(stationLinkProperties, {
    lockedAfter: ['station_link'],
    operations: routes,
    derived: { name: nameOfProperty },
    beforeRevive: ({ station_link_id }, ctx) => refuseFinished(ctx, [station_link_id]),
    beforeCreate: async (draft, ctx) => {
      // An invisible link is refused as such, without a word on its state.
      if (await ctx.rows(stationLinks).seek(draft.station_link_id)) await refuseFinished(ctx, [draft.station_link_id])
      return { ...draft, status_id: await statusOf(ctx, 'StationLinkProperty', 'em-aberto') }
    },
    beforeUpdate: (draft, row) => {
      if (draft.station_link_id !== undefined && draft.station_link_id !== row.station_link_id)
        throw invalid({ station_link_id: 'Uma propriedade não muda de enlace.' })
      return draft
    },
    beforeRemove: ({ station_link_id }, ctx) => refuseFinished(ctx, [station_link_id]),
    beforeTurn: async (ids, _active, ctx) => {
      const { rows } = await sql<{ link: number }>`
        select station_link_id as link from station_link_properties where id = any(${[...ids]}::bigint[])`.execute(
        ctx.sql,
      )
      await refuseFinished(
        ctx,
        rows.map(({ link }) => link),
      )
    },
    actions: {
      finalizar: async ({ id }, ctx) => {
        const { rows } = await sql<{ id: number; exists: boolean }>`
          select id, "exists" from station_link_property_connections
          where station_link_property_id = ${id} and deleted_at is null order by id`.execute(ctx.sql)
        if (!rows.length) throw problem('conflict', 'A propriedade não tem conexões.')
        const missing = rows.filter(each => !each.exists)
        if (missing.length)
          throw problem(
            'conflict',
            `Há conexões que ainda não existem${await connectionsInWords(ctx, missing)}. Marque-as como existentes antes.`,
          )
        const status_id = await statusOf(ctx, 'StationLinkProperty', 'finalizado')
        return ctx.rows(stationLinkProperties).update(id, { status_id, status_closed: true }, undefined, 'finalizar')
      },
      reabrir: async ({ id, station_link_id }, ctx) => {
        await refuseFinished(ctx, [station_link_id])
        const status_id = await statusOf(ctx, 'StationLinkProperty', 'em-aberto')
        return ctx.rows(stationLinkProperties).update(id, { status_id, status_closed: false }, undefined, 'reabrir')
      },
    },
  }),
  extend(stationLinkPropertyConnections, {
    lockedAfter: ['station_link_property'],
    derived: {
      name: nameOfConnection,
      property_closed: alias =>
        `(select cp.status_closed from station_link_properties cp where cp.id = ${alias}.station_link_property_id)`,
    },
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

interface Connection {
  readonly station_1_id: number
  readonly station_2_id: number
  readonly station_link_property_id: number
}

/** What is settled is not connected otherwise. */
async function refuseSettled({ station_link_property_id: id }: Connection, ctx: Ctx) {
  await sql`select 1 from station_link_properties where id = ${id} for no key update`.execute(ctx.sql)
  const property = await ctx.rows(stationLinkProperties).seek(id)
  if (property && isLocked(stationLinkProperties, property))
    throw problem('conflict', 'A propriedade está fechada: reabra antes.')
}

/** A connection joins two stations of its link, which no other of the property joins. */
async function refuseUnfit(draft: Connection, ctx: Ctx, own = 0) {
  const { station_1_id: one, station_2_id: other, station_link_property_id: property } = draft
  if (one === other) throw invalid({ station_2_id: 'Escolha outra estação: uma conexão liga duas.' })
  // An invisible property is refused as such, without a word on its stations.
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
  const { rows: twins } = await sql`
    select 1 from station_link_property_connections
    where station_link_property_id = ${property} and deleted_at is null and id <> ${own}
      and least(station_1_id, station_2_id) = ${Math.min(one, other)}
      and greatest(station_1_id, station_2_id) = ${Math.max(one, other)} limit 1`.execute(ctx.sql)
  if (twins.length) throw invalid({ station_2_id: 'Esta conexão já existe nesta propriedade.' })
}
