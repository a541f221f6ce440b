import { sql } from 'kysely'
import { isSuperAdmin } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { readDrop } from '#features/regulatory/receipts/drop-job.server.ts'
import { receiptDrops, receipts, type Receipt, type ReceiptDrop } from '#features/regulatory/receipts/receipts.ts'
import { takingOperations } from '#features/regulatory/receipts/take.server.ts'
import { trayOperations } from '#features/regulatory/receipts/tray.server.ts'
import { undoDrop, undoReceipt } from '#features/regulatory/receipts/undo.server.ts'
import { jobActions } from '#parts/progress/actions.server.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

const countOf =
  (state: string, more = 'true') =>
  (alias: string) =>
    `(select count(*)::int from receipts r where r.drop_id = ${alias}.id and r.state = '${state}' and r.deleted_at is null and ${more})`

/** The same bytes are a paper of a coleta, or of the infrastructure, of a client of the company that dropped them. */
const elsewhere = (receipt: string) => `(exists (
  select 1 from collect_files f join collects k on k.id = f.collect_id join clients c on c.id = k.client_id
    join receipt_drops d on d.id = ${receipt}.drop_id
  where f.sha256 = ${receipt}.sha256 and f.kind in ('recibo', 'recusa') and f.deleted_at is null
    and (d.empresa_id is null or c.empresa_responsavel_id = d.empresa_id)) or exists (
  select 1 from infrastructure_files f join infrastructure_filings k on k.id = f.filing_id join clients c on c.id = k.client_id
    join receipt_drops d on d.id = ${receipt}.drop_id
  where f.sha256 = ${receipt}.sha256 and f.kind in ('recibo', 'recusa') and f.deleted_at is null
    and (d.empresa_id is null or c.empresa_responsavel_id = d.empresa_id)))`

/** Sends what came to be read; what came after it was read once, too. */
async function begin(drop: ReceiptDrop, ctx: Ctx) {
  if (drop.undone_at) throw problem('conflict', 'O lote foi desfeito: comece outro.')
  if (drop.state === 'recebendo') await ctx.jobs.send(readDrop, drop, {})
  else await ctx.jobs.again(drop)
  const { rows } = await sql<{ done: number; total: number }>`
    select (count(*) filter (where state <> 'na-fila'))::int as done, count(*)::int as total
    from receipts where drop_id = ${drop.id} and deleted_at is null`.execute(ctx.sql)
  const { done = 0, total = 0 } = rows[0] ?? {}
  const begun = { state: 'na-fila', finished_at: null, rows_done: done, rows_total: total } as const
  return ctx.rows(receiptDrops).update(drop.id, begun, undefined, 'ler')
}

const drops = extend(receiptDrops, {
  guard: ({ user_id }, { user }) => {
    if (user_id !== user.id && !isSuperAdmin(user))
      throw problem('forbidden', 'Só quem soltou os comprovantes, ou um superadministrador, pode mexer no lote.')
  },
  derived: { kept: countOf('guardado'), tray: countOf('bandeja', `not ${elsewhere('r')}`) },
  operations: takingOperations,
  actions: {
    ...jobActions((ctx, id, changes, event) => ctx.rows(receiptDrops).update(id, changes, undefined, event)),
    ler: begin,
    desfazer: undoDrop,
  },
})

const goes = (state: 'bandeja' | 'de-lado', event: string) => (row: Receipt, ctx: Ctx) =>
  ctx.rows(receipts).update(row.id, { state }, undefined, event)

const receiptRules = extend(receipts, {
  lockedAfter: ['drop'],
  derived: { elsewhere },
  operations: trayOperations,
  actions: {
    'deixar-de-lado': goes('de-lado', 'deixar-de-lado'),
    'devolver-a-bandeja': goes('bandeja', 'devolver-a-bandeja'),
    desfazer: undoReceipt,
  },
})

export const receiptsOnServer: ServerFeature = {
  extensions: [drops, receiptRules],
  works: [readDrop],
  files: [{ of: receipts, sent: true }],
}
