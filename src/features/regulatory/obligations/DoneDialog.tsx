import { Group } from '@mantine/core'
import { useState } from 'react'
import { date, longtext } from '#kernel/field.ts'
import type { Doing } from '#features/regulatory/obligations/useObligations.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** The texts of the dialog: its title, its button, the button while it sends, and the label of the note. */
export interface DoneWords {
  readonly title: string
  readonly act: string
  readonly doing: string
  readonly note: string
}
interface Props {
  readonly words: DoneWords
  /** 'FUST, out/2026'. */
  readonly title: string
  readonly whose: string
  readonly today: string
  readonly busy: boolean
  readonly refusal: string | null
  readonly onClose: () => void
  readonly onDone: (how: Doing) => void
}
const doneOn = date('Feita em', { required: true })

/** When something was done, and what is worth noting. */
export function DoneDialog({ words, title, whose, today, busy, refusal, onClose, onDone }: Props) {
  const [done_on, setDay] = useState<unknown>(today)
  const [note, setNote] = useState<unknown>(null)
  return (
    <Dialog opened onClose={onClose} title={words.title}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          const text = typeof note === 'string' && note.trim() ? note.trim() : null
          if (typeof done_on === 'string') onDone({ done_on, note: text })
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
          <Input name="note" field={longtext(words.note, { max: 1_000 })} value={note} onChange={setNote} />
        </Group>
        <DialogFoot refusals={[refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={busy} doing={words.doing}>
            {words.act}
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
