import { pointIn, type Point } from '#kernel/coordinates.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { groundUnder } from '#features/network/stations/geometry/elevation.server.ts'
import { readLinkProfile } from '#features/network/stations/api.ts'
import type { LinkGeometry, LinkStation, ProfileQuery } from '#features/network/stations/geometry/answer.ts'
import { pathBetween, placesAlong, type GeoPath } from '#features/network/stations/geometry/geodesic.ts'
import type { GroundSample } from '#features/network/stations/geometry/profile.ts'
import { freeSpaceLoss } from '#features/network/stations/geometry/radio.ts'
import { reckonProfile } from '#features/network/stations/geometry/reckon.ts'
import { elevationFolder } from '#features/network/stations/geometry/settings.server.ts'
import { lineString } from '#features/network/stations/geometry/wkt.ts'
import { obstructionsBetween } from '#features/network/stations/geometry/stored.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/network/stations/stations.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Metres beyond which two stations are no link but a slip in a coordinate. */
const farthest = 300_000
/** Metres between samples, as SRTM has them, and how many at most. */
const [spacing, mostSamples] = [30, 1_500] as const

/** The stations of a link and its connections, as far as the reader sees them. */
async function choicesIn(ctx: Ctx, id: string) {
  const link = await ctx.rows(stationLinks).find(id)
  const properties = await ctx
    .rows(stationLinkProperties)
    .list(listQuery(stationLinkProperties, { 'filter[station_link_id]': String(link.id), pagination: 'false' }))
  const wanted = [0, ...properties.map(each => each.id)].join(',')
  const connections = await ctx.rows(stationLinkPropertyConnections).list(
    listQuery(stationLinkPropertyConnections, {
      'filter[station_link_property_id][in]': wanted,
      sort: 'created_at',
      pagination: 'false',
    }),
  )
  const seen = await ctx.rows(stations).among(link.stations.map(line => line.station_id))
  const isSeen = (station: number) => seen.some(each => each.id === station)
  return {
    link,
    stations: seen.map(({ id: station, uuid, name }) => ({ id: station, uuid, name })),
    connections: connections
      .filter(each => isSeen(each.station_1_id) && isSeen(each.station_2_id))
      .map(each => ({
        id: each.id,
        uuid: each.uuid,
        station_1_id: each.station_1_id,
        station_2_id: each.station_2_id,
      })),
  }
}
export type LinkChoices = Awaited<ReturnType<typeof choicesIn>>

/** Answers the requested pair, by id or uuid; else the first connection, or the first two stations. */
function pairIn({ stations: seen, connections }: LinkChoices, asked: ProfileQuery): readonly [number, number] | null {
  const is = (given: string) => (each: { readonly id: number; readonly uuid: string }) =>
    String(each.id) === given || each.uuid === given.toLowerCase()
  if (asked.connection !== undefined) {
    const found = connections.find(is(asked.connection))
    if (!found) throw problem('missing')
    return [found.station_1_id, found.station_2_id]
  }
  const { station_1, station_2 } = asked
  if (station_1 === undefined && station_2 === undefined) {
    const [first] = connections
    if (first) return [first.station_1_id, first.station_2_id]
    const [one, other] = seen
    return one && other ? [one.id, other.id] : null
  }
  if (station_1 === undefined || station_2 === undefined)
    throw invalid({ [station_1 === undefined ? 'station_1' : 'station_2']: 'Escolha as duas estações.' })
  const [one, other] = [seen.find(is(station_1)), seen.find(is(station_2))]
  if (!one || !other) throw problem('missing')
  if (one.id === other.id) throw invalid({ station_2: 'Escolha outra estação: um enlace liga duas.' })
  return [one.id, other.id]
}

async function stationIn(ctx: Ctx, id: number) {
  const { uuid, name, address, transmissions } = await ctx.rows(stations).find(id, ['address', 'transmissions'])
  const [at] = address
  const licensed = transmissions.find(({ antenna_height }) => antenna_height !== null)?.antenna_height ?? null
  return { id, uuid, name, place: at ? pointIn(at) : null, altitude: at?.altitude ?? null, licensed }
}
type PlacedStation = Awaited<ReturnType<typeof stationIn>>

/** Calculates what is between two stations; `message` explains what is unknown. */
export async function soundLink(ctx: Ctx, id: string, asked: ProfileQuery) {
  const choices = await choicesIn(ctx, id)
  const pair = pairIn(choices, asked)
  const ends = pair && ([await stationIn(ctx, pair[0]), await stationIn(ctx, pair[1])] as const)
  if (!ends)
    return { choices, geometry: null, placeless: [], message: 'Este enlace tem menos de duas estações à vista.' }
  const [one, other] = ends
  if (!one.place || !other.place) {
    const placeless = ends
      .filter(each => !each.place)
      .map(({ id: station, uuid, name }) => ({ id: station, uuid, name }))
    const who = placeless.map(({ name }) => name).join(' e ')
    return {
      choices,
      geometry: null,
      placeless,
      message: `Sem coordenadas: ${who}. Informe-as no endereço da estação.`,
    }
  }
  const path = pathBetween(one.place, other.place)
  const { samples, message } = await samplesFor(ctx, path, [one.place, other.place])
  const geometry: LinkGeometry = {
    stations: [
      endOf({ ...one, place: one.place }, asked.height_1, asked.ground_1, samples[0]?.ground),
      endOf({ ...other, place: other.place }, asked.height_2, asked.ground_2, samples.at(-1)?.ground),
    ],
    ...path,
    wkt: lineString([one.place, other.place]),
    samples,
    obstructions: (
      asked.obstructions ?? obstructionsBetween(choices.link.obstructions, pair, path.distance / 1_000)
    ).map(({ ground = null, ...each }) => ({ ...each, ground })),
  }
  return { choices, geometry, placeless: [], message }
}

/** What was typed, else what was measured, else what the record says. */
function endOf(
  { altitude, licensed, ...station }: PlacedStation & { readonly place: Point },
  typedHeight: number | undefined,
  typedGround: number | undefined,
  measured: number | null | undefined,
): LinkStation {
  const [known, from] =
    typedGround !== undefined
      ? ([typedGround, 'typed'] as const)
      : typeof measured === 'number'
        ? ([measured, 'tiles'] as const)
        : altitude !== null
          ? ([altitude, 'address'] as const)
          : ([null, null] as const)
  return { ...station, height: typedHeight ?? licensed, ground: known, ground_from: from }
}

async function samplesFor(ctx: Ctx, { distance }: GeoPath, [from, to]: readonly [Point, Point]) {
  const none: readonly GroundSample[] = []
  const folder = ctx.config.of(elevationFolder)
  if (distance < 1) return { samples: none, message: 'As duas estações têm as mesmas coordenadas.' }
  if (distance > farthest)
    return { samples: none, message: 'As estações estão a mais de 300 km uma da outra: confira as coordenadas.' }
  if (folder === undefined)
    return {
      samples: none,
      message:
        'Não há dados de elevação configurados: distância, azimutes e perdas são calculados, o terreno entre as estações não.',
    }
  const steps = Math.min(mostSamples, Math.max(1, Math.ceil(distance / spacing)))
  const grounds = await groundUnder(folder, placesAlong(from, to, steps))
  const samples = grounds.map((known, i) => ({ at: ((distance / 1_000) * i) / steps, ground: known }))
  return samples.some(each => each.ground !== null)
    ? { samples, message: null }
    : { samples: none, message: 'Os dados de elevação configurados não cobrem este percurso.' }
}

export const profileRoute = serve(readLinkProfile, async (ctx, { id, query }) => {
  const { choices, geometry, placeless, message } = await soundLink(ctx, id, query)
  const { frequency = null } = query
  return {
    data: {
      stations: choices.stations,
      connections: choices.connections,
      placeless,
      message,
      geometry: geometry && {
        ...geometry,
        free_space_loss: frequency && freeSpaceLoss(geometry.distance / 1_000, frequency / 1_000),
        ...profileFor(geometry, query),
      },
    },
  }
})

/** No profile of two antennas in one place. */
export const profileFor = (
  { distance, stations: ends, samples, obstructions: between }: LinkGeometry,
  { frequency, k: factor }: ProfileQuery,
) =>
  distance < 1
    ? { profile: null, lacks: null }
    : reckonProfile({
        distance: distance / 1_000,
        ends,
        samples,
        obstructions: between,
        frequency: frequency ?? null,
        factor,
      })
