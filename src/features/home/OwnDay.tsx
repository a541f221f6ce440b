import { Link } from '@tanstack/react-router'
import { DayList } from '#features/tasks/DayList.tsx'
import { useDay } from '#features/tasks/useTasks.web.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import styles from '#features/home/home.module.css'

/** Lines of each part of the day. */
const most = 4

/** What is mine to do: what is late, today's, and what comes; whoever has nothing yet is told how work becomes theirs. */
export function OwnDay() {
  const { data, error, isPending, refetch } = useDay()
  return (
    <Card className={styles.panel} title="Meu dia" beside={<Link to="/tarefas/meu-dia">Ver tudo</Link>}>
      <Awaited waiting={isPending} lines={6} height={40}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data &&
          (data.data.length ? (
            <DayList day={data} most={most} bare />
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
