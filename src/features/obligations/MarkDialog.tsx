import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import type { ListedItem } from '#features/obligations/listed.ts'
import { obligations } from '#features/obligations/obligations.ts'
import type { Doing } from '#features/obligations/useObligations.web.ts'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'

interface Props {
  readonly items: readonly ListedItem[]
  /** 'FUST, out/2026'. */
  readonly title: string
  readonly today: string
  readonly busy: boolean
  readonly refusal: string | null
  readonly onClose: () => void
  readonly onMark: (how: Doing) => void
}

/** When it was done, and what is worth noting. */
export function MarkDialog({ items, title, today, busy, refusal, onClose, onMark }: Props) {
  const [done_on, setDay] = useState<unknown>(today)
  const [note, setNote] = useState<unknown>(null)
  const whose = items.length === 1 ? items[0]?.client.name : `${items.length} clientes`
  return (
    <Modal opened onClose={onClose} title="Marcar como feito" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          const text = typeof note === 'string' && note.trim() ? note.trim() : null
          if (typeof done_on === 'string') onMark({ done_on, note: text })
        }}
      >
        <p>
          <strong>{title}</strong>
          <br />
          {whose}
        </p>
        <Group mt="md" grow>
          <Input name="done_on" field={obligations.fields.done_on} value={done_on} onChange={setDay} />
        </Group>
        <Group mt="md" grow>
          <Input name="note" field={obligations.fields.note} value={note} onChange={setNote} />
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
          <BusyButton type="submit" busy={busy} doing="Marcando…">
            Marcar como feito
          </BusyButton>
        </Group>
      </form>
    </Modal>
  )
}
