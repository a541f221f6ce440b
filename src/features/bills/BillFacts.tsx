import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { BillChip } from '#features/bills/BillChip.tsx'
import { nameOfRef } from '#web/kinds/Show.tsx'
import type { ReadRow } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'

/** Where a bill stands, what for, how much and until when. */
export function BillFacts({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  return (
    <>
      <BillChip row={row} />
      <span>{nameOfRef(row.finance_type)}</span>
      <span>{showMoney(Number(row.value))}</span>
      <span>Vencimento {showDate(String(row.due_date))}</span>
      {isRecord(row.client) && can(user, 'clients.show') && (
        <Link to={`/clients/${String(row.client.uuid)}?tab=contas-a-receber`}>Ver o cliente</Link>
      )}
    </>
  )
}
