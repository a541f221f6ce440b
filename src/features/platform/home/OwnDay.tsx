import { Link } from '@tanstack/react-router'
import { DayList } from '#features/regulatory/tasks/DayList.tsx'
import { workText } from '#features/people/team/kinds.ts'
import { useTeamLoad } from '#features/people/team/useTeamLoad.web.ts'
import { can } from '#kernel/access.ts'
import { count, join } from '#kernel/text.ts'
import { useDay } from '#features/regulatory/tasks/useTasks.web.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import styles from '#features/platform/home/home.module.css'

/** Lines of each part of the day. */
const linesPerPart = 4

/** Lists the user's late, current and coming work; if there is none, it explains how work gets assigned. */
export function OwnDay() {
  const user = useUser()
  const { data, error, isPending, refetch } = useDay()
  // Those who distribute the work do not read that nothing waits while some of it has nobody.
  const team = useTeamLoad(can(user, 'people.carga') && can(user, 'handovers.store'))
  const unassigned = (team.data?.data.nobody ?? []).filter(({ open }) => open > 0)
  return (
    <Card className={styles.panel} title="Meu dia" beside={<Link to="/tarefas/meu-dia">Ver tudo</Link>}>
      <Awaited waiting={isPending || team.isLoading} lines={6} height={40}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data &&
          (data.data.length ? (
            <DayList day={data} most={linesPerPart} bare />
          ) : unassigned.length > 0 ? (
            <p className={styles.empty}>
              Nada está no seu nome, mas há trabalho sem responsável:{' '}
              {join(unassigned.map(({ kind, open }) => count(open, workText(kind))))}. Divida-o em{' '}
              <Link to="/equipe">Equipe</Link>.
            </p>
          ) : (
            <p className={styles.empty}>
              Nada espera por você. As coletas e tarefas de um cliente são de quem responde por ele; o que está em
              atraso na casa está em <Link to="/tarefas/quadro">Quadro de tarefas</Link> e em{' '}
              <Link to="/obrigacoes">Obrigações</Link>.
            </p>
          ))}
      </Awaited>
    </Card>
  )
}
