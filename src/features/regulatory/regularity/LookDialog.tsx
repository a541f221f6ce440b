import { Group } from '@mantine/core'
import { useState } from 'react'
import { choice, date } from '#kernel/field.ts'
import { checks, type ItemState } from '#features/regulatory/tasks/client-tasks.ts'
import type { LookPlace } from '#features/regulatory/regularity/api.ts'
import { useNewLook } from '#features/regulatory/regularity/useNewLook.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

interface Props {
  readonly name: string
  readonly place: LookPlace
  readonly today: string
  readonly onClose: () => void
}
const lookedOn = date('Conferido em', { required: true })
const foundAs = choice(
  {
    'em-dia': checks['em-dia'].name,
    pendente: checks.pendente.name,
    'nao-se-aplica': checks['nao-se-aplica'].name,
    'nao-consultado': checks['nao-consultado'].name,
  },
  'O que se encontrou',
  { required: true },
)
const isState = (value: unknown): value is ItemState => typeof value === 'string' && value in checks

/** What somebody found of an item just now, or on another day. */
export function LookDialog({ name, place, today, onClose }: Props) {
  const { busy, refusal, look } = useNewLook()
  const [status, setStatus] = useState<unknown>('em-dia')
  const [day, setDay] = useState<unknown>(today)
  return (
    <Dialog opened onClose={onClose} title="Nova conferência">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (isState(status) && typeof day === 'string')
            void look(place, { status, checked_on: day }).then(was => was && onClose())
        }}
      >
        <p>
          <strong>{name}</strong>
        </p>
        <Group mt="md" grow>
          <Input name="status" field={foundAs} value={status} onChange={setStatus} />
        </Group>
        <Group mt="md" grow>
          <Input name="checked_on" field={lookedOn} value={day} onChange={setDay} />
        </Group>
        <DialogFoot refusals={[refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={busy} doing="Guardando…" disabled={typeof day !== 'string'}>
            Guardar
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
