import { chance, type Chance } from '#features/demo/chance.ts'
import { financesOf, type FinanceLine } from '#features/demo/finances.ts'
import { inactive, young, type Provider } from '#features/demo/providers.ts'
import type { Town } from '#features/demo/regions.ts'
import { shift, type Period } from '#features/collects/period.ts'

/** How far back the story goes, the last month reported included. */
export const monthCount = 14

export interface Coleta extends Period {
  readonly fistel: string
  readonly done: boolean
  readonly hide_finance: boolean
  readonly locations: readonly Location[]
  readonly finances: readonly FinanceLine[]
}

export interface Location {
  readonly town: Town
  readonly accesses: readonly Access[]
}

export interface Access {
  readonly client: 'pessoa-fisica' | 'pessoa-juridica' | 'uso-proprio'
  readonly attendance: 'urbano' | 'rural'
  readonly middle: 'fibra' | 'radio'
  readonly product: 'internet' | 'linha-dedicada'
  readonly technology: 'ftth' | 'ethernet' | 'wi-fi'
  readonly speed: number
  readonly amount: number
}

type Kind = Omit<Access, 'amount'> & {
  /** Share of a town's accesses at the start, and how that share moves in a month. */
  readonly share: number
  readonly drift: number
}
const home = { client: 'pessoa-fisica', attendance: 'urbano', middle: 'fibra', product: 'internet' } as const
const kinds: readonly Kind[] = [
  { ...home, technology: 'ftth', speed: 300, share: 0.42, drift: -0.006 },
  { ...home, technology: 'ftth', speed: 500, share: 0.27, drift: 0.006 },
  { ...home, technology: 'ftth', speed: 700, share: 0.08, drift: 0.003 },
  { ...home, attendance: 'rural', middle: 'radio', technology: 'wi-fi', speed: 20, share: 0.14, drift: -0.004 },
  { ...home, client: 'pessoa-juridica', technology: 'ftth', speed: 600, share: 0.08, drift: 0.001 },
  {
    ...home,
    client: 'pessoa-juridica',
    product: 'linha-dedicada',
    technology: 'ethernet',
    speed: 1_000,
    share: 0.006,
    drift: 0,
  },
  { ...home, client: 'uso-proprio', technology: 'ftth', speed: 100, share: 0.002, drift: 0 },
]
/** Weight of each town, the one it began in first. */
const weights = [1, 0.42, 0.27, 0.16, 0.11, 0.08, 0.05]

/** What went wrong, and with whom (their places in the list). Months are counted from the first, 0, to the last, 13. */
export const stories = {
  drop: { who: 4, month: 11, left: 0.38 },
  vanished: { who: 11, month: 13 },
  tenfold: { who: 16, month: 13 },
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
  /** The last month is still to come. */
  waiting: new Set([3, 8, 13, 20, 24, 26, 33, 37]),
  /** The last month has arrived and is not finished. */
  open: new Set([0, 4, 6, 11, 16, 19, 22, 29, 35]),
  /** Sends accesses and never says what it earned. */
  silent: new Set([2, 15, 28, 38]),
}

/** Every coleta of a provider, oldest first; `last` is the last month. */
export function coletas(provider: Provider, last: Period): readonly Coleta[] {
  const { index, fistels } = provider
  const own = fistels.find(({ service }) => service === 'SCM')
  if (!own) return []
  return months(index).map(month => {
    const luck = chance(1_000 + index * 100 + month)
    const locations = townsAt(provider, month).map((town, place) => ({
      town,
      accesses: accesses(provider, place, month, luck),
    }))
    return {
      ...shift(last, month - (monthCount - 1)),
      fistel: own.fistel,
      done: month < monthCount - 1 || !stories.open.has(index),
      hide_finance: index === stories.hidden.who,
      locations: isTenfold(index, month) ? locations.map(tenTimes) : locations,
      finances: stories.silent.has(index) ? [] : financesOf(provider, locations, luck),
    }
  })
}

/** A zero too many in the accesses; the money was right. */
const tenTimes = (location: Location): Location => ({
  ...location,
  accesses: location.accesses.map(access => ({ ...access, amount: access.amount * 10 })),
})
const isTenfold = (index: number, month: number) => index === stories.tenfold.who && month === stories.tenfold.month

function months(index: number): readonly number[] {
  const first = young.has(index) ? monthCount - 4 : 0
  const end = monthCount - (inactive.has(index) ? 5 : stories.waiting.has(index) ? 1 : 0)
  const missing = stories.gaps.get(index) ?? []
  return Array.from({ length: monthCount }, (_, month) => month).filter(
    month => month >= first && month < end && !missing.includes(month),
  )
}

/** Most began with fewer towns; one forgets its second town in the last month. */
function townsAt({ index, towns }: Provider, month: number): readonly Town[] {
  const grown = towns.length > 3 && month < 5 ? towns.slice(0, -1) : towns
  const { who, month: when } = stories.vanished
  return index === who && month === when ? grown.filter((_, place) => place !== 1) : grown
}

function accesses(provider: Provider, place: number, month: number, luck: Chance): readonly Access[] {
  const total = provider.towns.reduce((sum, _, i) => sum + (weights[i] ?? 0), 0)
  const here = (provider.accesses * (weights[place] ?? 0)) / total
  const size = here * (1 + provider.growth) ** month * kept(provider.index, month)
  return kinds.flatMap(({ share, drift, ...kind }) => {
    const amount = Math.round(size * (share + drift * month) * luck.between(0.985, 1.015))
    return amount > 0 ? [{ ...kind, amount }] : []
  })
}

/** What the sudden drop left. */
const kept = (index: number, month: number) =>
  index === stories.drop.who && month >= stories.drop.month ? stories.drop.left : 1
