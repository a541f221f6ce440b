import { showDecimal } from '#kernel/show.ts'
import { compare, shift, type Period } from '#parts/period/period.ts'

/** Accesses of one kind in one month, as they add up. */
export interface Counted extends Period {
  readonly municipality: string
  /** Null, as the speed, where the service does not tell it. */
  readonly technology: string | null
  readonly medium: string
  /** Mbps. */
  readonly speed: number | null
  readonly amount: number
}

/** What the accesses are told apart by. */
export const dimensions = {
  municipality: 'Município',
  technology: 'Tecnologia',
  medium: 'Meio',
  band: 'Faixa de velocidade',
} as const
export type Dimension = keyof typeof dimensions

/** One line of the picture: a name, and its accesses month by month; null where the month has no coleta. */
export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
}
export interface Report {
  /** Twelve, the last of them the coleta's own. */
  readonly months: readonly Period[]
  readonly total: Series
  readonly by: Readonly<Record<Dimension, readonly Series[]>>
}

/** Upper ends of the bands, in Mbps. Anatel's own end at 34; today's plans begin there. */
const ends = [34, 100, 300, 600, 1_000] as const
/** 'Até 34 Mbps', 'De 300 a 600 Mbps', 'Acima de 1.000 Mbps'. */
export function bandOf(speed: number): string {
  const at = ends.findIndex(end => speed <= end)
  if (at < 0) return `Acima de ${showDecimal(ends.at(-1) ?? 0)} Mbps`
  const [from, to] = [ends[at - 1], ends[at] ?? 0]
  return from === undefined ? `Até ${to} Mbps` : `De ${from} a ${showDecimal(to)} Mbps`
}
const bandOrder = [...ends.map(bandOf), bandOf(Number.MAX_VALUE)]

/** The twelve months up to `last`, in numbers. `known` are the months that have a coleta. */
export function reportOf(last: Period, known: readonly Period[], counted: readonly Counted[]): Report {
  const months = Array.from({ length: 12 }, (_, i) => shift(last, i - 11))
  const has = months.map(month => known.some(each => compare(each, month) === 0))
  const line = (name: string, rows: readonly Counted[]): Series => ({
    name,
    values: months.map((month, i) =>
      has[i] ? rows.reduce((sum, row) => sum + (compare(row, month) === 0 ? row.amount : 0), 0) : null,
    ),
  })
  const by = (nameOf: (row: Counted) => string | null) => {
    const groups = new Map<string, Counted[]>()
    for (const row of counted) {
      const name = nameOf(row)
      if (name !== null) groups.set(name, [...(groups.get(name) ?? []), row])
    }
    return [...groups].map(([name, rows]) => line(name, rows)).toSorted(largest)
  }
  return {
    months,
    total: line('Acessos', counted),
    by: {
      municipality: by(row => row.municipality),
      technology: by(row => row.technology),
      medium: by(row => row.medium),
      band: by(row => (row.speed === null ? null : bandOf(row.speed))).toSorted(
        (a, b) => bandOrder.indexOf(a.name) - bandOrder.indexOf(b.name),
      ),
    },
  }
}

const latest = ({ values }: Series) => values.findLast(value => value !== null) ?? 0
const largest = (one: Series, other: Series) =>
  latest(other) - latest(one) || one.name.localeCompare(other.name, 'pt-BR')
