import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { stationLinks } from '#features/network/stations/stations.ts'
import type { VisibilityOf } from '#server/extend.ts'
import { namesOf } from '#server/named.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/part.ts'

// A station shared with a client is visible to its people: its place, licence, antennas, and owner. What its
// own client says of it besides, and whatever is done with it, are that client's.

/** A column as its own client's people and staff see it; to whom the station is but shared with, `instead`. */
export const ownersOnly =
  (column: string, instead: Part) =>
  (alias: string, seen: VisibilityOf): Part => {
    const owner = `${alias}_owner`
    return sql`case when exists (
      select 1 from ${sql.raw(`clients ${owner} where ${owner}.id = ${alias}.client_id`)} and ${seen(clients, owner)})
      then ${sql.raw(`${alias}.${column}`)} else ${instead} end`
  }

/** A station is shared with others than its client, and with each once. */
export function refuseSharedTwice({ client_id, client_shared_stations: lines = [] }: SharedDraft) {
  const wrong = lines.flatMap(({ client_id: sharer }, at) => {
    const first = lines.findIndex(each => each.client_id === sharer)
    const why =
      sharer === client_id ? 'A estação já é deste cliente.' : first < at ? 'Este cliente já está na lista.' : null
    return why === null ? [] : [[`client_shared_stations.${at}.client_id`, why] as const]
  })
  if (wrong.length) throw invalid(Object.fromEntries(wrong))
}
interface SharedDraft {
  readonly client_id?: number | undefined
  readonly client_shared_stations?: readonly { readonly client_id: number }[] | undefined
}

/**
 * Answers the links that lose a station once only these clients share it: names of visible ones, and the count of
 * others; null if the user may not change it.
 */
export async function unlinkedBy(
  ctx: Ctx,
  station: { readonly id: number; readonly client_id: number },
  kept: readonly number[],
): Promise<{ readonly names: readonly string[]; readonly more: number } | null> {
  if (!(await mayChange(station, ctx))) return null
  const holders = [station.client_id, ...kept]
  const { rows } = await sql<{ id: number }>`
    with gone as (select client_id from stations_client_shared_stations
      where parent_id = ${station.id} and client_id <> all(${holders}::bigint[]))
    select l.id from station_links l join station_links_stations e on e.parent_id = l.id
    where e.station_id = ${station.id} and l.deleted_at is null
      and (l.client_id in (select client_id from gone) or l.shared_client_id in (select client_id from gone))
      and l.client_id <> all(${holders}::bigint[]) and coalesce(l.shared_client_id <> all(${holders}::bigint[]), true)
    order by l.id`.execute(ctx.sql)
  const ids = [...new Set(rows.map(({ id }) => id))]
  const names = await namesOf(ctx, stationLinks, ids)
  return { names, more: ids.length - names.length }
}

/** People of the office, and those of the station's own client. */
async function mayChange({ client_id }: { readonly client_id: number }, { user, sql: db }: Ctx): Promise<boolean> {
  if (isStaff(user)) return true
  const { rows } = await sql`
    select 1 from clients_client_users where parent_id = ${client_id} and user_id = ${user.id} limit 1`.execute(db)
  return rows.length > 0
}
/** Whom a station is shared with changes nothing of it. */
export async function refuseSharer(station: { readonly client_id: number }, ctx: Ctx) {
  if (!(await mayChange(station, ctx)))
    throw problem('forbidden', 'Esta estação é de outro cliente, que só a compartilha com você.')
}
