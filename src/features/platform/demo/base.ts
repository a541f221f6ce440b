import type { DemoProvider } from '#features/platform/demo/providers.ts'

/** Ids of what the product already brought, by what names it: 'tax_regimes/lucro-real', 'cities/3554102'. */
export type KnownIds = (table: string, slug: string | number) => number

/** What every part of the demonstration is written on top of. */
export interface Office {
  readonly known: KnownIds
  readonly clients: readonly number[]
  readonly companies: readonly number[]
  readonly users: readonly number[]
  readonly today: string
}

/** Every so many of the clients that are still served. */
export const everyNth = (all: readonly DemoProvider[], every: number) =>
  all.filter(({ active, index }) => active && index % every === 0)
