import { dayAfter } from '#kernel/clock.ts'

/** Two stations of a client this near are most often one. */
export const besideMetres = 30

/** What the yearly file will refuse of stations, or a licence lack, by the query that lists them. */
export interface StationGap {
  readonly key: string
  readonly label: string
  readonly query: Readonly<Record<string, string>>
}

/** What a station lacks on any day. */
export const gapsOfAnyDay: readonly StationGap[] = [
  { key: 'places', label: 'sem coordenadas', query: { 'filter[has_coordinates]': 'false' } },
  { key: 'towns', label: 'fora do seu município', query: { 'filter[town_match]': 'fora' } },
  { key: 'abroad', label: 'em nenhum município', query: { 'filter[town_match]': 'exterior' } },
  {
    key: 'beside',
    label: `a menos de ${besideMetres} m de outra do mesmo cliente`,
    query: { 'filter[near_another]': 'true' },
  },
  { key: 'numbers', label: 'sem número', query: { 'filter[station_number]': '' } },
  { key: 'odd-numbers', label: 'com número a conferir', query: { 'filter[number_in_doubt]': 'true' } },
  { key: 'types', label: 'sem tipo', query: { 'filter[station_type]': '' } },
  { key: 'openings', label: 'sem dizer se tem abertura', query: { 'filter[opening]': '' } },
]

/** `today` 'AAAA-MM-DD': licences end by the day; `horizon`: days before its end in which one is looked after. */
export function gapsOn(today: string, horizon: number): readonly StationGap[] {
  const end = dayAfter(today, horizon)
  const licences = {
    key: 'licences',
    label: `com licença vencida ou que vence em ${horizon} dias`,
    query: { 'filter[valid_until][lte]': end, sort: 'valid_until' },
  }
  return [...gapsOfAnyDay, licences]
}
