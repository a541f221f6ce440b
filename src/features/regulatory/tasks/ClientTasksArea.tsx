import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { isDecidedByColeta } from '#features/regulatory/obligations/rules.ts'
import { distance, shortDay } from '#features/regulatory/obligations/when.ts'
import { listTasksOfClient, syncTasksOfClient } from '#features/regulatory/tasks/api.ts'
import type { ListedTask } from '#features/regulatory/tasks/client-tasks.ts'
import { Refusals, TaskDialog } from '#features/regulatory/tasks/TaskDialog.tsx'
import { SyncDialog } from '#features/regulatory/tasks/SyncDialog.tsx'
import { useTaskActs } from '#features/regulatory/tasks/useTasks.web.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/tasks/tasks.module.css'

interface Props {
  readonly client: { readonly uuid: string; readonly id: number; readonly name?: unknown }
}
interface AskedTask {
  readonly what: 'concluir' | 'reabrir'
  readonly task: ListedTask
}

/** What there is to do for one client: what is late, what comes, what was done. */
export default function ClientTasksArea({ client }: Props) {
  const user = useUser()
  const [today] = useState(() => dayIn(new Date()).day)
  const [asked, ask] = useState<AskedTask | null>(null)
  const acts = useTaskActs()
  const read = useTasksOf(client.uuid, 'false')
  const done = useTasksOf(client.uuid, 'true')
  const name = String(client.name ?? '')
  if (read.error && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeletons waiting={read.isPending} lines={6} height={28} />
  const open = read.data.data
  // Only the office calls a task late: client users do not see the word.
  const late = isStaff(user) ? open.filter(({ last_on }) => last_on < today) : []
  const parts = [
    ['Atrasadas', late],
    ['A fazer', open.filter(task => !late.includes(task))],
    ['Feitas', done.data?.data ?? []],
  ] as const
  return (
    <div className={styles.day}>
      <ClientTaskBar client={{ uuid: client.uuid, id: client.id, name }} />
      {parts.every(([, rows]) => !rows.length) && (
        <p className="meta">Nenhuma tarefa ainda: sincronize com os modelos, ou escreva uma à mão.</p>
      )}
      {!asked && <Refusals {...acts} />}
      {parts.map(
        ([title, rows]) =>
          rows.length > 0 && (
            <Card
              key={title}
              title={
                <>
                  {title} <span className="meta">{rows.length}</span>
                </>
              }
            >
              <List>
                {rows.map(task => (
                  <TaskRow
                    key={task.uuid}
                    task={task}
                    today={today}
                    busy={acts.busy}
                    onAsk={what => ask({ what, task })}
                  />
                ))}
              </List>
            </Card>
          ),
      )}
      {asked && <TaskDialog {...asked} whose={name} acts={acts} onClose={() => ask(null)} />}
    </div>
  )
}

function ClientTaskBar({
  client,
}: {
  readonly client: { readonly uuid: string; readonly id: number; readonly name: string }
}) {
  const user = useUser()
  const [syncing, sync] = useState(false)
  return (
    <Bar>
      {can(user, syncTasksOfClient.id) && (
        <Button variant="default" onClick={() => sync(true)}>
          Sincronizar com os modelos
        </Button>
      )}
      {can(user, 'client-tarefas.store') && (
        <Button component={Link} to={`/client-tarefas/create?client_id=${client.id}`} variant="default">
          Nova tarefa
        </Button>
      )}
      {syncing && <SyncDialog client={client} onClose={() => sync(false)} />}
    </Bar>
  )
}

const useTasksOf = (client: string, done: 'true' | 'false') => {
  const query = { 'filter[done]': done, sort: done === 'true' ? '-last_on' : 'last_on', per_page: 100 }
  return useAnswer(listTasksOfClient, { client, query })
}

interface TaskRowProps {
  readonly task: ListedTask
  readonly today: string
  readonly busy: boolean
  readonly onAsk: (what: 'concluir' | 'reabrir') => void
}
function TaskRow({ task, today, busy, onAsk }: TaskRowProps) {
  const user = useUser()
  const {
    uuid,
    name,
    done,
    last_on,
    due_on,
    settled_on,
    settled_by,
    done_note,
    reopened_on,
    reopened_why,
    obligation,
  } = task
  const said = done
    ? [settled_on && `em ${showDate(settled_on)}`, settled_by && `por ${settled_by}`, done_note]
    : [
        task.answered_by?.name,
        isStaff(user) && due_on !== last_on && `prazo da casa ${showDate(due_on)}`,
        reopened_on && `reaberta em ${showDate(reopened_on)}: ${reopened_why ?? ''}`,
      ]
  return (
    <li className={styles.item} data-late={(!done && isStaff(user) && last_on < today) || undefined}>
      <div>
        <Link to={`/client-tarefas/${uuid}`}>{name}</Link>
        <br />
        <span className="meta">{said.filter(Boolean).join(' · ')}</span>
      </div>
      {!done && reopened_on && <StatusChip tone="atencao">Reaberta</StatusChip>}
      <span className={styles.when}>
        {shortDay(last_on)} {!done && <span className="meta">{distance(last_on, today)}</span>}
      </span>
      <span className={styles.acts}>
        {!isDecidedByColeta(obligation) && can(user, `clients.tarefas.${done ? 'reabrir' : 'concluir'}`) && (
          <Button
            variant={done ? 'subtle' : 'default'}
            size="compact-sm"
            disabled={busy}
            aria-label={`${done ? 'Reabrir' : 'Concluir'}: ${name}`}
            onClick={() => onAsk(done ? 'reabrir' : 'concluir')}
          >
            {done ? 'Reabrir' : 'Concluir'}
          </Button>
        )}
      </span>
    </li>
  )
}
