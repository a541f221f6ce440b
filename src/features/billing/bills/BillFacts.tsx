import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { BillChip } from '#features/billing/bills/bill/BillChip.tsx'
import { useQuote } from '#features/billing/bills/payments/useQuote.web.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

/** A header shows a bill's state, cost today if late, subject, value and due day. */
export function BillFacts({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
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
