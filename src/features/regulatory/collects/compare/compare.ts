import { showMeasure } from '#kernel/show.ts'
import { withCounted } from '#features/regulatory/collects/coleta/counted.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import type { Comparison, CountChange } from '#features/regulatory/collects/compare/schema.ts'

type Month = Pick<Collect, 'locations' | 'finances'>
const nothing: Month = { locations: [], finances: [] }
const distance = ({ before, after }: CountChange) => Math.abs(after - before)
export const byDistance = (one: CountChange, other: CountChange) =>
  distance(other) - distance(one) || one.name.localeCompare(other.name, 'pt-BR')

/** What a coleta says that the month before did not. */
export function compareMonths(after: Month, before: Month | null): Omit<Comparison, 'with'> {
  const months = [before ?? nothing, after] as const
  const places = pair(months.map(month => totals(month, ({ city }) => [city.name])))
  return {
    accesses: {
      name: 'Acessos',
      before: places.reduce((sum, each) => sum + each.before, 0),
      after: places.reduce((sum, each) => sum + each.after, 0),
    },
    places: places.toSorted(byDistance),
    kinds: pair(months.map(month => totals(month, ({ city }, access) => [city.name, kindOf(access)])))
      .filter(({ before: was, after: is }) => was !== is)
      .toSorted(byDistance)
      .map(({ name, ...counts }) => {
        const [place = '', kind = ''] = name.split(apart)
        return { place, name: kind, ...counts }
      }),
    billing: pair(months.map(({ finances }) => new Map(finances.map(each => [each.state, each.gross_billing])))),
  }
}

type CollectLocation = Collect['locations'][number]
type MonthAccess = CollectLocation['accesses_ordered'][number]
/** No name has it. */
export const apart = '\n'

/** What an access is, in words. */
export const kindOf = ({
  client_type,
  attendance_type,
  attendance_middle,
  product_type,
  technology_type,
  speed,
}: MonthAccess) =>
  [
    ...[client_type, attendance_type, attendance_middle, product_type, technology_type].map(each => each?.name),
    speed === null ? null : showMeasure(speed, 'Mbps'),
  ]
    .filter(Boolean)
    .join(' · ')

/** Accesses by a name made of each. */
function totals({ locations }: Month, nameOf: (location: CollectLocation, access: MonthAccess) => readonly string[]) {
  const found = new Map<string, number>()
  for (const location of withCounted(locations))
    for (const access of location.accesses_ordered) {
      const name = nameOf(location, access).join(apart)
      found.set(name, (found.get(name) ?? 0) + access.amount)
    }
  return found
}

/** What either side has, with how much of it each has. */
export const pair = ([before, after]: readonly ReadonlyMap<string, number>[]): readonly CountChange[] =>
  [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].map(name => ({
    name,
    before: before?.get(name) ?? 0,
    after: after?.get(name) ?? 0,
  }))

/** Growth as a share of what was: 0.25 for a quarter more; null where there was nothing. */
export const growth = ({ before, after }: Pick<CountChange, 'before' | 'after'>) =>
  before === 0 ? null : (after - before) / before
/** Growth in percent with one decimal; null where there was nothing before. */
export const grownBy = (change: Pick<CountChange, 'before' | 'after'>) => {
  const grown = growth(change)
  return grown === null ? null : Math.round(grown * 1_000) / 10
}
/** Did it grow or fall by more than so many percent? What was not there before did. */
export const jumps = (change: Pick<CountChange, 'before' | 'after'>, percent: number) =>
  Math.abs(growth(change) ?? 1) * 100 > percent
