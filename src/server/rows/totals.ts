import type { CompiledQuery } from 'kysely'

interface KnownTotal {
  readonly rows: number
  /** The snapshot it was counted in, as PostgreSQL writes it: which transactions were over by then. */
  readonly seen: string
  readonly at: number
}

/** Totals remembered at once. */
const most = 2_000
/** Milliseconds: a total changes by itself where it asks the clock, or by a database put back under us. */
const oldest = { timeless: 60_000, timed: 1_000 } as const

/**
 * How many rows a list has, counted once for as long as nothing changes: two snapshots alike see the same rows, whoever wrote
 * them and in whichever process.
 */
export class Totals {
  readonly #known = new Map<string, KnownTotal>()

  find(counting: CompiledQuery, seen: string): number | undefined {
    const known = this.#known.get(keyOf(counting))
    const age = counting.sql.includes('now()') ? oldest.timed : oldest.timeless
    return known?.seen === seen && performance.now() - known.at < age ? known.rows : undefined
  }

  keep(counting: CompiledQuery, rows: number, seen: string): void {
    const key = keyOf(counting)
    this.#known.delete(key)
    this.#known.set(key, { rows, seen, at: performance.now() })
    const [first] = this.#known.keys()
    if (this.#known.size > most && first !== undefined) this.#known.delete(first)
  }
}

const keyOf = ({ sql, parameters }: CompiledQuery) => `${sql} ${JSON.stringify(parameters)}`
