import { Modal } from '@mantine/core'
import { renameFactor, type OwnFactor } from '#features/people/factor/api.ts'
import { NameForm } from '#features/people/factor/NameForm.tsx'
import { useSending } from '#features/people/factor/useSending.web.ts'
import { sendCall } from '#web/call.ts'

interface Props {
  readonly factor: OwnFactor
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

export function RenameDialog({ factor: { uuid, name }, onClose, onDone }: Props) {
  const { busy, refusal, send } = useSending()
  async function save(typed: string) {
    if (await send(() => sendCall(renameFactor, { id: uuid, body: { name: typed } }, { quiet: true }))) await onDone()
  }
  return (
    <Modal opened onClose={onClose} title={`Renomear ${name}`} closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <NameForm
        name={name}
        hint="Como você reconhece o aparelho."
        act="Salvar"
        doing="Salvando…"
        busy={busy}
        refusal={refusal}
        onSend={typed => void save(typed)}
        onClose={onClose}
      />
    </Modal>
  )
}
