import { Link } from '@tanstack/react-router'
import { showDate, showMoney } from '#kernel/show.ts'
import { readAccountMoney, readPlanIncome, readTypeIncome } from '#features/billing/bills/income/api.ts'
import { monthInWords } from '#features/billing/bills/bill/months.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { Figures } from '#parts/figures/Figures.tsx'
import { useAnswer } from '#web/call.ts'
import { Table } from '#web/table/Table.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

/** Bills and payments change what is answered, and a bill that is saved does not renew it. */
const fresh = { staleTime: 0 } as const

interface Props {
  readonly uuid: string
  /** Of a plan: its clients and their contracts too. */
  readonly plan?: boolean
}

/** What a plan or a kind of bill comes to, month by month of a year. */
export default function IncomeArea({ uuid, plan }: Props) {
  const { data, error, isPending, refetch } = useAnswer(plan ? readPlanIncome : readTypeIncome, { id: uuid }, fresh)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} height={28} />
  return (
    <div className={styles.board}>
      {plan && (
        <Figures
          big
          all={[
            ['Clientes ativos', data.clients],
            ['Mensalidades, pelos contratos', showMoney(data.monthly)],
          ]}
        />
      )}
      {data.months.length === 0 ? (
        <p className="meta">Nenhuma conta venceu nos últimos doze meses.</p>
      ) : (
        <Table
          cards
          label="Contas por mês de vencimento"
          rows={data.months}
          keyOf={({ month }) => month}
          columns={[
            { key: 'month', title: 'Vencem em', names: true, cell: ({ month }) => monthInWords(month) },
            { key: 'bills', title: 'Contas', label: 'Contas', numeric: true, cell: each => each.bills },
            { key: 'asked', title: 'Pedido', label: 'Pedido', numeric: true, cell: ({ asked }) => showMoney(asked) },
            {
              key: 'received',
              title: 'Abatido',
              label: 'Abatido',
              numeric: true,
              cell: ({ received }) => showMoney(received),
            },
            {
              key: 'left',
              title: 'Falta',
              label: 'Falta',
              numeric: true,
              cell: each => showMoney(each.asked - each.received),
            },
          ]}
        />
      )}
    </div>
  )
}

/** What came into an account, day by day; each day leads to its payments. */
export function AccountArea({ account }: { readonly account: { readonly id: number; readonly uuid: string } }) {
  const { data, error, isPending, refetch } = useAnswer(readAccountMoney, { id: account.uuid }, fresh)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} height={28} />
  if (!data.days.length) return <p className="meta">Nada entrou nesta conta por contas a receber.</p>
  const hidden = data.payments - data.days.reduce((sum, { payments }) => sum + payments, 0)
  return (
    <div className={styles.board}>
      <Figures
        big
        all={[
          ['Recebido por contas', showMoney(data.received)],
          ['Recebimentos', data.payments],
        ]}
      />
      <Table
        cards
        label="Movimento por dia"
        rows={data.days}
        keyOf={({ day }) => day}
        columns={[
          {
            key: 'day',
            title: 'Dia',
            names: true,
            cell: ({ day }) => (
              <Link
                to={`/${billPayments.path}?filter[checking_account_id]=${account.id}&filter[paid_on]=${day}&filter[state]=recebido`}
              >
                {showDate(day)}
              </Link>
            ),
          },
          {
            key: 'payments',
            title: 'Recebimentos',
            label: 'Recebimentos',
            numeric: true,
            cell: ({ payments }) => payments,
          },
          { key: 'value', title: 'Entrou', label: 'Entrou', numeric: true, cell: ({ value }) => showMoney(value) },
          {
            key: 'balance',
            title: 'Acumulado',
            label: 'Acumulado',
            numeric: true,
            cell: ({ balance }) => showMoney(balance),
          },
        ]}
      />
      {hidden > 0 && <p className="meta">{`E mais ${hidden} recebimentos de dias anteriores, no acumulado.`}</p>}
    </div>
  )
}
