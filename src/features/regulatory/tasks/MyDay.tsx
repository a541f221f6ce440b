import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { showDate } from '#kernel/show.ts'
import { allOf, count } from '#kernel/text.ts'
import { clientTasks } from '#features/regulatory/tasks/client-tasks.ts'
import { DayList } from '#features/regulatory/tasks/DayList.tsx'
import { useDay } from '#features/regulatory/tasks/useTasks.web.ts'
import { textParameter, useAddress } from '#web/route/search.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/regulatory/tasks/tasks.module.css'

/** What is mine to do, or somebody's, by when: what presses first. */
export default function MyDay() {
  const user = useUser()
  const [{ pessoa }] = useAddress({ pessoa: textParameter })
  const person = pessoa || undefined
  const { data, error, isPending, refetch } = useDay(person)
  const others = data !== undefined && data.person.id !== user.id
  const finished =
    data && data.done_today > 0
      ? `${count(data.done_today, { one: 'concluída', many: 'concluídas', gender: 'f' })} hoje.`
      : ''
  return (
    <Page
      title={others ? `Dia de ${data.person.name}` : 'Meu dia'}
      crumbs={[{ label: allOf(clientTasks.text), to: '/client-tarefas' }]}
      facts={data && <span>{`${showDate(data.today)}. ${finished}`}</span>}
      actions={
        can(user, 'client-tarefas.store') && (
          <Button component={Link} to="/client-tarefas/create" variant="default">
            Nova tarefa
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons waiting={isPending} lines={10} height={40} />
      ) : data.data.length ? (
        <>
          <p className={`meta ${styles.keys}`}>
            <kbd>↑</kbd> <kbd>↓</kbd> andam, <kbd>Enter</kbd> abre, <kbd>c</kbd> conclui, <kbd>n</kbd> conclui com data
            e anotação.
          </p>
          <DayList day={data} />
        </>
      ) : (
        <EmptyState
          title="Nada à espera"
          text={
            others
              ? 'Esta pessoa não tem tarefa nem coleta aberta nos próximos 60 dias.'
              : 'Você não tem tarefa nem coleta aberta nos próximos 60 dias. O que é de cada cliente fica com quem responde por ele.'
          }
        >
          <Button component={Link} to="/tarefas/quadro" variant="default">
            Ver o quadro de tarefas
          </Button>
        </EmptyState>
      )}
    </Page>
  )
}
