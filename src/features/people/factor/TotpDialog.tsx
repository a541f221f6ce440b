import { Modal, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { AnswerOf } from '#kernel/call.ts'
import { beginTotp, confirmTotp } from '#features/people/factor/api.ts'
import { NameForm } from '#features/people/factor/NameForm.tsx'
import { useSending } from '#features/people/factor/useSending.web.ts'
import styles from '#features/people/factor/factor.module.css'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { sendCall } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly onClose: () => void
  readonly onDone: (codes: readonly string[]) => Promise<void>
}
type Begun = AnswerOf<typeof beginTotp>['data']

/** Registers a device that makes codes: a name, the QR code to read, and the first code. */
export function TotpDialog({ onClose, onDone }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const { busy, refusal, send } = useSending()
  async function begin(name: string) {
    const answer = await send(() => sendCall(beginTotp, { body: { name } }, { quiet: true }))
    if (answer) setBegun(answer.data)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Cadastrar aplicativo de códigos"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {begun ? (
        <FirstCode begun={begun} onClose={onClose} onDone={onDone} />
      ) : (
        <NameForm
          name="Celular"
          hint="Como você reconhece o aparelho."
          act="Continuar"
          doing="Preparando…"
          busy={busy}
          refusal={refusal}
          onSend={name => void begin(name)}
          onClose={onClose}
        >
          <p>
            Instale no celular um aplicativo de códigos, como Aegis, Google Authenticator, Microsoft Authenticator ou
            1Password. Ele mostra um código novo a cada 30 segundos, mesmo sem internet.
          </p>
        </NameForm>
      )}
    </Modal>
  )
}

function FirstCode({ begun: { uuid, secret, uri, qr }, onClose, onDone }: Props & { readonly begun: Begun }) {
  const [code, setCode] = useState('')
  const { busy, refusal, send } = useSending()
  async function confirm(event: FormEvent) {
    event.preventDefault()
    const saved = await send(() => sendCall(confirmTotp, { id: uuid, body: { code } }, { quiet: true }))
    if (!saved) return
    toast(saved.message)
    announce(saved.message)
    await onDone(saved.data.recovery_codes)
  }
  return (
    <form className={styles.dialog} noValidate onSubmit={event => void confirm(event)}>
      <p>1. No aplicativo, leia este QR code.</p>
      <svg className={styles.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code do segundo fator">
        <path d={qr.path} fill="currentColor" shapeRendering="crispEdges" />
      </svg>
      <p className="meta">
        Não consegue ler? <a href={uri}>Abra no aplicativo deste aparelho</a> ou digite esta chave:
        <span className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <p>2. Digite o código que ele mostra.</p>
      <TextInput
        label="Código de 6 dígitos"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        data-autofocus
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
      />
      <DialogFoot refusals={[refusal]} onClose={onClose}>
        <BusyButton type="submit" busy={busy} doing="Conferindo…" disabled={!code.trim()}>
          Confirmar
        </BusyButton>
      </DialogFoot>
    </form>
  )
}
