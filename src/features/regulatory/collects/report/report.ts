import { showDecimal } from '#kernel/show.ts'
import type { ClientAccesses, CollectReport, Series } from '#features/regulatory/collects/report/schema.ts'
import { compare, monthsBetween, shift, type Period } from '#parts/period/period.ts'

/** Accesses are split by these. */
export const dimensions = {
  municipality: 'Município',
  technology: 'Tecnologia',
  medium: 'Meio',
  band: 'Faixa de velocidade',
} as const
export type Dimension = keyof typeof dimensions

/** Counts a month's accesses by one dimension; `total`, which has one name, counts them all. */
export interface AccessCount extends Period {
  readonly dimension: Dimension | 'total'
  /** For a band, a speed in Mbps; null if the service lacks it. */
  readonly name: string | null
  readonly amount: number
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

/** The name of all of them. */
export const wholeName = 'Acessos'

/** The twelve months up to `last`, in numbers. `known` are the months that have a coleta. */
export function reportOf(last: Period, known: readonly Period[], counted: readonly AccessCount[]): CollectReport {
  const months = Array.from({ length: 12 }, (_, i) => shift(last, i - 11))
  const has = months.map(month => known.some(each => compare(each, month) === 0))
  const none = has.map(each => (each ? 0 : null))
  const by = (dimension: AccessCount['dimension'], nameOf = (name: string) => name): readonly Series[] => {
    const found = new Map<string, (number | null)[]>()
    for (const row of counted) {
      const at = 11 - monthsBetween(row, last)
      if (row.dimension !== dimension || row.name === null || !has[at]) continue
      const name = nameOf(row.name)
      const values = found.get(name) ?? [...none]
      found.set(name, values)
      values[at] = (values[at] ?? 0) + row.amount
    }
    return [...found].map(([name, values]) => ({ name, values })).toSorted(largest)
  }
  return {
    months,
    total: by('total')[0] ?? { name: wholeName, values: none },
    by: {
      municipality: by('municipality'),
      technology: by('technology'),
      medium: by('medium'),
      band: by('band', speed => bandOf(Number(speed))).toSorted(
        (a, b) => bandOrder.indexOf(a.name) - bandOrder.indexOf(b.name),
      ),
    },
  }
}

/** Months of which the accesses of a client are shown. */
export const accessMonths = 24

/** The months up to the last that has accesses. A month without any has no number: its coleta is not filled in yet. */
export function accessesByMonth(
  counted: readonly (Period & { readonly accesses: number })[],
): ClientAccesses['months'] {
  const filled = counted.filter(({ accesses }) => accesses > 0).toSorted(compare)
  const [first, last] = [filled[0], filled.at(-1)]
  if (!first || !last) return []
  const shown = Math.min(accessMonths, monthsBetween(first, last) + 1)
  return Array.from({ length: shown }, (_, i) => {
    const month = shift(last, i + 1 - shown)
    return { ...month, accesses: filled.find(each => compare(each, month) === 0)?.accesses ?? null }
  })
}

const latest = ({ values }: Series) => values.findLast(value => value !== null) ?? 0
const largest = (one: Series, other: Series) =>
  latest(other) - latest(one) || one.name.localeCompare(other.name, 'pt-BR')
