import type { PlaceDoubt } from '#kernel/place/doubt.ts'

/** How coordinates relate to the municipality that goes with them, or to all of them. */
export const townMatches = {
  dentro: 'Dentro',
  divisa: 'Perto da divisa',
  fora: 'Fora',
  exterior: 'Em nenhum município',
} as const
export type TownMatch = keyof typeof townMatches

export interface JudgedPlace {
  /** Null at sea, without a municipality, where it has no outline, and of what is in no place. */
  readonly match: TownMatch | null
  /** It is in metres to the chosen municipality; null where none can be measured. */
  readonly metres: number | null
  /** IBGE's code of the municipality that holds the point; null at sea and abroad. */
  readonly town: number | null
  /** A user must confirm for this reason. */
  readonly doubt: PlaceDoubt | null
}
/** What goes with a point. */
export interface PlaceBeside {
  /** IBGE's code of its municipality. */
  readonly ibge: number | null
  readonly atSea: boolean
  /** Virtual, or in a cloud: it is in no place. */
  readonly isVirtual: boolean
}
