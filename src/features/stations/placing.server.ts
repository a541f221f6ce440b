import { sql } from 'kysely'
import { pointIn, type Point } from '#kernel/coordinates.ts'
import type { TownMatch } from '#features/stations/placing.ts'
import { borderSlack, openOutlines, type Outlines } from '#parts/address/outlines.server.ts'
import { countTold, daily } from '#parts/chore/chore.ts'
import type { Chore } from '#server/chores/chore.ts'
import type { Sql } from '#server/operation.ts'

interface Place {
  readonly lat?: number | null | undefined
  readonly lng?: number | null | undefined
  readonly city_id?: number | null | undefined
  readonly in_ocean?: boolean | null | undefined
}

/** Null where there is nothing to compare: at sea, without a municipality, or where it has no outline yet. */
export async function matchOf(db: Sql, place: Place | undefined): Promise<TownMatch | null> {
  const at = place && pointIn(place)
  if (!at || place.in_ocean || place.city_id == null) return null
  const { rows } = await sql<{ ibge: number }>`select ibge from cities where id = ${place.city_id}`.execute(db)
  return rows[0] ? matchIn(await openOutlines(), at, rows[0].ibge) : null
}

/** Outside by less than outlines can tell is near the border: whoever typed it is told, and nobody counts it. */
export function matchIn(outlines: Outlines, at: Point, ibge: number): TownMatch | null {
  const metres = outlines.metresFrom(at, ibge)
  if (metres === null) return null
  return metres === 0 ? 'dentro' : metres <= borderSlack ? 'divisa' : 'fora'
}

interface UnmatchedStation extends Point {
  readonly id: number
  readonly ibge: number
}
/** Stations looked at in one statement. */
const atOnce = 500

/** Those written before it was looked at, and those whose municipality had no outline then. */
export const placingChore: Chore = {
  name: 'municipios-das-estacoes',
  title: 'Municípios das estações',
  about: 'Compara as coordenadas de cada estação com o contorno do seu município, onde isso ainda não foi feito.',
  every: daily,
  run: async ({ database: { kysely: db } }, { signal }) => {
    let [last, told] = [0, 0]
    for (;;) {
      const { rows } = await sql<UnmatchedStation>`
        select s.id, a.lat, a.lng, c.ibge from stations s
        join stations_address a on a.parent_id = s.id and a.lat is not null and a.lng is not null and a.in_ocean is not true
        join cities c on c.id = a.city_id
        where s.town_match is null and s.deleted_at is null and s.id > ${last} order by s.id limit ${atOnce}`.execute(
        db,
      )
      if (!rows.length || signal.aborted) break
      const outlines = await openOutlines()
      const found = rows.flatMap(({ id, ibge, ...at }) => {
        const match = matchIn(outlines, at, ibge)
        return match ? [{ id, match }] : []
      })
      // What somebody wrote meanwhile is told by their own write.
      await sql`
        update stations s set town_match = n.match
        from json_to_recordset(${JSON.stringify(found)}::json) as n(id bigint, match text)
        where s.id = n.id and s.town_match is null`.execute(db)
      told += found.length
      last = rows.at(-1)?.id ?? last
    }
    return countTold(told, 'estação comparada', 'estações comparadas', 'f')
  },
}
