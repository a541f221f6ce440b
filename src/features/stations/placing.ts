import type { JudgedPlace } from '#parts/address/judged.ts'

/** What `conferir` tells of the place in a form. */
export interface PlaceLook extends Omit<JudgedPlace, 'town'> {
  /** Where the coordinates are; null at sea and abroad. */
  readonly town: { readonly id: number; readonly uuid: string; readonly name: string } | null
}

/** What is in no place: its coordinates are looked at no further than that there are some. */
export const isNowhere = ({
  station_type,
  is_virtual,
}: {
  readonly station_type?: string | null | undefined
  readonly is_virtual?: boolean | null | undefined
}) => is_virtual === true || station_type === 'virtual' || station_type === 'nuvem'
