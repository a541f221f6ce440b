import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { nameOf } from '#web/kinds/Show.tsx'
import type { Read } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** What tells a bill from another of the same client: where it stands, what for, how much and until when. */
export function BillFacts({ row }: { readonly row: Read['row'] }) {
  const user = useUser()
  const [today] = useState(() => dayIn(new Date()).day)
  const due = String(row.due_date)
  return (
    <>
      {row.called_off === true ? (
        <StatusChip tone="neutro">Cancelada</StatusChip>
      ) : row.downloaded === true ? (
        <StatusChip tone="ok">Recebida</StatusChip>
      ) : due < today ? (
        <StatusChip tone="erro">Em atraso</StatusChip>
      ) : (
        <StatusChip tone="info">A vencer</StatusChip>
      )}
      <span>{nameOf(row.finance_type)}</span>
      <span>{showMoney(Number(row.value))}</span>
      <span>Vencimento {showDate(due)}</span>
      {isRecord(row.client) && can(user, 'clients.show') && (
        <Link to={`/clients/${String(row.client.uuid)}?tab=contas-a-receber`}>Ver o cliente</Link>
      )}
    </>
  )
}
