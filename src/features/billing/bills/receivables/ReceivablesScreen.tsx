import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { dayAfter } from '#kernel/clock.ts'
import { showDate, showMoney, showPercent } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { previewBilling } from '#features/billing/bills/billing/api.ts'
import type { Receivables } from '#features/billing/bills/receivables/api.ts'
import { linkToDueBills, linkToOpen } from '#features/billing/bills/receivables/links.ts'
import { monthInWords } from '#features/billing/bills/bill/months.ts'
import { MailMany } from '#features/billing/bills/receivables/MailMany.tsx'
import { useReceivables, useWaitingMoney } from '#features/billing/bills/receivables/useReceivables.web.ts'
import { mailStatements } from '#features/billing/bills/statement/api.ts'
import { Figures } from '#parts/figures/Figures.tsx'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'
import { latePart } from '#web/ui/latePart.tsx'

// The library that draws charts comes after the numbers.
const ReceivableCharts = latePart(
  () => import('#features/billing/bills/receivables/ReceivableCharts.tsx'),
  <Skeletons waiting lines={8} height={32} />,
)

/** What comes in, what is late and since when, and who owes it: each number leads to the bills it counts. */
export default function ReceivablesScreen() {
  const user = useUser()
  const { data, error, isPending, refetch } = useReceivables()
  const [mailing, mail] = useState(false)
  return (
    <Page
      title="Recebimentos"
      actions={
        data && (
          <>
            {can(user, mailStatements.id) && data.debtors.length > 0 && (
              <Button variant="default" onClick={() => mail(true)}>
                Enviar extratos
              </Button>
            )}
            {can(user, previewBilling.id) && (
              <Button component={Link} to="/bills-to-receive/faturar">
                Faturar o mês
              </Button>
            )}
          </>
        )
      }
    >
      <MoneyWaits />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ReceivablesBoard data={data} />
      ) : (
        <Skeletons waiting={isPending} lines={10} height={32} />
      )}
      {data && mailing && <MailMany debtors={data.debtors} today={data.today} onClose={() => mail(false)} />}
    </Page>
  )
}

const lines = { one: 'linha', many: 'linhas', gender: 'f' } as const
/** Money that the bank's returns brought and that belongs to no bill yet. */
function MoneyWaits() {
  const { data } = useWaitingMoney()
  if (!data?.lines) return null
  return (
    <Band tone="atencao">
      {`${showMoney(data.paid)} em ${count(data.lines, lines)} de retorno sem conta. `}
      <Link to="/dinheiro-sem-conta">Dizer de que são</Link>
    </Band>
  )
}

const sumOf = (rows: readonly { readonly left: number }[]) =>
  rows.reduce((all, { left }) => all + Math.round(left * 100), 0) / 100

function ReceivablesBoard({ data }: { readonly data: Receivables }) {
  const { bands, year, companies } = data
  const late = sumOf(bands.filter(each => each.late))
  const coming = sumOf(bands.filter(each => !each.late))
  const [asked, unpaid] = [companies, companies].map((all, i) =>
    all.reduce((sum, each) => sum + (i ? each.unpaid : each.asked), 0),
  )
  if (!bands.some(({ bills }) => bills > 0) && !asked)
    return (
      <EmptyState
        title="Nada a receber ainda"
        text="O que se fatura pelos contratos, ou se registra em Contas a receber, aparece aqui."
      />
    )
  return (
    <div className={styles.board}>
      <Figures
        big
        all={[
          [
            'Em atraso',
            <Link key="late" to={linkToOpen({ to: year.to })}>
              {showMoney(late)}
            </Link>,
          ],
          [
            'A vencer',
            <Link key="coming" to={linkToOpen({ from: dayAfter(year.to, 1) })}>
              {showMoney(coming)}
            </Link>,
          ],
          ['Inadimplência em 12 meses', asked ? showPercent((100 * (unpaid ?? 0)) / asked) : '—'],
        ]}
      />
      <ReceivableCharts data={data} />
      <div className={styles.pair}>
        <BandsCard title="Em atraso" data={data} late />
        <BandsCard title="A vencer" data={data} late={false} />
      </div>
      <Expected data={data} />
      <Companies data={data} />
      <Debtors data={data} />
    </div>
  )
}

function BandsCard({
  title,
  data,
  late,
}: {
  readonly title: string
  readonly data: Receivables
  readonly late: boolean
}) {
  const rows = data.bands.filter(band => band.late === late)
  const total = [showMoney(sumOf(rows))]
  return (
    <Card title={title}>
      <Table
        look="plain"
        label={title}
        rows={late ? rows.toReversed() : rows}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'label',
            title: late ? 'Há' : 'Quando',
            names: true,
            className: styles.when,
            totals: ['Total'],
            cell: ({ label }) => label,
          },
          {
            key: 'bills',
            title: 'Contas',
            numeric: true,
            totals: [rows.reduce((all, { bills }) => all + bills, 0)],
            cell: ({ bills }) => bills,
          },
          {
            key: 'left',
            title: 'Falta',
            numeric: true,
            totals: total,
            cell: band => (band.bills ? <Link to={linkToOpen(band)}>{showMoney(band.left)}</Link> : showMoney(0)),
          },
        ]}
      />
    </Card>
  )
}

/** What is owed already, and what contracts nobody billed yet will ask: never in one number without both. */
const Expected = ({ data: { months } }: { readonly data: Receivables }) => (
  <Card title="O que se espera receber">
    <Table
      look="plain"
      cards
      label="O que se espera receber, por mês de vencimento"
      rows={months}
      keyOf={({ month }) => month}
      columns={[
        { key: 'month', title: 'Vence em', names: true, cell: ({ month }) => monthInWords(month) },
        {
          key: 'left',
          title: 'Contas feitas',
          label: 'Contas feitas',
          numeric: true,
          cell: each => (each.bills ? <Link to={linkToOpen(each)}>{showMoney(each.left)}</Link> : showMoney(0)),
        },
        {
          key: 'expected',
          title: 'Contratos a faturar',
          label: 'Contratos a faturar',
          numeric: true,
          cell: ({ expected, contracts, competence }) =>
            contracts ? (
              <Link to={`/bills-to-receive/faturar?mes=${competence}`} title={count(contracts, contractText)}>
                {showMoney(expected)}
              </Link>
            ) : (
              showMoney(0)
            ),
        },
        {
          key: 'sum',
          title: 'Juntos',
          label: 'Juntos',
          numeric: true,
          cell: ({ left, expected }) => showMoney(left + expected),
        },
      ]}
    />
  </Card>
)
const contractText = { one: 'contrato', many: 'contratos', gender: 'm' } as const

const Companies = ({ data: { companies, year } }: { readonly data: Receivables }) => (
  <Card title="Por empresa">
    <Table
      look="plain"
      cards
      label="Por empresa"
      rows={companies}
      keyOf={({ company }) => company ?? ''}
      columns={[
        {
          key: 'company',
          title: 'Empresa',
          names: true,
          className: styles.name,
          cell: each => each.company ?? 'Sem empresa',
        },
        {
          key: 'late',
          title: 'Em atraso',
          label: 'Em atraso',
          numeric: true,
          cell: ({ company, late }) => <Link to={linkToOpen({ company, to: year.to })}>{showMoney(late.left)}</Link>,
        },
        {
          key: 'coming',
          title: 'A vencer',
          label: 'A vencer',
          numeric: true,
          cell: ({ company, coming }) => (
            <Link to={linkToOpen({ company, from: dayAfter(year.to, 1) })}>{showMoney(coming.left)}</Link>
          ),
        },
        {
          key: 'asked',
          title: 'Venceu em 12 meses',
          label: 'Venceu em 12 meses',
          numeric: true,
          cell: ({ company, asked }) => <Link to={linkToDueBills({ company, ...year })}>{showMoney(asked)}</Link>,
        },
        {
          key: 'unpaid',
          title: 'Disso, não pago',
          label: 'Disso, não pago',
          numeric: true,
          cell: ({ company, unpaid }) => <Link to={linkToOpen({ company, ...year })}>{showMoney(unpaid)}</Link>,
        },
        {
          key: 'rate',
          title: 'Inadimplência',
          label: 'Inadimplência',
          numeric: true,
          cell: ({ asked, unpaid }) => (asked ? showPercent((100 * unpaid) / asked) : '—'),
        },
      ]}
    />
    <p className="meta">
      Inadimplência: do que venceu nos últimos doze meses, até ontem, quanto não foi pago. Sem multa e juros.
    </p>
  </Card>
)

const Debtors = ({ data: { debtors, year } }: { readonly data: Receivables }) =>
  debtors.length > 0 && (
    <Card title="Quem deve">
      <Table
        look="plain"
        cards
        label="Quem deve"
        step={15}
        rows={debtors}
        keyOf={({ client }) => client.uuid}
        columns={[
          {
            key: 'client',
            title: 'Cliente',
            names: true,
            className: styles.name,
            cell: ({ client }) => <Link to={`/clients/${client.uuid}?tab=financeiro`}>{client.name}</Link>,
          },
          { key: 'since', title: 'Desde', label: 'Desde', cell: ({ since }) => showDate(since) },
          { key: 'bills', title: 'Contas', label: 'Contas', numeric: true, cell: ({ bills }) => bills },
          {
            key: 'left',
            title: 'Em atraso',
            label: 'Em atraso',
            numeric: true,
            cell: ({ client, left }) => (
              <Link to={linkToOpen({ client: client.id, to: year.to })}>{showMoney(left)}</Link>
            ),
          },
        ]}
      />
    </Card>
  )
