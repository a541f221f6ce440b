import { BarChart } from '@mantine/charts'
import { Link } from '@tanstack/react-router'
import { showInteger } from '#kernel/show.ts'
import type { PersonLoad } from '#features/people/team/schema.ts'
import { barChartLook, ChartCard } from '#parts/figures/ChartCard.tsx'

const series = [
  { name: 'late', label: 'Em atraso', color: 'var(--erro)' },
  { name: 'week', label: 'Nesta semana', color: 'var(--atencao)' },
  { name: 'later', label: 'Depois', color: 'var(--accent)' },
] as const

/** People beyond these are in the numbers alone. */
const mostDrawn = 12

interface PersonBars {
  readonly uuid: string
  readonly name: string
  readonly late: number
  readonly week: number
  readonly later: number
}
function barsOf({ uuid, name, loads }: PersonLoad): PersonBars {
  const sum = (of: 'open' | 'late' | 'week') => loads.reduce((all, load) => all + load[of], 0)
  const [late, week] = [sum('late'), sum('week')]
  return { uuid, name, late, week, later: sum('open') - late - week }
}

/** What each person has open, by when it is due: who is over the head, and who has room. */
export default function TeamChart({ people }: { readonly people: readonly PersonLoad[] }) {
  const rows = people.map(barsOf).filter(({ late, week, later }) => late + week + later > 0)
  return (
    <ChartCard
      title="Trabalho aberto, por pessoa"
      empty={rows.length ? null : 'Ninguém da equipe tem trabalho aberto.'}
      rows={rows}
      keyOf={({ uuid }) => uuid}
      columns={[
        {
          key: 'name',
          title: 'Pessoa',
          names: true,
          cell: ({ uuid, name }) => <Link to={`/tarefas/meu-dia?pessoa=${uuid}`}>{name}</Link>,
        },
        ...series.map(({ name, label }) => ({
          key: name,
          title: label,
          label,
          numeric: true,
          cell: (row: PersonBars) => showInteger(row[name]),
        })),
      ]}
    >
      <BarChart
        {...barChartLook}
        h={Math.max(140, 36 * Math.min(rows.length, mostDrawn) + 80)}
        data={rows.slice(0, mostDrawn)}
        dataKey="name"
        type="stacked"
        orientation="vertical"
        gridAxis="x"
        series={[...series]}
        withLegend
        valueFormatter={showInteger}
        yAxisProps={{ width: 136 }}
      />
    </ChartCard>
  )
}
