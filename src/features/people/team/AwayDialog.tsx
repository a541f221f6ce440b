import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { absences } from '#features/people/team/absences.ts'
import type { PersonLoad } from '#features/people/team/schema.ts'
import { callsOf } from '#kernel/call.ts'
import { showDate } from '#kernel/show.ts'
import { sendCall } from '#web/call.ts'
import { fieldErrorsOf, reasonOf } from '#web/api-error.ts'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/people/team/team.module.css'

interface Props {
  readonly person: Pick<PersonLoad, 'id' | 'name'>
  readonly today: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

const { stand_in, since, until, reason } = absences.fields

/** Asks who substitutes a person, and on which days. */
export function AwayDialog({ person, today, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({ since: today })
  const [busy, setBusy] = useState(false)
  const [failed, fail] = useState<unknown>(null)
  const errors = fieldErrorsOf(failed)
  const input = (name: string) => ({
    name,
    value: draft[name] ?? null,
    onChange: (value: unknown) => setDraft(now => ({ ...now, [name]: value })),
    errorOf: (key: string) => errors[key]?.join(' '),
  })
  const whole = failed && !Object.keys(errors).some(key => key !== 'person_id')
  async function save() {
    setBusy(true)
    fail(null)
    try {
      const body = {
        ...Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== '')),
        person_id: person.id,
      }
      await sendCall(callsOf(absences).create, { body }, { quiet: true })
      const said = `${person.name}: fora de ${showDate(String(draft.since))} a ${showDate(String(draft.until))}.`
      toast(said)
      announce(said)
      onSaved()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={`Afastar ${person.name}`}>
      <form
        noValidate
        className={styles.passing}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <p className="meta">
          Nesses dias o trabalho é de quem fica no lugar. Nada muda de dono: no dia seguinte ao último, volta sozinho.
        </p>
        <Input {...input('stand_in_id')} field={stand_in} />
        <Group grow align="start">
          <Input {...input('since')} field={since} />
          <Input {...input('until')} field={until} />
        </Group>
        <Input {...input('reason')} field={reason} />
        {whole ? (
          <p role="alert" className="wrong">
            {reasonOf(failed)}
          </p>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" busy={busy} doing="Salvando…">
            Afastar
          </BusyButton>
        </Group>
      </form>
    </Dialog>
  )
}
