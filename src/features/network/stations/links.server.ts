import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import type { RowOf, StoredOf } from '#kernel/resource.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { mostObstructions } from '#features/network/stations/geometry/stored.ts'
import { profilePaperRoute } from '#features/network/stations/link-paper.server.ts'
import { profileRoute } from '#features/network/stations/link-profile.server.ts'
import { connectionsInWords, nameOfLink } from '#features/network/stations/names.server.ts'
import { stationLinks } from '#features/network/stations/stations.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

type LinkDraft = Partial<StoredOf<typeof stationLinks>>

/** Types of links that imply whether the link is the client's own or hired; no other type implies it. */
const ownTypes: Readonly<Record<string, boolean>> = { 'terrestre-proprio': true, 'terrestre-contratado': false }

/** The type of a link that says none: the first of the lookup, or the one of what is hired. */
async function usualTypeOf({ own_link: own = true }: LinkDraft, ctx: Ctx): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from station_link_types where slug = ${own ? 'terrestre-proprio' : 'terrestre-contratado'}
      and deleted_at is null`.execute(ctx.sql)
  return rows[0]?.id ?? null
}

async function refuseContradiction({ own_link: own, station_link_type_id: type }: LinkDraft, ctx: Ctx) {
  if (own === undefined || type == null) return
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from station_link_types where id = ${type}`.execute(ctx.sql)
  const [known] = rows
  const says = known && ownTypes[known.slug]
  if (says !== undefined && says !== own)
    throw invalid({
      own_link: `O tipo é “${known?.name}”: ${own ? 'desmarque' : 'marque'} o enlace próprio, ou mude o tipo.`,
    })
}

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

/** What is in the way is between two stations of the link, and no more of it than a profile takes. */
function refuseMisplaced(
  obstructions: NonNullable<LinkDraft['obstructions']>,
  used: readonly { readonly station_id: number }[],
) {
  const ids = new Set(used.map(({ station_id }) => station_id))
  const counts = new Map<string, number>()
  for (const [at, { station_1_id: one, station_2_id: other }] of obstructions.entries()) {
    const pair = [Math.min(one, other), Math.max(one, other)].join()
    const found = (counts.get(pair) ?? 0) + 1
    counts.set(pair, found)
    for (const [key, id] of Object.entries({ station_1_id: one, station_2_id: other }))
      if (!ids.has(id))
        throw invalid({ [`obstructions.${at}.${key}`]: 'Esta estação não está no enlace. Escolha uma das dele.' })
    if (one === other)
      throw invalid({ [`obstructions.${at}.station_2_id`]: 'Escolha outra estação: um obstáculo fica entre duas.' })
    if (found > mostObstructions)
      throw invalid({ [`obstructions.${at}.distance`]: `Há mais de ${mostObstructions} obstáculos entre estas duas.` })
  }
}

/** Of a link whose stations change, what is in the way between those that stay. */
function obstructionsLeft(
  { obstructions }: RowOf<typeof stationLinks>,
  used: readonly { readonly station_id: number }[],
): Pick<LinkDraft, 'obstructions'> {
  const ids = new Set(used.map(({ station_id }) => station_id))
  const left = obstructions.filter(each => ids.has(each.station_1_id) && ids.has(each.station_2_id))
  if (left.length === obstructions.length) return {}
  return {
    obstructions: left.map(({ id, station_1_id, station_2_id, distance, height, ground }) => ({
      id,
      station_1_id,
      station_2_id,
      distance,
      height,
      ground,
    })),
  }
}

/** A station stays in its link while a connection ends there. */
async function refuseJoined(ctx: Ctx, link: number, kept: readonly { readonly station_id: number }[]) {
  const { rows } = await sql<{ id: number }>`
    select distinct k.id from station_link_property_connections k
    join station_link_properties p on p.id = k.station_link_property_id and p.deleted_at is null
    cross join lateral (values (k.station_1_id), (k.station_2_id)) e (station_id)
    where p.station_link_id = ${link} and k.deleted_at is null
      and not (e.station_id = any(${kept.map(({ station_id }) => station_id)}::bigint[])) order by k.id`.execute(
    ctx.sql,
  )
  if (!rows.length) return
  const which = await connectionsInWords(ctx, rows)
  throw invalid({ stations: `Há conexões entre as estações retiradas${which}. Exclua antes as conexões.` })
}

/** Refuses what is seldom meant: a link like another one, without stations, or shared with its own client. */
async function refuseUnmeant(link: LinkDraft, ctx: Ctx, own = 0) {
  if (link.create_anyway || link.client_id === undefined) return
  const refuse = (why: string) => {
    throw invalid({ create_anyway: `${why} Marque para registrar mesmo assim.` })
  }
  if (link.shared_client_id === link.client_id) refuse('O enlace é compartilhado com o próprio cliente.')
  const ids = (link.stations ?? []).map(({ station_id }) => station_id)
  if (!ids.length) refuse('O enlace não tem estações.')
  // Two that come at once wait for each other here.
  await sql`select 1 from clients where id = ${link.client_id} for no key update`.execute(ctx.sql)
  const [twin] = await linksLike(ctx, { ...link, client_id: link.client_id, ids }, own)
  if (twin !== undefined) refuse(`O enlace ${twin} já une as mesmas estações pelo mesmo meio.`)
}

interface LinkLikeness {
  readonly client_id: number
  readonly attendance_middle_id?: number | null | undefined
  /** Of its stations. */
  readonly ids: readonly number[]
}
/** The links of the same client that join exactly the same stations by the same medium, but `own`. */
export async function linksLike(
  { sql: db }: Pick<Ctx, 'sql'>,
  { client_id, attendance_middle_id = null, ids }: LinkLikeness,
  own = 0,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from station_links l where l.client_id = ${client_id} and l.deleted_at is null and l.id <> ${own}
      and l.attendance_middle_id is not distinct from ${attendance_middle_id}::bigint
      and (select array_agg(e.station_id order by e.station_id) from station_links_stations e where e.parent_id = l.id)
        = (select array_agg(id order by id) from unnest(${[...ids]}::bigint[]) id)
    order by l.id limit 5`.execute(db)
  return rows.map(({ id }) => id)
}

const idsIn = (lines: readonly { readonly station_id: number }[]) =>
  lines
    .map(each => each.station_id)
    .toSorted()
    .join()
/** Whether a draft changes what distinguishes a link from others: an equal value does not. */
const isOtherwise = (draft: LinkDraft, row: RowOf<typeof stationLinks>) =>
  (['client_id', 'shared_client_id', 'attendance_middle_id'] as const).some(
    key => draft[key] !== undefined && draft[key] !== row[key],
  ) ||
  (draft.stations !== undefined && idsIn(draft.stations) !== idsIn(row.stations))

export const linkExtensions = [
  extend(stationLinks, {
    operations: [profileRoute, profilePaperRoute],
    derived: { name: nameOfLink },
    beforeCreate: async (draft, ctx) => {
      const type = draft.station_link_type_id ?? (await usualTypeOf(draft, ctx))
      const link = { ...draft, station_link_type_id: type, status_id: await statusOf(ctx, 'StationLink', 'em-aberto') }
      await refuseContradiction(link, ctx)
      await refuseStrangers(ctx, link, link.stations ?? [])
      refuseMisplaced(link.obstructions ?? [], link.stations ?? [])
      await refuseUnmeant(link, ctx)
      return link
    },
    beforeUpdate: async (draft, row, ctx) => {
      const link = { ...row, ...draft }
      if (draft.own_link !== undefined || draft.station_link_type_id !== undefined) await refuseContradiction(link, ctx)
      await refuseStrangers(ctx, link, link.stations)
      if (draft.stations) await refuseJoined(ctx, row.id, draft.stations)
      if (draft.obstructions) refuseMisplaced(draft.obstructions, link.stations)
      if (isOtherwise(draft, row)) await refuseUnmeant(link, ctx, row.id)
      return draft.obstructions || !draft.stations ? draft : { ...draft, ...obstructionsLeft(row, draft.stations) }
    },
    actions: {
      finalizar: async ({ id, ...link }, ctx) => {
        await refuseContradiction(link, ctx)
        const { rows } = await sql`
          select 1 from station_link_properties p join statuses s on s.id = p.status_id
          where p.station_link_id = ${id} and p.deleted_at is null and p.active and s.slug = 'finalizado' limit 1`.execute(
          ctx.sql,
        )
        if (!rows.length) throw problem('conflict', 'Finalize antes ao menos uma propriedade do enlace.')
        const status_id = await statusOf(ctx, 'StationLink', 'finalizado')
        return ctx.rows(stationLinks).update(id, { status_id }, undefined, 'finalizar')
      },
      reabrir: async ({ id }, ctx) => {
        const status_id = await statusOf(ctx, 'StationLink', 'em-aberto')
        return ctx.rows(stationLinks).update(id, { status_id }, undefined, 'reabrir')
      },
    },
  }),
]
