import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import type { Meta } from '#kernel/meta.ts'
import { pointIn } from '#kernel/coordinates.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { RowOf, StoredOf } from '#kernel/resource.ts'
import { join } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { features, tenancy } from '#features/index.ts'
import { withMetas } from '#parts/custom-field/custom-field.server.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { stations } from '#features/network/stations/stations.ts'
import { hasBeside } from '#features/network/stations/beside.server.ts'
import { checkRoute } from '#features/network/stations/look.server.ts'
import { refuseKept } from '#features/network/stations/moving.server.ts'
import { stationNotesExtension } from '#features/network/stations/notes.server.ts'
import { matchOf, placingChore } from '#features/network/stations/placing.server.ts'
import { stationUploads } from '#features/network/stations/uploads.ts'
import { attachRoute, stationUploadsExtension } from '#features/network/stations/uploads.server.ts'
import { linkExtensions } from '#features/network/stations/links.server.ts'
import { propertyExtensions } from '#features/network/stations/properties.server.ts'
import { gapsRoute } from '#features/network/stations/gaps.server.ts'
import { seriesRoute } from '#features/network/stations/series.server.ts'
import { ownersOnly, refuseSharedTwice, refuseSharer } from '#features/network/stations/sharing.server.ts'
import { stationLists } from '#features/network/stations/lists.server.ts'
import { holderSeen } from '#server/duplicate.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'
import { linkedTo } from '#server/scope.ts'

type StationDraft = Partial<StoredOf<typeof stations>>

/** Any user may copy another station of the client, custom fields included. */
const checked = withMetas(() => features, stations, {
  clientOf: ({ client_id }) => client_id,
  alike: async ({ client_id }, { sql: db }) => {
    const { rows } = await sql<{ metas: readonly Meta[] }>`
      select metas from stations where client_id = ${client_id} and deleted_at is null and metas <> '[]'
      order by id desc limit 500`.execute(db)
    return rows.flatMap(({ metas }) => metas)
  },
})

/** Throws a 422 if fields contradict each other. */
function refuseNonsense(station: StationDraft) {
  const { station_type: type, is_virtual: virtual, licensed_on: from, valid_until: until } = station
  const wrong: Readonly<Record<string, string>> = {
    ...(type && (type === 'virtual') !== (virtual ?? false)
      ? { station_type: virtual ? 'A estação está marcada como virtual.' : 'Marque também que é virtual.' }
      : {}),
    ...(from && until && until < from ? { valid_until: 'A validade termina antes do licenciamento.' } : {}),
    ...Object.assign({}, ...(station.address ?? []).map(wrongPlace)),
  }
  if (Object.keys(wrong).length) throw invalid(wrong)
}

type PlaceDraft = NonNullable<StationDraft['address']>[number]

function wrongPlace(
  { lat, lng, in_ocean: atSea, city_id: city }: PlaceDraft,
  at: number,
): Readonly<Record<string, string>> {
  const [none, half] = [lat == null && lng == null, (lat == null) !== (lng == null)]
  const missing = lat == null ? 'lat' : 'lng'
  return {
    ...(half && { [`address.${at}.${missing}`]: 'Informe as duas coordenadas, ou nenhuma.' }),
    ...(atSea && none && { [`address.${at}.lat`]: 'No mar, as coordenadas são obrigatórias.' }),
    ...(atSea && city != null && { [`address.${at}.city_id`]: 'Um ponto no mar não tem município.' }),
  }
}

/** The regulator's number is one client's once; an index holds it where two come at the same moment. */
async function refuseTaken({ station_number, client_id }: StationDraft, ctx: Ctx, own = 0) {
  if (!station_number) return
  const { rows } = await sql<{ id: number }>`
    select id from stations where client_id = ${client_id} and station_number = ${station_number}
      and deleted_at is null and id <> ${own} limit 1`.execute(ctx.sql)
  const [taken] = rows
  if (!taken) return
  const holder = await holderSeen(ctx, stations, taken.id)
  const whose = holder ? `da estação “${holder.name}”` : 'de outra estação'
  throw problem('invalid', { errors: { station_number: [`Este número já é ${whose} do mesmo cliente.`] }, holder })
}

/** What the yearly file of infrastructure refuses a station for. */
function missingIn({ address, station_type, opening }: RowOf<typeof stations>): readonly string[] {
  const [place] = address
  return [
    ...(place && pointIn(place) ? [] : ['as coordenadas']),
    ...(place && (place.city_id !== null || place.in_ocean) ? [] : ['o município']),
    ...(station_type ? [] : ['o tipo da estação']),
    ...(opening ? [] : ['se tem abertura']),
  ]
}

const strayed = {
  fora: 'ficam fora do município da estação',
  exterior: 'não ficam em nenhum município, e não está marcado que a estação fica no mar',
} as const

const extension = extend(stations, {
  operations: [seriesRoute, gapsRoute, checkRoute, attachRoute, ...stationLists],
  derived: {
    has_coordinates: alias =>
      `exists (select 1 from stations_address p where p.parent_id = ${alias}.id and p.lat is not null and p.lng is not null)`,
    number_in_doubt: alias => sql`coalesce(${sql.ref(`${alias}.station_number`)} !~ '^[1-9][0-9]{0,19}$', false)`,
    near_another: hasBeside,
    observations: ownersOnly('observations', sql`null`),
    metas: ownersOnly('metas', sql`'[]'::jsonb`),
  },
  guard: refuseSharer,
  beforeCreate: async (draft, ctx) => {
    refuseNonsense(draft)
    refuseSharedTwice(draft)
    await refuseTaken(draft, ctx)
    return {
      ...(await checked.beforeCreate(draft, ctx)),
      status_id: await statusOf(ctx, 'Station', 'em-aberto'),
      town_match: await matchOf(ctx.sql, draft),
    }
  },
  beforeUpdate: async (draft, row, ctx) => {
    const changed = { ...row, ...draft }
    // A step of its status leaves the rest as it was found.
    if (Object.keys(draft).some(name => name !== 'status_id')) refuseNonsense(changed)
    if (draft.client_shared_stations !== undefined || draft.client_id !== undefined) refuseSharedTwice(changed)
    if (draft.station_number !== undefined || draft.client_id !== undefined) await refuseTaken(changed, ctx, row.id)
    if (draft.client_id !== undefined && draft.client_id !== row.client_id) await refuseKept({ ...row, ...draft }, ctx)
    const kept = await checked.beforeUpdate(draft, row, ctx)
    const isPlaced = [draft.address, draft.station_type, draft.is_virtual].some(given => given !== undefined)
    return isPlaced ? { ...kept, town_match: await matchOf(ctx.sql, changed) } : kept
  },
  beforeRevive: (row, ctx) => refuseTaken(row, ctx, row.id),
  /** People of a client see their stations and those shared with them. */
  visible: ({ user, alias, declared }) =>
    isStaff(user)
      ? declared
      : sql`(${declared} or exists (
          select 1 from stations_client_shared_stations h
          where h.parent_id = ${sql.ref(`${alias}.id`)} and ${linkedTo(user, tenancy.members, sql.ref('h.client_id'))}))`,
  actions: {
    finalizar: async (row, ctx) => {
      const missing = missingIn(row)
      if (missing.length) throw problem('conflict', `Para finalizar, informe antes ${join(missing)}.`)
      const match = await matchOf(ctx.sql, row)
      if (match === 'exterior' || match === 'fora')
        throw problem('conflict', `Para finalizar, confira antes as coordenadas: ${strayed[match]}.`)
      const status_id = await statusOf(ctx, 'Station', 'finalizado')
      return ctx.rows(stations).update(row.id, { status_id }, undefined, 'finalizar')
    },
    reabrir: async ({ id }, ctx) =>
      ctx.rows(stations).update(id, { status_id: await statusOf(ctx, 'Station', 'em-aberto') }, undefined, 'reabrir'),
  },
})

export const stationsOnServer: ServerFeature = {
  extensions: [extension, stationNotesExtension, stationUploadsExtension, ...linkExtensions, ...propertyExtensions],
  files: [{ of: stationUploads, sent: true, passing: true }],
  chores: [placingChore],
}
