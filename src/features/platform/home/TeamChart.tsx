import { Link } from '@tanstack/react-router'
import type { PersonLoad } from '#features/people/team/schema.ts'
import { PeopleChart, type PersonBar } from '#parts/figures/PeopleChart.tsx'

const series = [
  { name: 'late', label: 'Em atraso', color: 'var(--erro)' },
  { name: 'week', label: 'Nesta semana', color: 'var(--atencao)' },
  { name: 'later', label: 'Depois', color: 'var(--accent)' },
] as const

type TeamBar = PersonBar<(typeof series)[number]['name']>

function barsOf({ uuid, name, loads }: PersonLoad): TeamBar {
  const sum = (of: 'open' | 'late' | 'week') => loads.reduce((all, load) => all + load[of], 0)
  const [late, week] = [sum('late'), sum('week')]
  return { key: uuid, name, late, week, later: sum('open') - late - week }
}

/** What each person has open, by when it is due: who is over the head, and who has room. */
export default function TeamChart({ people }: { readonly people: readonly PersonLoad[] }) {
  const rows = people.map(barsOf).filter(({ late, week, later }) => late + week + later > 0)
  return (
    <PeopleChart
      title="Trabalho aberto, por pessoa"
      empty={rows.length ? null : 'Ninguém da equipe tem trabalho aberto.'}
      who={{
        title: 'Pessoa',
        cell: ({ key, name }) => <Link to={`/tarefas/meu-dia?pessoa=${key}`}>{name}</Link>,
      }}
      parts={series}
      rows={rows}
    />
  )
}
