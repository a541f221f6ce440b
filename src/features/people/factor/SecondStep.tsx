import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { takeFocus, Wrong } from '#features/people/auth/AccountPage.tsx'
import { grantTypes, trustDays } from '#features/people/factor/factors.ts'
import styles from '#features/people/factor/factor.module.css'
import { ApiError, messageOf } from '#web/api-error.ts'
import { hasPasskeys, passkeyFields, type SecondStepProps } from '#web/session/second.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'

type StepWay = 'otp' | 'recovery_code' | 'passkey'
const words = {
  otp: {
    label: 'Código de 6 dígitos',
    hint: 'Abra o aplicativo de códigos no seu celular.',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 10 },
  },
  recovery_code: {
    label: 'Código de recuperação',
    hint: 'Um dos que você guardou ao cadastrar o segundo fator. Cada um vale uma vez.',
    input: { autoComplete: 'off', maxLength: 30, autoCapitalize: 'characters', spellCheck: false },
  },
} as const

/** The second step of a sign-in: a code, a passkey or a recovery code, and a way back. */
export default function SecondStep({ step, enter, onBack }: SecondStepProps) {
  const has = (method: string) => step.methods.includes(method)
  const offersPasskey = has('passkey') && hasPasskeys()
  const [way, setWay] = useState<StepWay>(has('totp') ? 'otp' : offersPasskey ? 'passkey' : 'recovery_code')
  const [wrong, setWrong] = useState<string | null>(null)
  const [trying, setTrying] = useState(false)
  const [remember, setRemember] = useState(false)

  async function attempt(fields: () => Promise<Readonly<Record<string, string>>>) {
    if (trying) return
    setTrying(true)
    setWrong(null)
    try {
      await enter({ ...(await fields()), ...(remember && { remember: '1' }) })
    } catch (error) {
      if (isOver(error)) return onBack(messageOf(error))
      setWrong(inWords(error))
      setTrying(false)
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (way === 'passkey') return void attempt(() => passkeyFields(step.mfa_token))
    const typed = String(new FormData(event.currentTarget).get(way)).trim()
    void attempt(async () => ({ grant_type: grantTypes.secondFactor, mfa_token: step.mfa_token, [way]: typed }))
  }
  function turn(to: StepWay) {
    setWrong(null)
    setWay(to)
  }
  return (
    <form onSubmit={submit} className={styles.step}>
      {way === 'passkey' ? (
        <p>Use a chave de acesso cadastrada: o navegador pede a sua digital, o seu rosto ou o PIN.</p>
      ) : (
        <TextInput
          key={way}
          label={words[way].label}
          description={words[way].hint}
          name={way}
          required
          withAsterisk={false}
          ref={takeFocus}
          {...words[way].input}
        />
      )}
      <label className={styles.remember}>
        <input type="checkbox" checked={remember} onChange={event => setRemember(event.currentTarget.checked)} />
        Não pedir neste aparelho por {trustDays} dias
      </label>
      <Wrong>{wrong}</Wrong>
      <BusyButton type="submit" fullWidth busy={trying} doing="Confirmando…">
        {way === 'passkey' ? 'Usar a chave de acesso' : 'Confirmar'}
      </BusyButton>
      <div className={styles.ways}>
        {has('totp') && way !== 'otp' && (
          <Button variant="subtle" onClick={() => turn('otp')}>
            Usar o aplicativo de códigos
          </Button>
        )}
        {offersPasskey && way !== 'passkey' && (
          <Button variant="subtle" onClick={() => turn('passkey')}>
            Usar a chave de acesso
          </Button>
        )}
        {has('recovery') && way !== 'recovery_code' && (
          <Button variant="subtle" onClick={() => turn('recovery_code')}>
            Usar um código de recuperação
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={() => onBack(null)}>
          Voltar para a entrada
        </Button>
      </div>
    </form>
  )
}

const dataOf = (error: unknown) => Object(error instanceof ApiError ? error.body?.data : null)
const isOver = (error: unknown) => dataOf(error).step === 'over'

/** With how many attempts are left, once these are few. */
function inWords(error: unknown): string {
  const { attempts_left: left } = dataOf(error)
  const message = messageOf(error)
  if (typeof left !== 'number' || left > 2) return message
  return `${message} ${left === 0 ? 'Era a última tentativa: volte para a entrada.' : left === 1 ? 'Resta 1 tentativa.' : `Restam ${left} tentativas.`}`
}
