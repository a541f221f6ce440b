import { sql } from 'kysely'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import type { Office } from '#features/platform/demo/base.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { accounts, notes } from '#features/platform/demo/office.ts'
import { stories } from '#features/platform/demo/months.ts'
import type { Sql } from '#server/operation.ts'

/** Writes a few rows of the rooms a visitor would otherwise find empty. */
export async function fillRooms(db: Sql, { clients, companies, users, today }: Office) {
  await sow(
    db,
    checkingAccounts,
    accounts.map((account, at) => ({
      ...account,
      empresa_id: companies[at] ?? null,
      next_number: 1,
      registration: 'remessa' as const,
      remits_since: `${today.slice(0, 4)}-01-01T03:00:00Z`,
      next_remittance: 1,
      registration_environment: 'homologacao' as const,
      fine_percent: 2,
      interest_percent: 1,
      instructions: 'Não receber depois de 60 dias do vencimento.',
    })),
  )
  const about = Object.keys(notes).map(Number)
  const { rows: last } = await sql<{ id: number; client_id: number }>`
    select distinct on (client_id) id, client_id from collects
    where client_id = any(${about.map(index => clients[index] ?? 0)}::bigint[])
    order by client_id, year desc, month desc`.execute(db)
  await sow(
    db,
    collectNotes,
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
