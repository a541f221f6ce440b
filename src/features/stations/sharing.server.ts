import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients.ts'
import type { SightOf } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'
import type { Part } from '#server/sql.ts'

// A station shared with a client is seen by its people: where it stands, its licence, its antennas, and whose it is. What its
// own client says of it besides, and whatever is done with it, are that client's.

/** A column as its own client's people and staff see it; to whom the station is but shared with, `instead`. */
export const ownersOnly =
  (column: string, instead: Part) =>
  (alias: string, seen: SightOf): Part => {
    const owner = `${alias}_owner`
    return sql`case when exists (
      select 1 from ${sql.raw(`clients ${owner} where ${owner}.id = ${alias}.client_id`)} and ${seen(clients, owner)})
      then ${sql.raw(`${alias}.${column}`)} else ${instead} end`
  }

/** Whom a station is shared with changes nothing of it. */
export async function refuseSharer({ client_id }: { readonly client_id: number }, { user, sql: db }: Ctx) {
  if (isStaff(user)) return
  const { rows } = await sql`
    select 1 from clients_client_users where parent_id = ${client_id} and user_id = ${user.id} limit 1`.execute(db)
  if (!rows.length) throw problem('forbidden', 'Esta estação é de outro cliente, que só a compartilha com você.')
}
