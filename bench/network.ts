// The network of a whole house: what the map is measured with, by the server and in the browser.
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

/** A network all over the country: every tenth station without coordinates, every seventh shared, links from each fifth to the next. */
export async function furnishNetwork({ kysely }: Database, stations: number) {
  await sql`
    insert into stations (name, client_id, station_number, attendance_middle_id, technology_type_id, status_id)
    select 'Torre ' || md5(n::text), (select min(id) from clients) + n % 300, (1000000000 + n)::text, 1 + n % 5, 1 + n % 3,
      (select min(id) from statuses where model = 'Station')
    from generate_series(1, ${stations}::int) n`.execute(kysely)
  await sql`
    insert into stations_address (parent_id, position, lat, lng)
    select id, 0, case when id % 10 > 0 then -30 + (id * 37 % 25000) / 1000.0 end, -60 + (id * 91 % 20000) / 1000.0 from stations`.execute(
    kysely,
  )
  await sql`
    insert into stations_client_shared_stations (parent_id, position, client_id)
    select id, 0, (select min(id) from clients) + id % 97 from stations where id % 7 = 0`.execute(kysely)
  await sql`
    insert into station_links (client_id, own_link, status_id)
    select client_id, id % 2 = 0, (select min(id) from statuses where model = 'StationLink') from stations where id % 5 > 2`.execute(
    kysely,
  )
  await sql`insert into station_link_properties (station_link_id) select id from station_links`.execute(kysely)
  await sql`
    insert into station_link_property_connections (station_link_property_id, station_1_id, station_2_id, attendance_middle_id, capacity, exists)
    select p.id, s.id, s.id + 1, 1, 1000, s.id % 2 = 0
    from (select id, row_number() over (order by id) as n from station_link_properties) p
    join (select id, row_number() over (order by id) as n from stations where id < ${stations - 1}) s on s.n = p.n * 2`.execute(
    kysely,
  )
  await sql`vacuum analyze`.execute(kysely)
}
