import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { directoryProofPath } from '#features/people/auth/directory.ts'
import { proveSelf, readOwnSecurity, type ShownProof } from '#features/people/factor/api.ts'
import type { ProofMethod } from '#features/people/factor/factors.ts'
import styles from '#features/people/factor/factor.module.css'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { reasonOf } from '#web/api-error.ts'
import { answerOptions, sendCall } from '#web/call.ts'
import { siteConfig } from '#web/config.ts'
import { queryClient } from '#web/query.ts'
import type { ProofDialogProps } from '#web/session/proof.tsx'
import { hasPasskeys } from '#web/session/second.tsx'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

const waysInWords: Readonly<Record<ProofMethod, string>> = {
  password: 'Usar a senha',
  totp: 'Usar o aplicativo de códigos',
  passkey: 'Usar a chave de acesso',
  recovery: 'Usar um código de recuperação',
  directory: 'Usar o diretório da empresa',
}

/** Asks who they are before a guarded act, which is then done as it was requested. */
export default function ProofDialog({ level, onEnd }: ProofDialogProps) {
  // It is drawn outside the frame, which provides the others with the client of queries.
  const { data, error, isPending, refetch } = useQuery(
    answerOptions(readOwnSecurity, {}, { staleTime: 0 }),
    queryClient,
  )
  // Escape leaves this question alone, and not the dialog under it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd(false)
  }
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      closeOnEscape={false}
      onKeyDown={onKeyDown}
      zIndex={400}
      title="Confirme que é você"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {data ? (
        <Ways methods={waysOf(data.data.methods, level)} onEnd={onEnd} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeletons waiting={isPending} lines={3} />
      )}
    </Modal>
  )
}

/** Who has a second factor proves by it what changes second factors. */
function waysOf(methods: readonly ProofMethod[], level: ProofDialogProps['level']): readonly ProofMethod[] {
  const usable = methods.filter(method => method !== 'passkey' || hasPasskeys())
  const strong = usable.filter(method => method !== 'password')
  return level === 'factor' && strong.length ? strong : usable
}

interface Props {
  readonly methods: readonly ProofMethod[]
  readonly onEnd: ProofDialogProps['onEnd']
}

function Ways({ methods, onEnd }: Props) {
  const user = useUser()
  const [way, setWay] = useState<ProofMethod>(methods[0] ?? 'password')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // For React, a dialog is inside the form that opened it.
    event.stopPropagation()
    if (busy) return
    const typed = String(new FormData(event.currentTarget).get('prova') ?? '')
    setBusy(true)
    setRefusal(null)
    try {
      // The other tab began another session, with which this request is sent again.
      if (way !== 'directory') await sendCall(proveSelf, { body: await shownBy(way, typed) }, { quiet: true })
      onEnd(true)
    } catch (error) {
      setRefusal(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.dialog} noValidate onSubmit={event => void submit(event)}>
      <p>Este ato é protegido, e faz algum tempo que você não confirma quem é. O que digitou continua aqui.</p>
      {/* Password managers read here whose password it is. */}
      <input type="hidden" name="email" autoComplete="username" value={user.email} />
      <ProofInput key={way} way={way} />
      <div className={styles.ways}>
        {methods
          .filter(method => method !== way)
          .map(method => (
            <Button
              key={method}
              variant="subtle"
              onClick={() => {
                setRefusal(null)
                setWay(method)
              }}
            >
              {waysInWords[method]}
            </Button>
          ))}
      </div>
      <DialogFoot refusals={[refusal]} onClose={() => onEnd(false)}>
        <BusyButton type="submit" busy={busy} doing="Confirmando…">
          Confirmar
        </BusyButton>
      </DialogFoot>
    </form>
  )
}

function ProofInput({ way }: { readonly way: ProofMethod }) {
  const fieldProps = { name: 'prova', required: true, withAsterisk: false, 'data-autofocus': true } as const
  switch (way) {
    case 'password':
      return (
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          {...fieldProps}
          data-mantine-stop-propagation="true"
        />
      )
    case 'totp':
      return (
        <TextInput
          label="Código de 6 dígitos"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...fieldProps}
          data-mantine-stop-propagation="true"
        />
      )
    case 'recovery':
      return (
        <TextInput
          label="Código de recuperação"
          autoComplete="off"
          maxLength={30}
          {...fieldProps}
          data-mantine-stop-propagation="true"
        />
      )
    case 'directory':
      return (
        <p>
          <a
            href={directoryProofPath}
            target="_blank"
            rel="noreferrer"
          >{`Entre de novo com ${siteConfig().directory?.name}`}</a>
          , em outra aba. Depois volte aqui e confirme.
        </p>
      )
    case 'passkey':
      return <p>O navegador pede a sua digital, o seu rosto ou o PIN.</p>
  }
}

async function shownBy(way: Exclude<ProofMethod, 'directory'>, typed: string): Promise<ShownProof> {
  switch (way) {
    case 'password':
      return { password: typed }
    case 'totp':
      return { otp: typed }
    case 'recovery':
      return { recovery_code: typed }
    case 'passkey':
      return { passkey: { ...(await (await import('#features/people/factor/passkey.web.ts')).passkeyProof()) } }
  }
}
