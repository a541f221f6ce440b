import { sql } from 'kysely'
import * as z from 'zod'
import { problem } from '#kernel/problem.ts'
import { invoiceSource, type InvoiceSource } from '#features/billing/invoices/source.server.ts'
import type { InvoiceFileKind } from '#features/billing/invoices/invoices.ts'
import { readStored } from '#parts/file/store.server.ts'
import type { QueueItem } from '#parts/integration/integration.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

const itemSchema = z.object({ invoice: z.number(), act: z.enum(['emitir', 'cancelar']) })

/** The note an item of the queue is about, and what is to be done with it. Throws a 409 where that is done, or off. */
export async function itemGiven(
  db: Sql,
  { payload }: QueueItem,
): Promise<{ readonly invoice: InvoiceSource; readonly act: z.infer<typeof itemSchema>['act'] }> {
  const { invoice: id, act } = itemSchema.parse(payload)
  const invoice = await invoiceSource(db, id)
  const from = act === 'emitir' ? ['pendente', 'processando', 'rejeitada'] : ['cancelando', 'autorizada']
  if (!invoice || !from.includes(invoice.state)) throw problem('conflict', 'A nota já não espera por isto: confira-a.')
  return { invoice, act }
}

/** The hash of a file of a note; null where there is none yet. */
export async function invoiceFileHash(db: Sql, invoice: number, kind: InvoiceFileKind): Promise<string | null> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from service_invoice_files where invoice_id = ${invoice} and kind = ${kind}`.execute(db)
  return rows[0]?.sha256 ?? null
}

export async function xmlOf({ config, sql: db }: { readonly config: Config; readonly sql: Sql }, invoice: number) {
  const hash = await invoiceFileHash(db, invoice, 'xml')
  return hash === null ? '' : (await readStored(config, hash)).toString('utf8')
}
