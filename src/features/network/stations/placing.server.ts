import { sql } from 'kysely'
import { pointIn, type Point } from '#kernel/coordinates.ts'
import { isNowhere } from '#features/network/stations/placing.ts'
import { judgePlace } from '#parts/address/judge.server.ts'
import type { TownMatch } from '#parts/address/judged.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import { countedResult, daily } from '#parts/chore/chore.ts'
import type { Chore } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

interface StationToPlace {
  readonly station_type?: string | null | undefined
  readonly is_virtual?: boolean | null | undefined
  readonly address?:
    | readonly {
        readonly lat?: number | null | undefined
        readonly lng?: number | null | undefined
        readonly city_id?: number | null | undefined
        readonly in_ocean?: boolean | null | undefined
      }[]
    | undefined
}

/** Null where there is nothing to compare: at sea, without coordinates, without a municipality, or where it has no outline yet. */
export async function matchOf(db: Sql, station: StationToPlace): Promise<TownMatch | null> {
  const [place] = station.address ?? []
  const at = place && pointIn(place)
  if (!at) return null
  const { rows } = await sql<{ ibge: number }>`select ibge from cities where id = ${place.city_id ?? 0}`.execute(db)
  const beside = { ibge: rows[0]?.ibge ?? null, atSea: place.in_ocean === true, isVirtual: isNowhere(station) }
  return judgePlace(await openOutlines(), at, beside).match
}

interface UnmatchedStation extends Point {
  readonly id: number
  readonly ibge: number | null
  readonly in_ocean: boolean
  readonly station_type: string | null
  readonly is_virtual: boolean
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
        select s.id, a.lat, a.lng, a.in_ocean, s.station_type, s.is_virtual, c.ibge from stations s
        join stations_address a on a.parent_id = s.id and a.lat is not null and a.lng is not null
        left join cities c on c.id = a.city_id
        where s.town_match is null and s.deleted_at is null and s.id > ${last} order by s.id limit ${atOnce}`.execute(
        db,
      )
      if (!rows.length || signal.aborted) break
      const outlines = await openOutlines()
      const found = rows.flatMap(({ id, lat, lng, ibge, in_ocean, ...kind }) => {
        const { match } = judgePlace(outlines, { lat, lng }, { ibge, atSea: in_ocean, isVirtual: isNowhere(kind) })
        return match ? [{ id, match }] : []
      })
      // A write meanwhile has already compared it.
      await sql`
        update stations s set town_match = n.match
        from json_to_recordset(${JSON.stringify(found)}::json) as n(id bigint, match text)
        where s.id = n.id and s.town_match is null`.execute(db)
      told += found.length
      last = rows.at(-1)?.id ?? last
    }
    return countedResult(told, 'estação comparada', 'estações comparadas', 'f')
  },
}
