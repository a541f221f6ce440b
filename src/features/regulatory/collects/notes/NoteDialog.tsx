import { Button, Checkbox, Group, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useState } from 'react'
import { collectNotes } from '#features/regulatory/collects/notes/notes.ts'
import { useNoting, type NoteSubject, type Noted } from '#features/regulatory/collects/notes/useNotes.web.ts'
import { reasonOf } from '#web/api-error.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

interface Props {
  readonly collect: Noted
  /** Null while nothing is written. */
  readonly about: NoteSubject | null
  readonly onClose: () => void
}
const { content, open } = collectNotes.fields

/** A comment of a coleta, or of what the check says of it; marked, it is followed up until somebody resolves it. */
export const NoteDialog = ({ collect, about, onClose }: Props) => (
  // It stays there when it closes: the focus goes back to where it was.
  <Dialog opened={about !== null} onClose={onClose} title="Anotar">
    {about && <Body collect={collect} about={about} onClose={onClose} />}
  </Dialog>
)

function Body({ collect, about, onClose }: Props & { readonly about: NoteSubject }) {
  const { write } = useNoting()
  const [text, setText] = useState('')
  const [followed, follow] = useState(about.open)
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  async function send() {
    if (busy || !text.trim()) return
    setBusy(true)
    refuse(null)
    try {
      await write(collect, { ...about, open: followed }, text.trim())
      onClose()
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {about.finding && <p className="meta">{about.finding}</p>}
      <Textarea
        label={content.label}
        description="Ctrl+Enter guarda."
        autosize
        minRows={3}
        maxLength={content.options.max}
        value={text}
        error={refusal}
        data-autofocus
        onChange={e => setText(e.currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', () => void send()]])}
      />
      <Checkbox mt="md" label={open.label} checked={followed} onChange={e => follow(e.currentTarget.checked)} />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <BusyButton busy={busy} doing="Guardando…" disabled={!text.trim()} onClick={() => void send()}>
          Guardar
        </BusyButton>
      </Group>
    </>
  )
}
