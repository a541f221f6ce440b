import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayIn, daysTo } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { defaultDays, dueBands } from '#features/billing/bills/receivables/ageing.ts'
import { readReceivables } from '#features/billing/bills/receivables/api.ts'
import { linkToOpen } from '#features/billing/bills/receivables/links.ts'
import { useReceivables, useWaitingMoney } from '#features/billing/bills/receivables/useReceivables.web.ts'
import { sumWaitingMoney } from '#features/billing/bills/returns/api.ts'
import { bankReturns } from '#features/billing/bills/returns/returned.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { Count, type CountProps } from '#features/platform/home/Count.tsx'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/platform/home/home.module.css'
import { latePart } from '#web/ui/latePart.tsx'

// The library that draws charts comes after the numbers.
const coming = <Skeletons waiting lines={8} height={32} />
const ReceivableCharts = latePart(() => import('#features/billing/bills/receivables/ReceivableCharts.tsx'), coming)

const listBills = callsOf(bills).list
const listInvoices = callsOf(serviceInvoices).list
const listReturns = callsOf(bankReturns).list

/** Whether the reader's profile reads anything of the office's money. */
export const readsMoney = (user: Parameters<typeof can>[0]) =>
  [listBills, listInvoices, listReturns, sumWaitingMoney, readReceivables].some(({ id }) => can(user, id))

/** The day of who looks after the money: what is late, what waits and what was refused, then the course of the year. */
export function Finance({ now }: { readonly now: Date }) {
  const user = useUser()
  const { day: today } = dayIn(now)
  return (
    <>
      <Card
        className={styles.panel}
        title="Financeiro"
        beside={can(user, readReceivables.id) && <Link to="/recebimentos">Ver recebimentos</Link>}
      >
        <ul className={styles.counters}>
          {can(user, listBills.id) && <BillCounts today={today} />}
          {can(user, listInvoices.id) && <RefusedNotes />}
          {can(user, sumWaitingMoney.id) && <WaitingMoney />}
          {can(user, listReturns.id) && <LastReturn today={today} />}
        </ul>
      </Card>
      {can(user, readReceivables.id) && <Charts />}
    </>
  )
}

/** Counts the bills that a link lists, and so never others than it lists. */
function LinkedCount({ to, ...rest }: Pick<CountProps, 'to' | 'words' | 'pressing'>) {
  const query = Object.fromEntries(new URLSearchParams(to.split('?')[1]))
  const { data, isError } = useAnswer(listBills, { query: { ...query, columns: 'due_date', per_page: 1 } })
  return <Count n={data?.total ?? 0} known={data !== undefined} wrong={isError} to={to} {...rest} />
}

function BillCounts({ today }: { readonly today: string }) {
  const week = dueBands(today).find(({ late }) => !late)
  return (
    <>
      <LinkedCount
        to={linkToOpen({ to: defaultDays(today).to })}
        words={['conta em atraso', 'contas em atraso']}
        pressing
      />
      <LinkedCount
        to={linkToOpen({ from: week?.from ?? today, to: week?.to ?? today })}
        words={['conta vence em 7 dias', 'contas vencem em 7 dias']}
      />
      <LinkedCount
        to={linkToOpen({ slip: 'nao-registrado' })}
        words={['boleto não registrado no banco', 'boletos não registrados no banco']}
      />
      <LinkedCount
        to={linkToOpen({ slip: 'recusado' })}
        words={['boleto recusado pelo banco', 'boletos recusados pelo banco']}
        pressing
      />
    </>
  )
}

function RefusedNotes() {
  const { data, isError } = useAnswer(listInvoices, {
    query: { 'filter[state]': 'rejeitada', columns: 'state', per_page: 1 },
  })
  return (
    <Count
      n={data?.total ?? 0}
      known={data !== undefined}
      wrong={isError}
      to={`/${serviceInvoices.path}?filter[state]=rejeitada`}
      words={['nota rejeitada', 'notas rejeitadas']}
      pressing
    />
  )
}

function WaitingMoney() {
  const { data, isError } = useWaitingMoney()
  return (
    <Count
      n={data?.lines ?? 0}
      known={data !== undefined}
      wrong={isError}
      to="/dinheiro-sem-conta"
      words={['recebimento sem conta', 'recebimentos sem conta']}
      pressing
    />
  )
}

/** Days without a return of the bank since the last one that still counts. */
function LastReturn({ today }: { readonly today: string }) {
  const { data, isError } = useAnswer(listReturns, {
    query: { 'filter[undone_at]': '', columns: 'applied_at', sort: '-applied_at', per_page: 1 },
  })
  const last = data?.data[0]?.applied_at
  const day = last ? dayIn(new Date(last)).day : null
  const link = { known: data !== undefined, wrong: isError, to: `/${bankReturns.path}` }
  if (!day) {
    const never = 'nenhum retorno do banco foi lido'
    return <Count {...link} n={0} figure="—" words={[never, never]} />
  }
  const since = `sem retorno do banco, lido em ${showDate(day)}`
  return <Count {...link} n={daysTo(today, day)} words={[`dia ${since}`, `dias ${since}`]} />
}

/** The same sums as those of Recebimentos. */
function Charts() {
  const { data, error, isPending, refetch } = useReceivables()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <ReceivableCharts data={data} /> : isPending && coming
}
