import { sql } from 'kysely'
import { stationLinks, stations } from '#features/stations/stations.ts'
import type { SightOf } from '#server/extend.ts'
import type { Part } from '#server/sql.ts'

// One character beyond Latin-1 left in a template has the whole bundle held in two bytes each.
const between = sql.raw("' \u2194 '")

// What links, their properties and connections are called, over the alias of their row: by stations, of those alone that the reader sees.

/** 'Torre Norte ↔ Torre Sul, Rádio'; 'Enlace 12' where there is nothing to tell. */
export function nameOfLink(alias: string, seen: SightOf): Part {
  const [line, station] = [`${alias}_ends`, `${alias}_end`]
  const ends = sql`(select string_agg(${sql.raw(`${station}.name`)}, ${between} order by ${sql.raw(`${line}.position`)})
    from ${sql.raw(`station_links_stations ${line} join stations ${station} on ${station}.id = ${line}.station_id`)}
    where ${sql.raw(`${line}.parent_id = ${alias}.id`)} and ${seen(stations, station)})`
  const middle = sql.raw(`(select m.name from attendance_middles m where m.id = ${alias}.attendance_middle_id)`)
  return sql`coalesce(nullif(concat_ws(', ', ${ends}, ${middle}), ''), 'Enlace ' || ${sql.raw(`${alias}.id`)})`
}

/** 'P15, Torre Norte ↔ Torre Sul, Rádio'. */
export function nameOfProperty(alias: string, seen: SightOf): Part {
  const link = `${alias}_link`
  const name = sql`(select ${nameOfLink(link, seen)} from ${sql.raw(`station_links ${link}`)}
    where ${sql.raw(`${link}.id = ${alias}.station_link_id`)} and ${seen(stationLinks, link)})`
  return sql`concat_ws(', ', ${sql.raw(`${alias}.slp_id`)}, ${name})`
}

/** 'Torre Norte ↔ Torre Sul'. */
export function nameOfConnection(alias: string, seen: SightOf): Part {
  const end = (which: 1 | 2) => {
    const station = `${alias}_end_${which}`
    return sql`(select ${sql.raw(`${station}.name from stations ${station} where ${station}.id = ${alias}.station_${which}_id`)}
      and ${seen(stations, station)})`
  }
  return sql`concat_ws(${between}, ${end(1)}, ${end(2)})`
}
