/** What is in no place: its coordinates are looked at no further than that there are some. */
export const isNowhere = ({
  station_type,
  is_virtual,
}: {
  readonly station_type?: string | null | undefined
  readonly is_virtual?: boolean | null | undefined
}) => is_virtual === true || station_type === 'virtual' || station_type === 'nuvem'
