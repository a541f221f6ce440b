import { BarChart } from '@mantine/charts'
import { Link } from '@tanstack/react-router'
import { showInteger, showMoney, showPercent } from '#kernel/show.ts'
import { monthInWords } from '#features/billing/bills/bill/months.ts'
import type { Receivables } from '#features/billing/bills/receivables/api.ts'
import { daysOfMonth, linkToDueBills, linkToOpen } from '#features/billing/bills/receivables/links.ts'
import { barChartLook, ChartCard } from '#parts/figures/ChartCard.tsx'
import styles from '#features/billing/bills/receivables/charts.module.css'

interface Props {
  readonly data: Receivables
}

/** What came in and is expected, how old the debt is, and the default rate: pictures of the sums, each with its numbers. */
export default function ReceivableCharts({ data }: Props) {
  return (
    <div className={styles.charts}>
      <Course data={data} />
      <Ageing data={data} />
      <Rates data={data} />
    </div>
  )
}

/** 'R$ 12,5 mil': an axis has no room for cents. */
const moneyFormat = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const shortMoney = (reais: number) => moneyFormat.format(reais)

type CoursePart = 'received' | 'late' | 'open' | 'expected'
const courseSeries: { name: CoursePart; label: string; color: `var(--${string})` }[] = [
  { name: 'received', label: 'Recebido', color: 'var(--ok)' },
  { name: 'late', label: 'Em atraso', color: 'var(--erro)' },
  { name: 'open', label: 'A vencer', color: 'var(--accent)' },
  { name: 'expected', label: 'Contratos a faturar', color: 'var(--ink-3)' },
]
/** By the month of the due day: what came in, what is open, and what contracts nobody billed yet will ask. */
function Course({ data: { course, months } }: Props) {
  const rows = course.map(({ month, received, left, late }) => ({
    month,
    label: monthInWords(month),
    received,
    late,
    open: Math.round((left - late) * 100) / 100,
    expected: months.find(each => each.month === month)?.expected ?? 0,
  }))
  const isEmpty = rows.every(({ received, late, open, expected }) => !(received || late || open || expected))
  return (
    <ChartCard
      className={styles.wide}
      title="Recebido e esperado, por mês de vencimento"
      empty={isEmpty ? 'Nenhuma conta nestes dezoito meses, e nenhum contrato a faturar.' : null}
      note="Sem multa e juros."
      rows={rows}
      keyOf={({ month }) => month}
      columns={[
        {
          key: 'month',
          title: 'Vence em',
          names: true,
          cell: ({ month, label }) => <Link to={linkToDueBills(daysOfMonth(month))}>{label}</Link>,
        },
        ...courseSeries.map(({ name, label }) => ({
          key: name,
          title: label,
          label,
          numeric: true,
          cell: (row: (typeof rows)[number]) => showMoney(row[name]),
        })),
      ]}
    >
      <BarChart
        {...barChartLook}
        h={260}
        data={rows}
        dataKey="label"
        type="stacked"
        series={courseSeries}
        withLegend
        valueFormatter={showMoney}
        yAxisProps={{ tickFormatter: shortMoney, width: 72 }}
      />
    </ChartCard>
  )
}

/** How old the debt is: each band opens its bills. */
function Ageing({ data: { bands } }: Props) {
  const rows = bands.filter(({ late }) => late).toReversed()
  return (
    <ChartCard
      title="Em atraso, por idade"
      empty={rows.some(({ bills }) => bills) ? null : 'Nada em atraso.'}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'label', title: 'Há', names: true, cell: ({ label }) => label },
        { key: 'bills', title: 'Contas', label: 'Contas', numeric: true, cell: ({ bills }) => showInteger(bills) },
        {
          key: 'left',
          title: 'Falta',
          label: 'Falta',
          numeric: true,
          cell: band => (band.bills ? <Link to={linkToOpen(band)}>{showMoney(band.left)}</Link> : showMoney(0)),
        },
      ]}
    >
      <BarChart
        {...barChartLook}
        h={220}
        data={rows.map(({ label, left }) => ({ label, left }))}
        dataKey="label"
        orientation="vertical"
        gridAxis="x"
        series={[{ name: 'left', label: 'Falta', color: 'var(--erro)' }]}
        valueFormatter={showMoney}
        xAxisProps={{ tickFormatter: shortMoney }}
        yAxisProps={{ width: 136 }}
      />
    </ChartCard>
  )
}

/** Of what fell due in a year, the part that nobody paid, by company. */
function Rates({ data: { companies, year } }: Props) {
  const rows = companies
    .filter(({ asked }) => asked > 0)
    .map(({ company, asked, unpaid }) => ({
      company,
      name: company ?? 'Sem empresa',
      unpaid,
      rate: (100 * unpaid) / asked,
    }))
    .toSorted((a, b) => b.rate - a.rate)
  return (
    <ChartCard
      title="Inadimplência por empresa"
      empty={rows.length ? null : 'Nenhuma conta venceu nos últimos doze meses.'}
      note="Do que venceu nos últimos doze meses, quanto não foi pago."
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { key: 'name', title: 'Empresa', names: true, cell: ({ name }) => name },
        {
          key: 'unpaid',
          title: 'Não pago',
          label: 'Não pago',
          numeric: true,
          cell: ({ company, unpaid }) => <Link to={linkToOpen({ company, ...year })}>{showMoney(unpaid)}</Link>,
        },
        { key: 'rate', title: 'Taxa', label: 'Taxa', numeric: true, cell: ({ rate }) => showPercent(rate) },
      ]}
    >
      <BarChart
        {...barChartLook}
        h={Math.max(120, 40 * rows.length + 40)}
        data={rows}
        dataKey="name"
        orientation="vertical"
        gridAxis="x"
        series={[{ name: 'rate', label: 'Inadimplência', color: 'var(--atencao)' }]}
        valueFormatter={showPercent}
        xAxisProps={{ domain: [0, 'auto'] }}
        yAxisProps={{ width: 136 }}
      />
    </ChartCard>
  )
}
