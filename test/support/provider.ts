import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import type { Owner, World } from './world.ts'

/** A client, as far as `more` says, with an SCM fistel in use since today. */
export async function makeProvider(world: World, more: object, owner: Owner = 'A1') {
  const { rows } = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world.db)
  const client = await world.make(clients, owner, {
    client_users: [],
    contract_due_date: null,
    status_id: null,
    ...more,
  })
  const fistel = await world.make(fistels, owner, {
    client_id: client.id,
    service_type_id: rows[0]?.id,
    active_anatel: true,
  })
  return { client, fistel }
}
