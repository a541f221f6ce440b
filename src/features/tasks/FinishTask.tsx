import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { date, longtext } from '#kernel/field.ts'
import type { TaskDoing } from '#features/tasks/useTasks.web.ts'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'

interface Props {
  /** 'Declarar o FUST, out/2026', or how many. */
  readonly title: string
  readonly whose: string
  readonly today: string
  readonly busy: boolean
  readonly refusal: string | null
  readonly onClose: () => void
  readonly onFinish: (how: TaskDoing) => void
}
const doneOn = date('Feita em', { required: true })
const doneNote = longtext('O que foi feito', { max: 1_000 })

/** When a task was done, and what is worth noting. */
export function FinishTask({ title, whose, today, busy, refusal, onClose, onFinish }: Props) {
  const [done_on, setDay] = useState<unknown>(today)
  const [note, setNote] = useState<unknown>(null)
  return (
    <Modal opened onClose={onClose} title="Concluir tarefa" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          const text = typeof note === 'string' && note.trim() ? note.trim() : null
          if (typeof done_on === 'string') onFinish({ done_on, note: text })
        }}
      >
        <p>
          <strong>{title}</strong>
          <br />
          {whose}
        </p>
        <Group mt="md" grow>
          <Input name="done_on" field={doneOn} value={done_on} onChange={setDay} />
        </Group>
        <Group mt="md" grow>
          <Input name="note" field={doneNote} value={note} onChange={setNote} />
        </Group>
        {refusal && (
          <p role="alert" className="wrong">
            {refusal}
          </p>
        )}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" busy={busy} doing="Concluindo…">
            Concluir
          </BusyButton>
        </Group>
      </form>
    </Modal>
  )
}
