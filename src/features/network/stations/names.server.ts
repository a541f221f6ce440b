import { sql } from 'kysely'
import { stationLinkPropertyConnections, stationLinks, stations } from '#features/network/stations/stations.ts'
import type { VisibilityOf } from '#server/extend.ts'
import { namesOf, namesInWords } from '#server/named.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

// One character beyond Latin-1 in a template makes the whole bundle use two bytes each.
const between = sql.raw("' \u2194 '")

// What links, their properties and connections are called, over the alias of their row: by stations, of those alone that the reader sees.

/** SQL: the words for stations of a link that its reader does not see, besides those visible. */
const unseenSaid = (count: Part): Part => sql`case when ${count} = 0 then ''
  when ${count} = 1 then ' e mais uma fora da sua vista' else ' e mais ' || ${count} || ' fora da sua vista' end`

/** 'Torre Norte ↔ Torre Sul, Rádio'; 'Torre Norte e mais uma fora da sua vista'; 'Enlace 12' if there is no other name. */
export function nameOfLink(alias: string, seen: VisibilityOf): Part {
  const [line, station] = [`${alias}_ends`, `${alias}_end`]
  const isSeen = seen(stations, station)
  const ends = sql`(select string_agg(${sql.raw(`${station}.name`)}, ${between} order by ${sql.raw(`${line}.position`)})
      filter (where ${isSeen}) || ${unseenSaid(sql`count(*) filter (where not coalesce(${isSeen}, false))`)}
    from ${sql.raw(`station_links_stations ${line} join stations ${station} on ${station}.id = ${line}.station_id`)}
    where ${sql.raw(`${line}.parent_id = ${alias}.id`)})`
  const middle = sql.raw(`(select m.name from attendance_middles m where m.id = ${alias}.attendance_middle_id)`)
  return sql`coalesce(nullif(concat_ws(', ', ${ends}, ${middle}), ''), 'Enlace ' || ${sql.raw(`${alias}.id`)})`
}

/** ': “A ↔ B”, “A ↔ C”, “B ↔ C” e mais 2', for the end of a sentence; '' where the reader sees none of them. */
export async function connectionsInWords(ctx: Ctx, connections: readonly { readonly id: number }[]): Promise<string> {
  const ids = connections.map(({ id }) => id)
  const names = await namesOf(ctx, stationLinkPropertyConnections, ids)
  return names.length ? `: ${namesInWords(names, ids.length)}` : ''
}

/** 'P15, Torre Norte ↔ Torre Sul, Rádio'. */
export function nameOfProperty(alias: string, seen: VisibilityOf): Part {
  const link = `${alias}_link`
  const name = sql`(select ${nameOfLink(link, seen)} from ${sql.raw(`station_links ${link}`)}
    where ${sql.raw(`${link}.id = ${alias}.station_link_id`)} and ${seen(stationLinks, link)})`
  return sql`concat_ws(', ', ${sql.raw(`${alias}.slp_id`)}, ${name})`
}

/** 'Torre Norte ↔ Torre Sul'. */
export function nameOfConnection(alias: string, seen: VisibilityOf): Part {
  const end = (which: 1 | 2) => {
    const station = `${alias}_end_${which}`
    return sql`(select ${sql.raw(`${station}.name from stations ${station} where ${station}.id = ${alias}.station_${which}_id`)}
      and ${seen(stations, station)})`
  }
  const other = sql.raw("'fora da sua vista'")
  // If neither end is visible, the name is empty.
  return sql`(select case when e.one is null and e.other is null then ''
    else concat_ws(${between}, coalesce(e.one, ${other}), coalesce(e.other, ${other})) end
    from (select ${end(1)} as one, ${end(2)} as other) e)`
}
