import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import { agree } from '#kernel/text.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked, type RowOf, type StoredOf } from '#kernel/resource.ts'
import type { drawings } from '#features/network/stations/draw/drawings.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
} from '#features/network/stations/stations.ts'
import type { Ctx } from '#server/operation.ts'
import type { Key } from '#server/rows.ts'

export type DrawingDraft = StoredOf<typeof drawings>
type DrawnLine = NonNullable<DrawingDraft['connections']>[number]
type DrawnLink = RowOf<typeof drawings> & { readonly version: number }

/** Every write to a link, its properties or its connections raises it, those that delete too. */
async function versionOf({ sql: db }: Ctx, link: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select (l.version
      + coalesce((select sum(p.version) from station_link_properties p where p.station_link_id = l.id), 0)
      + coalesce((select sum(k.version) from station_link_property_connections k
          join station_link_properties p on p.id = k.station_link_property_id where p.station_link_id = l.id), 0))::int as version
    from station_links l where l.id = ${link}`.execute(db)
  return rows[0]?.version ?? 0
}

/** A link as it is drawn. What ends at a station its reader does not see is counted, and left as it is by a save. */
export async function readDrawing(ctx: Ctx, given: Key): Promise<DrawnLink> {
  const link = await ctx.rows(stationLinks).find(given)
  const all = { pagination: 'false', sort: 'created_at,id' }
  const properties = await ctx
    .rows(stationLinkProperties)
    .list(listQuery(stationLinkProperties, { ...all, 'filter[station_link_id]': String(link.id) }))
  const ids = [0, ...properties.map(({ id }) => id)].join(',')
  const lines = await ctx
    .rows(stationLinkPropertyConnections)
    .list(listQuery(stationLinkPropertyConnections, { ...all, 'filter[station_link_property_id][in]': ids }))
  const shown = lines.filter(line => isShown(line.station_1) && isShown(line.station_2))
  const closed = new Set(properties.filter(each => each.status_closed).map(({ id }) => id))
  return {
    ...link,
    version: await versionOf(ctx, link.id),
    slp_id: null,
    properties,
    connections: shown.filter(line => !closed.has(line.station_link_property_id)),
    closed: shown.filter(line => closed.has(line.station_link_property_id)),
    unseen: lines.length - shown.length,
  }
}
const isShown = (end: unknown) => end !== null && end !== undefined

/** A drawing that was read, as a save would send it back. */
export const asDrafted = ({ stations, connections, ...link }: DrawnLink) => ({
  client_id: link.client_id,
  shared_client_id: link.shared_client_id,
  attendance_middle_id: link.attendance_middle_id,
  station_link_type_id: link.station_link_type_id,
  own_link: link.own_link,
  create_anyway: link.create_anyway,
  observations: link.observations,
  stations: stations.map(({ id, station_id }) => ({ id, station_id })),
  connections: connections.map(line => ({
    id: line.id,
    station_link_property_id: line.station_link_property_id,
    station_1_id: line.station_1_id,
    station_2_id: line.station_2_id,
    attendance_middle_id: line.attendance_middle_id,
    capacity: line.capacity,
    exists: line.exists,
    swap: line.swap,
  })),
})

/** A new link with its connections; the doors of the three sections refuse what they always do. */
export async function drawNew(ctx: Ctx, { connections = [], slp_id, ...link }: DrawingDraft): Promise<number> {
  const { id } = await ctx.rows(stationLinks).create(linkIn(link))
  await connect(ctx, { id, slp_id, stations: link.stations ?? [], connections, known: new Set() })
  return id
}

/** Replaces the drawing that was read; `version` is the one it is based on. */
export async function drawOver(
  ctx: Ctx,
  read: DrawnLink,
  { connections = [], slp_id, ...link }: DrawingDraft,
  version: number | undefined,
): Promise<void> {
  // Two that draw the same link wait for each other here: the second finds what the first wrote.
  await sql`select 1 from station_links where id = ${read.id} for no key update`.execute(ctx.sql)
  const now = await readDrawing(ctx, read.id)
  if (version !== undefined && version !== now.version) throw problem('stale', { data: { current: now } })
  if (!now.active) throw problem('conflict', `${agree(stationLinks.text, 'inativo')}: reative antes de alterar.`)
  if (isLocked(stationLinks, now)) throw problem('conflict', 'O enlace está finalizado: reabra antes.')
  const known = new Set(now.connections.map(({ id }) => id))
  const kept = new Set(connections.map(({ id }) => id))
  for (const id of known) if (!kept.has(id)) await ctx.rows(stationLinkPropertyConnections).remove(id)
  await ctx.rows(stationLinks).put(read.id, linkIn(link))
  await connect(ctx, { id: read.id, slp_id, stations: link.stations ?? [], connections, known })
}

/** What of a drawing is the link's own. */
const linkIn = ({ name: _name, properties: _properties, closed: _closed, unseen: _unseen, ...link }: DrawnOwn) => link
type DrawnOwn = Omit<DrawingDraft, 'connections' | 'slp_id'>

interface LinkConnections {
  readonly id: number
  readonly slp_id: string | null | undefined
  readonly stations: readonly { readonly station_id: number }[]
  readonly connections: readonly DrawnLine[]
  /** Connections the link has already. */
  readonly known: ReadonlySet<number>
}

/** Writes the connections of a link: those with an id are changed, and must be its own; the others are new. */
async function connect(ctx: Ctx, { id, slp_id, stations, connections, known }: LinkConnections) {
  if (!connections.length) return
  const first = connections.some(line => line.station_link_property_id == null) ? await propertyOf(ctx, id, slp_id) : 0
  const lines = connections.map(line => ({ ...line, station_link_property_id: line.station_link_property_id ?? first }))
  refuseMisjoined(lines, new Set(stations.map(({ station_id }) => station_id)), known)
  await refuseOthers(ctx, id, lines)
  const rows = ctx.rows(stationLinkPropertyConnections)
  const changed = lines.flatMap(({ id: key, ...draft }) => (key === undefined ? [] : [{ key, draft }]))
  const fresh = lines.flatMap(({ id: key, ...draft }) => (key === undefined ? [draft] : []))
  if (changed.length) await rows.updateAll(changed)
  if (fresh.length) await rows.createAll(fresh)
}

/** The first property of a link that is open; a new one where there is none. */
async function propertyOf(ctx: Ctx, station_link_id: number, slp_id: string | null | undefined): Promise<number> {
  const rows = ctx.rows(stationLinkProperties)
  const [open] = await rows.list(
    listQuery(stationLinkProperties, {
      'filter[station_link_id]': String(station_link_id),
      'filter[status_closed]': 'false',
      active: 'true',
      pagination: 'false',
      sort: 'created_at,id',
    }),
  )
  return open ? open.id : (await rows.create({ station_link_id, slp_id: slp_id ?? null })).id
}

type PlacedLine = DrawnLine & { readonly station_link_property_id: number }

/** Throws the errors of a connection under its index in the drawing. */
function refuseMisjoined(lines: readonly PlacedLine[], stations: ReadonlySet<number>, known: LinkConnections['known']) {
  const wrong: Record<string, string> = {}
  const found = new Set<string>()
  for (const [at, line] of lines.entries()) {
    const { id, station_1_id: one, station_2_id: other, station_link_property_id: property } = line
    const pair = [property, Math.min(one, other), Math.max(one, other)].join()
    if (found.has(pair)) wrong[`connections.${at}.station_2_id`] = 'Esta conexão já existe nesta propriedade.'
    found.add(pair)
    if (id !== undefined && !known.has(id))
      wrong[`connections.${at}.id`] = 'Esta conexão não é das abertas deste enlace. Recarregue o desenho.'
    if (one === other) wrong[`connections.${at}.station_2_id`] = 'Escolha outra estação: uma conexão liga duas.'
    if (!stations.has(one)) wrong[`connections.${at}.station_1_id`] = strange
    if (!stations.has(other)) wrong[`connections.${at}.station_2_id`] = strange
  }
  if (Object.keys(wrong).length) throw invalid(wrong)
}
const strange = 'Esta estação não está no enlace. Escolha uma das dele.'

/** A drawing does not write into the property of another link. */
async function refuseOthers({ sql: db }: Ctx, link: number, lines: readonly PlacedLine[]) {
  const { rows } = await sql<{ id: number }>`
    select id from station_link_properties where station_link_id = ${link} and deleted_at is null`.execute(db)
  const own = new Set(rows.map(({ id }) => id))
  const at = lines.findIndex(line => !own.has(line.station_link_property_id))
  if (at >= 0) throw invalid({ [`connections.${at}.station_link_property_id`]: 'Esta propriedade não é deste enlace.' })
}
