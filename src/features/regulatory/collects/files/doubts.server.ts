import { sql } from 'kysely'
import { clients } from '#features/clients/clients/clients.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { paperDoubts } from '#parts/receipt/doubts.ts'
import { doubtful } from '#parts/receipt/paper.server.ts'
import type { ReceiptReading } from '#parts/receipt/read.ts'
import type { Ctx } from '#server/operation.ts'

/**
 * Refuses a receipt that may be none of this coleta, or none at all: a 409 with the doubts, and with what would be registered as
 * the error where the paper looks like a refusal.
 */
export async function refuseDoubtful(
  ctx: Ctx,
  { id, edition, client, client_id, year, month }: Collect,
  reading: ReceiptReading | null,
) {
  const { rows } = await sql<{ rows: number | null }>`
    select rows from collect_files
    where collect_id = ${id} and edition = ${edition} and kind = 'arquivo' and deleted_at is null`.execute(ctx.sql)
  const doubts = paperDoubts(reading, {
    client: client.name,
    document: (await ctx.rows(clients).find(client_id, [])).document,
    period: `${year}-${String(month).padStart(2, '0')}`,
    rows: rows[0]?.rows ?? null,
  })
  if (doubts.length) throw doubtful(doubts, reading)
}
