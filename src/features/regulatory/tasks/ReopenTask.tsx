import { Modal } from '@mantine/core'
import { SayForm } from '#parts/sending/SayForm.tsx'

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
  <Modal opened onClose={onClose} title="Reabrir tarefa" closeButtonProps={{ 'aria-label': 'Fechar' }}>
    <p>
      <strong>{title}</strong>
      <br />
      {whose}
    </p>
    <SayForm label="Por quê" most={1_000} busy={busy} refusal={refusal} act="Reabrir" main onSay={onReopen} />
  </Modal>
)
