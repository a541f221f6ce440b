import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Text } from '#kernel/resource.ts'
import { count } from '#kernel/text.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { responsible } from '#parts/person/person.ts'
import { api } from '#web/api.ts'
import { reasonOf } from '#web/api-error.ts'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

export interface PersonProps {
  readonly of: { readonly path: string; readonly text: Text }
  readonly uuids: readonly string[]
  /** What leaving it empty means: 'volta a ser de quem cuida do cliente'. */
  readonly empty: string
  readonly onDone: () => void
}
interface Props extends PersonProps {
  readonly opened: boolean
  readonly onClose: () => void
}

interface NamedBefore {
  readonly message: string
  readonly data: {
    readonly before: readonly { readonly uuid: string; readonly responsible_id: number | null }[]
  }
}
/** Milliseconds: many were given at once. */
const undoTime = 20_000

/** Says who answers for the marked rows; the toast has a way back. */
export default function PersonDialog({ of, uuids, empty, onDone, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [person, choose] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const put = (rows: readonly object[], quiet: boolean) =>
    api.put<NamedBefore>(`/${of.path}/responsavel`, { rows }, { quiet, timeout: 120_000 })
  const tell = (words: string, undo?: () => void) => {
    toast(words, undo && { undo, time: undoTime })
    announce(words)
  }
  async function give() {
    setBusy(true)
    refuse(null)
    const to = typeof person === 'number' ? person : null
    try {
      const { message, data } = await put(
        uuids.map(uuid => ({ uuid, responsible_id: to })),
        true,
      )
      const undo = async () => {
        // The dialog is closed by then, so a refusal appears on top of the page.
        await put(
          data.before.map(each => ({ ...each, was: to })),
          false,
        ).then(
          () => tell('Responsáveis de antes de volta.'),
          () => undefined,
        )
        await queries.invalidateQueries()
      }
      onClose()
      onDone()
      tell(message, data.before.length ? () => void undo() : undefined)
      await queries.invalidateQueries()
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={`Responsável de ${count(uuids.length, of.text)}`}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void give()
        }}
      >
        <Input
          name="responsible_id"
          field={responsible('Responsável', `Vazio: ${empty}`)}
          value={person}
          onChange={choose}
        />
        <DialogFoot refusals={[refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={busy} doing="Definindo…">
            {`Definir em ${count(uuids.length, of.text)}`}
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
