import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { can } from '#kernel/access.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { BillChip } from '#features/billing/bills/bill/BillChip.tsx'
import { receivePayment } from '#features/billing/bills/payments/api.ts'
import { useQuote } from '#features/billing/bills/payments/useQuote.web.ts'
import { useRenewal } from '#web/call.ts'
import { onChanged } from '#web/liveChanges.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

/** A header shows a bill's state, cost today if late, subject, value and due day. */
export function BillFacts({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  usePaymentsOf(row.uuid)
  const { data } = useQuote(row.uuid, row.state === 'em-atraso')
  const charged = data ? data.fine + data.interest : 0
  return (
    <>
      <BillChip row={row} />
      {data && charged > 0 && row.state === 'em-atraso' && (
        <span>{showMoney(data.left + charged)} com multa e juros, hoje</span>
      )}
      <span>{String(row.subject)}</span>
      <span>{showMoney(Number(row.value))}</span>
      <span>Vencimento {showDate(String(row.due_date))}</span>
      {isRecord(row.client) && can(user, 'clients.show') && (
        <Link to={`/clients/${String(row.client.uuid)}?tab=financeiro`}>Ver o cliente</Link>
      )}
    </>
  )
}

/** A bill that changes by itself was paid, as a rule: its payments are read again with it. */
function usePaymentsOf(bill: string) {
  const renew = useRenewal(receivePayment)
  useEffect(
    () => onChanged(({ resource, uuid }) => void (resource === bills.path && uuid === bill && renew())),
    [bill, renew],
  )
}
