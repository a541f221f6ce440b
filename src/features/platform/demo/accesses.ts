import type { Town } from '#features/platform/demo/regions.ts'
import type { Chance } from '#features/platform/demo/chance.ts'

export interface Location {
  readonly town: Town
  readonly accesses: readonly DemoAccess[]
}

export interface DemoAccess {
  readonly client: 'pessoa-fisica' | 'pessoa-juridica' | 'uso-proprio'
  readonly attendance: 'urbano' | 'rural'
  readonly middle: 'fibra' | 'radio'
  readonly product: 'internet' | 'linha-dedicada'
  readonly technology: 'ftth' | 'ethernet' | 'wi-fi'
  readonly speed: number
  readonly amount: number
}

interface DemoKind extends Omit<DemoAccess, 'amount'> {
  /** Share of a town's accesses at the start, and how that share moves in a month. */
  readonly share: number
  readonly drift: number
}

const home = {
  client: 'pessoa-fisica',
  attendance: 'urbano',
  middle: 'fibra',
  product: 'internet',
  technology: 'ftth',
} as const
const radio = { ...home, middle: 'radio', technology: 'wi-fi' } as const
const firm = { ...home, client: 'pessoa-juridica' } as const

/** Homes leave the slow plans for the fast ones, a little each month. */
const byFibre: readonly DemoKind[] = [
  { ...home, speed: 100, share: 0.12, drift: -0.005 },
  { ...home, speed: 200, share: 0.17, drift: -0.004 },
  { ...home, speed: 300, share: 0.33, drift: 0.001 },
  { ...home, speed: 500, share: 0.26, drift: 0.005 },
  { ...home, speed: 1_000, share: 0.03, drift: 0.002 },
  { ...firm, speed: 500, share: 0.08, drift: 0.001 },
  { ...firm, product: 'linha-dedicada', technology: 'ethernet', speed: 1_000, share: 0.006, drift: 0 },
  { ...home, client: 'uso-proprio', speed: 100, share: 0.002, drift: 0 },
]
/** Farms around a town, where no fibre arrives. */
const around: DemoKind = { ...radio, attendance: 'rural', speed: 20, share: 0.12, drift: -0.003 }
const byRadio: readonly DemoKind[] = [
  { ...radio, speed: 20, share: 0.55, drift: 0 },
  { ...radio, attendance: 'rural', speed: 10, share: 0.4, drift: 0 },
  { ...firm, middle: 'radio', technology: 'wi-fi', speed: 50, share: 0.05, drift: 0 },
]
const reached = { city: byFibre, town: [...byFibre, around], radio: byRadio }
/** How a municipality is reached: by fibre; by fibre and, around it, by radio; by radio alone. */
export type Reach = keyof typeof reached

/** The accesses of one municipality, `months` after the first; `size` is what they add up to, more or less. */
export const accesses = (reach: Reach, size: number, months: number, luck: Chance): readonly DemoAccess[] =>
  reached[reach].flatMap(({ share, drift, ...kind }) => {
    const amount = Math.round(size * (share + drift * months) * luck.between(0.985, 1.015))
    return amount > 0 ? [{ ...kind, amount }] : []
  })
