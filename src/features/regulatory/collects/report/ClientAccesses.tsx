import { BarChart } from '@mantine/charts'
import { can } from '#kernel/access.ts'
import { showInteger, showMonth, showPercent } from '#kernel/show.ts'
import { readClientAccesses } from '#features/regulatory/collects/report/api.ts'
import { barChartLook, ChartCard } from '#parts/figures/ChartCard.tsx'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

/** The accesses that a client declared, month by month: where it grows, and where a month is unlike its neighbours. */
export default function ClientAccesses({ client }: { readonly client: { readonly uuid: string } }) {
  const user = useUser()
  const { data } = useAnswer(readClientAccesses, { id: client.uuid }, { enabled: can(user, readClientAccesses.id) })
  const rows = data?.data.months.map(each => ({ ...each, label: showMonth(each.year, each.month) }))
  if (!rows?.length) return null
  return (
    <ChartCard
      title="Acessos por mês"
      empty={null}
      note={changeInWords(rows)}
      rows={rows.toReversed()}
      keyOf={({ label }) => label}
      columns={[
        { key: 'month', title: 'Mês', names: true, cell: ({ label }) => label },
        {
          key: 'accesses',
          title: 'Acessos',
          label: 'Acessos',
          numeric: true,
          cell: ({ accesses }) => (accesses === null ? '—' : showInteger(accesses)),
        },
      ]}
    >
      <BarChart
        {...barChartLook}
        h={160}
        data={rows.map(({ label, accesses }) => ({ label, accesses }))}
        dataKey="label"
        series={[{ name: 'accesses', label: 'Acessos', color: 'var(--accent)' }]}
        valueFormatter={showInteger}
        yAxisProps={{ width: 64 }}
      />
    </ChartCard>
  )
}

interface AccessRow {
  readonly label: string
  readonly accesses: number | null
}
/** '12.345 em out/2026, 3,20 % a mais que em set/2026'. */
function changeInWords(rows: readonly AccessRow[]): string {
  const [last, before] = [rows.at(-1), rows.at(-2)]
  if (!last) return ''
  const now = `${showInteger(last.accesses ?? 0)} em ${last.label}`
  if (!before?.accesses || last.accesses === null) return `${now}.`
  const change = (100 * (last.accesses - before.accesses)) / before.accesses
  if (change === 0) return `${now}, os mesmos de ${before.label}.`
  return `${now}, ${showPercent(Math.abs(change))} a ${change > 0 ? 'mais' : 'menos'} que em ${before.label}.`
}
