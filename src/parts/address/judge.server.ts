import type { Point } from '#kernel/coordinates.ts'
import { curesOf, doubtOf, type PlaceDoubt } from '#kernel/place/doubt.ts'
import { showInteger } from '#kernel/show.ts'
import type { JudgedPlace, PlaceBeside } from '#parts/address/judged.ts'
import { borderSlack, type Outlines } from '#parts/address/outlines.server.ts'

/** Whether a place is in a municipality, or too near one to decide. */
export const isInTown = (outlines: Outlines, at: Point) =>
  outlines.townAt(at) !== null || outlines.townsNear(at, borderSlack).length > 0

/** One judgement of a place for whatever door it comes by. */
export function judgePlace(outlines: Outlines, at: Point, { ibge, atSea, isVirtual }: PlaceBeside): JudgedPlace {
  const town = outlines.townAt(at)
  const none = { match: null, metres: null, town } as const
  const doubt = doubtOf(at, atSea ? undefined : where => isInTown(outlines, where))
  if (doubt && !(isVirtual && doubt.kind !== 'zero')) return { ...none, match: 'exterior', doubt }
  if (isVirtual) return { ...none, doubt: null }
  if (atSea) return { ...none, doubt: isInland(outlines, at) ? inland : null }
  const metres = ibge === null ? null : outlines.metresFrom(at, ibge)
  if (ibge === null || metres === null) return { ...none, doubt: null }
  if (metres <= borderSlack) return { match: metres === 0 ? 'dentro' : 'divisa', metres, town, doubt: null }
  const far = metres < 1_000 ? `${showInteger(Math.round(metres))} m` : `${showInteger(Math.round(metres / 1_000))} km`
  const among = curesOf(at, where => (outlines.metresFrom(where, ibge) ?? Infinity) <= borderSlack)
  const strayed: PlaceDoubt = {
    kind: 'municipio',
    said: `As coordenadas ficam fora do município, a ${far} da divisa. Confira os dois.`,
    among,
  }
  return { match: 'fora', metres, town, doubt: strayed }
}

const inland: PlaceDoubt = { kind: 'terra', said: 'Está marcado que fica no mar, e o ponto fica em terra.', among: [] }
/** Degrees: outlines reach over bays and the mouths of rivers, and not so far. */
const shore = 0.2
const isInland = (outlines: Outlines, { lat, lng }: Point) =>
  [-shore, 0, shore].every(north =>
    [-shore, 0, shore].every(east => outlines.townAt({ lat: lat + north, lng: lng + east }) !== null),
  )
