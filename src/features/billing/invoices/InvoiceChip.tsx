import { invoiceStates, invoiceTones, isInvoiceState } from '#features/billing/invoices/invoices.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** It shows a note's state, and if it is worth nothing. */
export function InvoiceChip({ row }: { readonly row: Readonly<Record<string, unknown>> }) {
  if (!isInvoiceState(row.state)) return null
  const test = row.emitter === 'local' || row.environment === 'homologacao'
  return (
    <>
      <StatusChip tone={invoiceTones[row.state]}>{invoiceStates[row.state]}</StatusChip>
      {test && <span className="meta"> sem valor fiscal</span>}
    </>
  )
}
