import { sql } from 'kysely'
import type { Towns } from '#parts/address/places.ts'
import type { Sql } from '#server/operation.ts'

/** Every municipality, or those of some codes, as names of places are read, and its id by its code. */
export async function townsOf(
  db: Sql,
  codes: readonly number[] | null = null,
): Promise<{ readonly towns: Towns; readonly ids: ReadonlyMap<number, number> }> {
  const { rows } = await sql<{
    id: number
    ibge: number
    name: string
    uf: string
  }>`select id, ibge, name, name_state as uf from cities${codes ? sql` where ibge = any(${[...codes]}::integer[])` : sql``}`.execute(
    db,
  )
  return {
    towns: new Map(rows.map(({ ibge, name, uf }) => [ibge, { name, uf }])),
    ids: new Map(rows.map(({ id, ibge }) => [ibge, id])),
  }
}
