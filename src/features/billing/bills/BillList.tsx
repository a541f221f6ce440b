import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { filterName } from '#kernel/condition.ts'
import { can } from '#kernel/access.ts'
import { showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { BillChip } from '#features/billing/bills/bill/BillChip.tsx'
import { LateLeft } from '#features/billing/bills/bill/LateLeft.tsx'
import { MonthBoletos } from '#features/billing/bills/boleto/MonthBoletos.tsx'
import { sumBills } from '#features/billing/bills/bill/api.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billStates, billTones, type BillState } from '#features/billing/bills/bill/standing.ts'
import { CloseMany } from '#features/billing/bills/closing/CloseMany.tsx'
import { ReceiveMany } from '#features/billing/bills/payments/ReceiveMany.tsx'
import { useAnswer } from '#web/call.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { changeSearch, toSearch, type Search } from '#web/table/address.ts'
import { useSearch, type ListedRow } from '#web/table/useList.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

const cells = {
  // What is left has a column of its own.
  state: (row: ListedRow) => <BillChip row={{ ...row, received: 0 }} />,
  left: (row: ListedRow) => (row.downloaded_at || row.called_off_at ? undefined : <LateLeft row={row} />),
}

/** What clients owe: each bill's state in a word, and what those of the list add up to. */
export default function BillList() {
  const { search } = useSearch(bills)
  const mayBill = can(useUser(), 'bills-to-receive.faturar.previa')
  const mayClose = can(useUser(), 'bills-to-receive.fechamento')
  const more = (
    <>
      {mayBill && (
        <Button component={Link} to="/bills-to-receive/faturar" variant="default">
          Faturar o mês
        </Button>
      )}
      {mayClose && (
        <Button component={Link} to="/bills-to-receive/fechamento" variant="default">
          Fechar o faturamento
        </Button>
      )}
      <MonthBoletos />
    </>
  )
  return (
    <ListScreen
      resource={bills}
      cells={cells}
      more={more}
      bulk={(rows, clear) => (
        <>
          <ReceiveMany rows={rows} onDone={clear} />
          <CloseMany bills={rows.map(({ uuid }) => uuid)} onDone={clear} />
        </>
      )}
      foot={<Sums search={search} />}
    />
  )
}

const isOwed = (state: BillState) => state !== 'cancelada' && state !== 'paga'

/** Each state shows its sum over all pages of the list; a click filters by it. */
function Sums({ search }: { readonly search: Search }) {
  const { page: _, per_page: __, sort: ___, columns: ____, ...asked } = search
  const enabled = can(useUser(), sumBills.id)
  const { data } = useAnswer(sumBills, { query: asked }, { enabled, keepsPrevious: true })
  if (!data?.data.length) return null
  const byState = Object.keys(billStates).flatMap(state => data.data.find(each => each.state === state) ?? [])
  const owed = byState.filter(({ state }) => isOwed(state))
  return (
    <ul className={styles.sums} aria-label="Somas da lista">
      {byState.map(({ state, bills: many, net, left }) => (
        <li key={state}>
          <Link to={`/${bills.path}${toSearch(changeSearch(search, { [filterName('state')]: state }))}`}>
            <StatusChip tone={billTones[state]}>{billStates[state]}</StatusChip>
            <b>{showMoney(isOwed(state) ? left : net)}</b>
            <span className="meta">{count(many, { one: 'conta', many: 'contas', gender: 'f' })}</span>
          </Link>
        </li>
      ))}
      <li>
        <span>A receber</span>
        <b>{showMoney(owed.reduce((sum, { left }) => sum + left, 0))}</b>
      </li>
    </ul>
  )
}
