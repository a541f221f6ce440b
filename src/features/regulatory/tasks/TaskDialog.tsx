import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { DoneDialog, type DoneWords } from '#features/regulatory/obligations/DoneDialog.tsx'
import { ReopenTask } from '#features/regulatory/tasks/ReopenTask.tsx'
import type { TaskActing } from '#features/regulatory/tasks/useTasks.web.ts'

interface Props {
  readonly what: 'concluir' | 'reabrir'
  readonly task: { readonly uuid: string; readonly name: string }
  /** The client's name. */
  readonly whose: string
  readonly acts: TaskActing
  readonly onClose: () => void
}

const finishing: DoneWords = {
  title: 'Concluir tarefa',
  act: 'Concluir',
  doing: 'Concluindo…',
  note: 'O que foi feito',
}

/** Asks for the details of finishing or reopening a task, and submits them. */
export function TaskDialog({ what, task, whose, acts, onClose }: Props) {
  const [today] = useState(() => dayIn(new Date()).day)
  const close = () => (acts.forget(), onClose())
  const then = (was: boolean) => void (was && onClose())
  const refusal = acts.refusal ?? (acts.refused.flatMap(({ reasons }) => reasons).join(' ') || null)
  const shared = { title: task.name, whose, busy: acts.busy, refusal, onClose: close }
  return what === 'concluir' ? (
    <DoneDialog
      {...shared}
      words={finishing}
      today={today}
      onDone={how => void acts.finish([task.uuid], how).then(then)}
    />
  ) : (
    <ReopenTask {...shared} onReopen={why => void acts.reopen([task.uuid], why).then(then)} />
  )
}

/** What was refused, and of which tasks. */
export const Refusals = ({ refusal, refused }: Pick<TaskActing, 'refusal' | 'refused'>) =>
  (refusal !== null || refused.length > 0) && (
    <p role="alert" className="wrong">
      {refusal}
      {refused.map(({ name, reasons }) => `${name}: ${reasons.join(' ')}`).join(' ')}
    </p>
  )
