import { sql } from 'kysely'
import { slugOf } from '#kernel/text.ts'
import { some, type Office } from '#features/demo/fill-office.server.ts'
import { insert } from '#features/demo/insert.server.ts'
import { accounts, notes, particularities } from '#features/demo/office.ts'
import { stories } from '#features/demo/months.ts'
import type { DemoProvider } from '#features/demo/providers.ts'
import type { Sql } from '#server/operation.ts'

/** Writes a few rows of the rooms a visitor would otherwise find empty. */
export async function fillRooms(db: Sql, all: readonly DemoProvider[], { known, clients, users, today }: Office) {
  await insert(
    db,
    'checking_accounts',
    { name: 'text', slug: 'text', bank: 'integer', agency: 'text', account: 'text' },
    accounts.map(([name, bank, agency, account]) => ({ name, slug: slugOf(name), bank, agency, account })),
  )
  await insert(db, 'module_configurations', { name: 'text', module_id: 'bigint' }, [
    { name: 'Avisos ao cliente', module_id: known('module_tickets', 'coletas') },
    { name: 'Dados da guia', module_id: known('module_tickets', 'financeiro') },
  ])
  const asked = await insert(
    db,
    'particularities',
    { name: 'text', slug: 'text', description: 'text' },
    particularities.map(([name, description]) => ({ name, slug: slugOf(name), description })),
  )
  await insert(
    db,
    'clients_particularities',
    { parent_id: 'bigint', position: 'integer', particularity_id: 'bigint' },
    some(all, 6).map(({ index }) => ({
      parent_id: clients[index] ?? 0,
      position: 0,
      particularity_id: asked[index % asked.length] ?? 0,
    })),
  )
  const about = Object.keys(notes).map(Number)
  const { rows: last } = await sql<{ id: number; client_id: number }>`
    select distinct on (client_id) id, client_id from collects
    where client_id = any(${about.map(index => clients[index] ?? 0)}::bigint[])
    order by client_id, year desc, month desc`.execute(db)
  await insert(
    db,
    'collect_notes',
    { content: 'text', collect_id: 'bigint', open: 'boolean', user_id: 'bigint', created_at: 'timestamptz' },
    last.map(({ id, client_id }) => {
      const index = clients.indexOf(client_id)
      return {
        content: notes[index] ?? '',
        collect_id: id,
        open: index !== stories.resent.who,
        user_id: users[1] ?? null,
        created_at: `${today}T00:30:00-03:00`,
      }
    }),
  )
}
