import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { SyncDialog } from '#features/tasks/SyncDialog.tsx'
import { TaskDialog } from '#features/tasks/TaskDialog.tsx'
import { useTaskActs } from '#features/tasks/useTasks.web.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import type { ReadRow } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

export type ReadTask = ReadRow['row']

/** What is done with a task: it is finished, or opened again with why. */
export function TaskActs({ task }: { readonly task: ReadTask }) {
  const user = useUser()
  const [asking, ask] = useState(false)
  const acts = useTaskActs()
  const done = task.done === true
  if (task.obligation === 'acessos' || !can(user, `tarefas.clientes.${done ? 'reabrir' : 'concluir'}`)) return null
  return (
    <>
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

/** Whether it was done, by whom; whether it is late, and why it is open again. */
export function TaskFacts({ task }: { readonly task: ReadTask }) {
  const today = dayIn(new Date()).day
  const due = String(task.due_on)
  const said = [
    task.settled_on ? `em ${showDate(String(task.settled_on))}` : null,
    task.settled_by ? `por ${String(task.settled_by)}` : null,
    task.done_note,
    !task.done && task.reopened_on
      ? `reaberta em ${showDate(String(task.reopened_on))}: ${String(task.reopened_why ?? '')}`
      : null,
    task.obligation === 'acessos' && !task.done ? 'fica feita quando as coletas do mês forem enviadas' : null,
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
  if (!can(useUser(), 'tarefas.sincronizar')) return null
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
