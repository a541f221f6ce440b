import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import type { OpenBill } from '#features/billing/bills/statement/api.ts'
import { useStatement } from '#features/billing/bills/statement/useStatement.web.ts'
import { Figures } from '#parts/figures/Figures.tsx'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

const inCents = (open: readonly OpenBill[]) => open.reduce((sum, { left }) => sum + Math.round(left * 100), 0) / 100

/** What a client owes today and what of it is late, as its statement says. */
export default function FinanceGlance({ client }: { readonly client: { readonly uuid: string } }) {
  const user = useUser()
  const [today] = useState(() => dayIn(new Date()).day)
  const { data, error, isPending } = useStatement(client.uuid, { from: today, to: today })
  if (error && !data) return null
  const open = data?.open ?? []
  const late = open.filter(({ days }) => days > 0)
  const [next] = open.filter(({ days }) => days <= 0).toSorted((a, b) => a.due.localeCompare(b.due))
  return (
    <Card title="Financeiro" beside={<Link to={`/clients/${client.uuid}?tab=financeiro`}>Ver extrato</Link>}>
      {!data ? (
        <Skeletons waiting={isPending} lines={2} height={28} />
      ) : !open.length ? (
        <p className="meta">{isStaff(user) ? 'Nenhuma conta em aberto.' : 'Tudo pago: nenhuma conta em aberto.'}</p>
      ) : (
        <>
          <Figures
            all={[
              ['Em aberto hoje', <strong key="open">{showMoney(inCents(open))}</strong>],
              ['Em atraso', late.length ? <strong key="late">{showMoney(inCents(late))}</strong> : 'Nada'],
              ...(next ? ([['Próximo vencimento', showDate(next.due)]] as const) : []),
            ]}
          />
          {late.length > 0 && (
            <p>
              <StatusChip tone="erro">{`${count(late.length, bills.text)} em atraso`}</StatusChip>
            </p>
          )}
        </>
      )}
    </Card>
  )
}
