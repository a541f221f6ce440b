import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { SyncDialog } from '#features/regulatory/tasks/SyncDialog.tsx'
import { isDecidedByColeta } from '#features/regulatory/obligations/rules.ts'
import { recheckTask, syncAllTasks } from '#features/regulatory/tasks/api.ts'
import { TaskDialog } from '#features/regulatory/tasks/TaskDialog.tsx'
import { useTaskActs } from '#features/regulatory/tasks/useTasks.web.ts'
import { tasks } from '#features/regulatory/tasks/tasks.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'

export type ReadTask = ReadRow['row']

const isTold = ({ obligation }: ReadTask) => typeof obligation === 'string' && isDecidedByColeta(obligation)

/** What is done with a task: it is finished, or opened again with why. */
export function TaskActs({ task }: { readonly task: ReadTask }) {
  const user = useUser()
  const [asking, ask] = useState(false)
  const acts = useTaskActs()
  const done = task.done === true
  if (isTold(task) || !can(user, `tarefas.clientes.${done ? 'reabrir' : 'concluir'}`)) return null
  return (
    <>
      {!done && <AskAgain task={task} />}
      <Button variant={done ? 'default' : 'filled'} onClick={() => ask(true)}>
        {done ? 'Reabrir' : 'Concluir'}
      </Button>
      {asking && (
        <TaskDialog
          what={done ? 'reabrir' : 'concluir'}
          task={{ uuid: task.uuid, name: String(task.name) }}
          whose={nameOfRef(task.client)}
          acts={acts}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

/** The look-up its template asks for, whether it never came or is old. */
function AskAgain({ task }: { readonly task: ReadTask }) {
  const renew = useRenewal(recheckTask)
  const template = isRecord(task.tarefa) ? String(task.tarefa.uuid) : ''
  const may = can(useUser(), recheckTask.id) && template !== ''
  const { data } = useAnswer(callsOf(tasks).read, { id: template }, { enabled: may })
  const asking = useMutation({
    mutationFn: () => sendCall(recheckTask, { id: task.uuid }),
    onSuccess: ({ message }) => toast(message),
    onSettled: renew,
  })
  if (!may || !data?.data.automation) return null
  return (
    <BusyButton variant="default" busy={asking.isPending} doing="Consultando…" onClick={() => asking.mutate()}>
      {task.asked_at || task.asked_error ? 'Consultar de novo' : 'Consultar a Receita'}
    </BusyButton>
  )
}

/** Whether it was done, by whom; whether it is late, and why it is open again. */
export function TaskFacts({ task }: { readonly task: ReadTask }) {
  const [today] = useState(() => dayIn(new Date()).day)
  const due = String(task.last_on)
  const said = [
    task.settled_on ? `em ${showDate(String(task.settled_on))}` : null,
    task.settled_by ? `por ${String(task.settled_by)}` : null,
    task.done_note,
    !task.done && task.reopened_on
      ? `reaberta em ${showDate(String(task.reopened_on))}: ${String(task.reopened_why ?? '')}`
      : null,
    task.asked_error ? `a consulta falhou: ${String(task.asked_error)}` : null,
    isTold(task) && !task.done ? 'fica feita quando as coletas do mês forem enviadas' : null,
  ]
  return (
    <span>
      {nameOfRef(task.client)}{' '}
      <StatusChip tone={task.done ? 'ok' : due < today ? 'erro' : 'info'}>
        {task.done ? 'Feita' : due < today ? 'Atrasada' : 'A fazer'}
      </StatusChip>{' '}
      {said.filter(Boolean).join(' · ')}
    </span>
  )
}

/** Brings what a template says to the clients it reaches, after a look. */
export function TemplateActs({ template }: { readonly template: ReadTask }) {
  const [syncing, sync] = useState(false)
  if (!can(useUser(), syncAllTasks.id)) return null
  return (
    <>
      <Button variant="default" onClick={() => sync(true)}>
        Sincronizar com os clientes
      </Button>
      {syncing && (
        <SyncDialog template={{ uuid: template.uuid, nome: String(template.nome) }} onClose={() => sync(false)} />
      )}
    </>
  )
}
