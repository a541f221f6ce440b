import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Milliseconds a figure is waited for, and is believed: a scrape is most frequent when the database is slowest. */
const pace = { patience: 1_000, believed: 5_000 }

/** Rejects where no answer comes in the time a figure is waited for. */
export const settleWithin = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    pause(pace.patience, null, { ref: false }).then(() => {
      throw new Error('it takes too long')
    }),
  ])

/** One value of a metric, with the values of its labels. */
export type Figure = readonly [value: number, labels?: Readonly<Record<string, string>>]

interface PublishedMetric {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** What only grows, since this process began. */
  readonly counter?: true | undefined
  /** Null where nobody knows it now: the metric is then left out. */
  readonly read: () => Promise<readonly Figure[] | null>
}

/** Adds a metric that is read at each scrape. It never fails the scrape: what cannot be read is left out of it. */
export function publishMetric(register: Registry, { name, help, labels = [], counter, read }: PublishedMetric): void {
  const settings = { name, help, labelNames: labels, registers: [register], collect }
  if (counter) new Counter(settings)
  else new Gauge(settings)

  async function collect(this: Gauge | Counter) {
    const figures = await read().catch(() => null)
    this.reset()
    // A metric without labels begins at 0, which nobody counted.
    if (!labels.length) this.remove()
    for (const [value, of = {}] of figures ?? []) this.inc(of, value)
  }
}

/**
 * Reads at most once in some seconds, and once for all who wait. Answers null where no answer comes in time, or none at all: the
 * next scrape then reads again.
 */
export function sometimes<T>(read: () => Promise<T>): () => Promise<T | null> {
  let last: { readonly at: number; readonly answer: T } | undefined
  let reading: Promise<T | null> | undefined
  return async () => {
    if (last && performance.now() - last.at < pace.believed) return last.answer
    reading ??= read()
      .then(
        answer => {
          last = { at: performance.now(), answer }
          return answer
        },
        () => null,
      )
      .finally(() => (reading = undefined))
    return Promise.race([reading, pause(pace.patience, null, { ref: false })])
  }
}
