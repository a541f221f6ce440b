import { Link } from '@tanstack/react-router'
import type { PersonLoad } from '#features/people/team/schema.ts'
import { useTeamLoad } from '#features/people/team/useTeamLoad.web.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Awaited, Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/platform/home/home.module.css'
import { latePart } from '#web/ui/latePart.tsx'

// The library that draws charts comes after the numbers.
const TeamChart = latePart(
  () => import('#features/platform/home/TeamChart.tsx'),
  <Skeletons waiting lines={8} height={32} />,
)

/** People shown at most, the most loaded first. */
const peopleShown = 5
const sumOf = ({ loads }: PersonLoad, of: 'late' | 'week') => loads.reduce((sum, load) => sum + load[of], 0)

/** How all open work is spread over the team. */
export function TeamSpread() {
  const { data } = useTeamLoad()
  return data && <TeamChart people={data.data.people} />
}

/** Shows leaders who has late work or work due this week. */
export function TeamLoad() {
  const { data: answer, error, isPending, refetch } = useTeamLoad()
  const data = answer?.data
  const pressed = (data?.people ?? []).filter(person => sumOf(person, 'late') + sumOf(person, 'week') > 0)
  const unassigned = (data?.nobody ?? []).some(({ open }) => open > 0)
  return (
    <Card className={styles.panel} title="Equipe" beside={<Link to="/equipe">Ver tudo</Link>}>
      <Awaited waiting={isPending} lines={4} height={28}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && !pressed.length && (
          <p className={styles.empty}>
            {unassigned
              ? 'Ninguém da equipe tem nada em atraso, nem para esta semana; o que está sem responsável não conta para ninguém.'
              : 'Ninguém tem nada em atraso, nem para esta semana.'}
          </p>
        )}
        <List wrap>
          {pressed.slice(0, peopleShown).map(person => (
            <li key={person.uuid}>
              <div>
                <Link to={`/tarefas/meu-dia?pessoa=${person.uuid}`}>{person.name}</Link>
              </div>
              {sumOf(person, 'late') > 0 && <StatusChip tone="erro">{`${sumOf(person, 'late')} em atraso`}</StatusChip>}
              {sumOf(person, 'week') > 0 && (
                <StatusChip tone="atencao">{`${sumOf(person, 'week')} nesta semana`}</StatusChip>
              )}
            </li>
          ))}
        </List>
      </Awaited>
    </Card>
  )
}
