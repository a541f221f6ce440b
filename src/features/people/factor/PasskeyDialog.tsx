import { Modal } from '@mantine/core'
import { savePasskey } from '#features/people/factor/api.ts'
import { NameForm } from '#features/people/factor/NameForm.tsx'
import { useSending } from '#features/people/factor/useSending.web.ts'
import { deviceOf } from '#features/people/users/device.ts'
import { sendCall } from '#web/call.ts'
import { chunk } from '#web/route/chunk.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly onClose: () => void
  readonly onDone: (codes: readonly string[]) => Promise<void>
}

/** Registers a passkey: a name, and what the browser asks for. */
export function PasskeyDialog({ onClose, onDone }: Props) {
  const { busy, refusal, send } = useSending()
  async function register(name: string) {
    const saved = await send(async () => {
      const { madePasskey } = await chunk(() => import('#features/people/factor/passkey.web.ts'))
      const credential = { ...(await madePasskey()) }
      return sendCall(savePasskey, { body: { name, credential } }, { quiet: true })
    })
    if (!saved) return
    toast(saved.message)
    announce(saved.message)
    await onDone(saved.data.recovery_codes)
  }
  return (
    <Modal opened onClose={onClose} title="Cadastrar chave de acesso" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <NameForm
        name={deviceOf(navigator.userAgent)}
        hint="Como você reconhece o aparelho."
        act="Cadastrar"
        doing="Esperando o navegador…"
        busy={busy}
        refusal={refusal}
        onSend={name => void register(name)}
        onClose={onClose}
      >
        <p>
          O navegador guarda a chave e pede a sua digital, o seu rosto ou o PIN. Com ela você entra sem digitar a senha,
          e ela não funciona em páginas falsas.
        </p>
      </NameForm>
    </Modal>
  )
}
