import { accesses, type DemoAccess, type Location, type Reach } from '#features/platform/demo/accesses.ts'
import { chance } from '#features/platform/demo/chance.ts'
import { financesOf, type FinanceLine } from '#features/platform/demo/finances.ts'
import { inactive, young, type DemoProvider } from '#features/platform/demo/providers.ts'
import { contractsIn } from '#features/platform/demo/seasons.ts'
import { shift, type Period } from '#parts/period/period.ts'

/** How far back the story goes, the last month reported included. */
export const monthCount = 14

export interface Coleta extends Period {
  readonly fistel: string
  readonly done: boolean
  readonly hide_finance: boolean
  readonly locations: readonly Location[]
  readonly finances: readonly FinanceLine[]
}

/** Weight of each town, the one it began in first. */
const weights = [1, 0.42, 0.27, 0.16, 0.11, 0.08, 0.05]

/** What went wrong, and with whom (their places in the list). Months are counted from the first, 0, to the last, 13. */
export const stories = {
  drop: { who: 4, month: 11, left: 0.38 },
  vanished: { who: 11, month: 13 },
  tenfold: { who: 16, month: 13 },
  /** A speed in Kbps where Mbps belong. */
  kbps: { who: 29, month: 13, speed: 300 },
  /** Fibre in the first town, radio in the others. */
  radio: { who: 22 },
  hidden: { who: 21 },
  /** Never filed, between months that were. */
  gaps: new Map([
    [2, [6]],
    [9, [4, 5]],
    [14, [10]],
    [24, [3, 8, 12]],
    [30, [12]],
    [36, [7]],
  ]),
  /** The month before the last was sent wrong: of the first it was sent again, of the second it is being put right. */
  resent: { who: 1, month: 12 },
  reopened: { who: 5, month: 12 },
  /** The last month is still to come. */
  waiting: new Set([3, 8, 13, 20, 24, 26, 33, 37]),
  /** The last month has arrived and is not finished. */
  open: new Set([0, 4, 6, 11, 16, 19, 22, 29, 35]),
  /** Of those, still behind once Anatel's last day is past: the others keep up. */
  laggards: new Set([0, 3, 4, 11, 16, 24, 29]),
  /** Providers, by index, that send their accesses and never their revenue. */
  silent: new Set([2, 15, 28, 38]),
}

/** Is it among the few that go on waiting, or are left open, once the last day is `past`? */
const isBehind = (some: ReadonlySet<number>, index: number, past: boolean) =>
  some.has(index) && (!past || stories.laggards.has(index))

/** Every coleta of a provider, oldest first; `last` is the last month, whose last day may be `past`. */
export function coletasOf(provider: DemoProvider, last: Period, past = false): readonly Coleta[] {
  const { index, fistels } = provider
  const own = fistels.find(({ service }) => service === 'SCM')
  if (!own) return []
  return months(index, past).map(month => {
    const luck = chance(1_000 + index * 100 + month)
    const period = shift(last, month - (monthCount - 1))
    const total = sizeIn(provider, month) * contractsIn(period.month)
    const locations = townsAt(provider, month).map(({ town, share, reach }): Location => ({
      town,
      accesses: accesses(reach, total * share, month, luck),
    }))
    return {
      ...period,
      fistel: own.fistel,
      done: month < monthCount - 1 || !isBehind(stories.open, index, past),
      hide_finance: index === stories.hidden.who,
      locations: mistyped(locations, index, month),
      finances: stories.silent.has(index) ? [] : financesOf(provider, locations, period, luck),
    }
  })
}

/** What went at first of a month that was sent wrong: a kind of access was forgotten, and another was counted twice. */
export const mistaken = (locations: readonly Location[]): readonly Location[] =>
  locations.map(({ town, accesses }, place) => ({
    town,
    accesses:
      place === 0
        ? accesses.slice(1).map((each, i) => (i === 0 ? { ...each, amount: each.amount * 2 } : each))
        : accesses,
  }))

const firstMonth = (index: number) => (young.has(index) ? monthCount - 3 : 0)

function months(index: number, past: boolean): readonly number[] {
  const end = monthCount - (inactive.has(index) ? 5 : isBehind(stories.waiting, index, past) ? 1 : 0)
  const missing = stories.gaps.get(index) ?? []
  return Array.from({ length: monthCount }, (_, month) => month).filter(
    month => month >= firstMonth(index) && month < end && !missing.includes(month),
  )
}

/** Accesses over all towns, before the season and what the draw adds. */
function sizeIn({ index, accesses: start, growth }: DemoProvider, month: number): number {
  const grown = start * (1 + growth) ** (month - firstMonth(index))
  const { who, month: when, left } = stories.drop
  return index === who && month >= when ? grown * left : grown
}

/** Most began with fewer towns; one forgets its second town in the last month. */
function townsAt({ index, towns }: DemoProvider, month: number) {
  const total = towns.reduce((sum, _, place) => sum + (weights[place] ?? 0), 0)
  const served = towns.map((town, place) => ({
    town,
    share: (weights[place] ?? 0) / total,
    reach: reachOf(index, place),
  }))
  const grown = towns.length > 3 && month < 5 ? served.slice(0, -1) : served
  const { who, month: when } = stories.vanished
  return index === who && month === when ? grown.filter((_, place) => place !== 1) : grown
}

function reachOf(index: number, place: number): Reach {
  if (place === 0) return 'city'
  return index === stories.radio.who ? 'radio' : 'town'
}

/** A zero too many in the accesses, Kbps in a speed: the money was right. */
function mistyped(locations: readonly Location[], index: number, month: number): readonly Location[] {
  const { tenfold, kbps } = stories
  const each = (change: (access: DemoAccess) => DemoAccess) =>
    locations.map(location => ({ ...location, accesses: location.accesses.map(change) }))
  if (index === tenfold.who && month === tenfold.month)
    return each(access => ({ ...access, amount: access.amount * 10 }))
  if (index === kbps.who && month === kbps.month)
    return each(access => (access.speed === kbps.speed ? { ...access, speed: access.speed * 1_000 } : access))
  return locations
}
