import { TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import styles from '#features/people/factor/factor.module.css'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'

interface Props {
  readonly name: string
  readonly hint: string
  readonly act: string
  readonly doing: string
  readonly busy: boolean
  readonly refusal: string | null
  readonly onSend: (name: string) => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** The name by which its owner knows a second factor. */
export function NameForm({ name: given, hint, act, doing, busy, refusal, onSend, onClose, children }: Props) {
  const [name, setName] = useState(given)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSend(name.trim())
  }
  return (
    <form className={styles.dialog} noValidate onSubmit={submit}>
      {children}
      <TextInput
        label="Nome"
        description={hint}
        maxLength={60}
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <DialogFoot refusals={[refusal]} onClose={onClose}>
        <BusyButton type="submit" busy={busy} doing={doing} disabled={!name.trim()}>
          {act}
        </BusyButton>
      </DialogFoot>
    </form>
  )
}
