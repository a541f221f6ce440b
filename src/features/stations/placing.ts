/** How the coordinates of a station stand to the municipality it says to be in. */
export const townMatches = { dentro: 'Dentro', divisa: 'Perto da divisa', fora: 'Fora' } as const
export type TownMatch = keyof typeof townMatches

/** What `conferir` tells of the place in a form. */
export interface PlaceLook {
  /** Null where no municipality was chosen, or none has an outline to tell by. */
  readonly match: TownMatch | null
  /** Metres to the municipality chosen. */
  readonly metres: number | null
  /** Where the coordinates are; null at sea and abroad. */
  readonly town: { readonly id: number; readonly uuid: string; readonly name: string } | null
}
