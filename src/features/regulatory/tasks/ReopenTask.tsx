import { SayForm } from '#parts/sending/SayForm.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

interface Props {
  readonly title: string
  readonly whose: string
  readonly busy: boolean
  readonly refusal: string | null
  readonly onClose: () => void
  readonly onReopen: (why: string) => void
}

/** Why a task that was done is open again: who comes after reads it. */
export const ReopenTask = ({ title, whose, busy, refusal, onClose, onReopen }: Props) => (
  <Dialog opened onClose={onClose} title="Reabrir tarefa">
    <p>
      <strong>{title}</strong>
      <br />
      {whose}
    </p>
    <SayForm label="Por quê" most={1_000} busy={busy} refusal={refusal} act="Reabrir" main onSay={onReopen} />
  </Dialog>
)
