import { Button, TextInput } from '@mantine/core'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { securityPath } from '#kernel/guard.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/people/auth/account.module.css'
import { AccountPage, takeFocus, Wrong } from '#features/people/auth/AccountPage.tsx'
import { Demo } from '#features/people/auth/Demo.tsx'
import { enterBy } from '#features/people/auth/enter.web.ts'
import { DirectoryButton } from '#features/people/auth/DirectoryButton.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { siteConfig } from '#web/config.ts'
import { prefetch } from '#web/route/prefetch.ts'
import { returnAddress } from '#web/route/return.ts'
import { messageOf } from '#web/api-error.ts'
import { passwordFields, refusalOf } from '#web/session.ts'
import { hasPasskeys, passkeyFields, SecondStep, secondStepIn, type SecondStepFacts } from '#web/session/second.tsx'
import { arrival, useSession } from '#web/session/store.ts'
import { useStore } from '#web/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'

const refused = 'E-mail ou senha não conferem.'
/** A right password of somebody in the directory opens nothing either. */
const refusedBeside = (name: string) => `${refused} Quem está no diretório entra com ${name}.`

export default function Login() {
  const { status } = useSession()
  const reason = useStore(arrival)
  const [wrong, setWrong] = useState<string | null>(null)
  const [step, setStep] = useState<SecondStepFacts | null>(null)
  const { demo, directory } = siteConfig()
  const [byPassword, showPassword] = useState(!directory?.only)
  const fetchAhead = usePrefetch()
  useReturn()

  async function enter(email: string, password: string) {
    setWrong(null)
    try {
      await enterBy(passwordFields(email, password))
    } catch (error) {
      const next = secondStepIn(error)
      setStep(next)
      if (!next) setWrong(refusalOf(error, directory ? refusedBeside(directory.name) : refused))
    }
  }
  async function enterByPasskey() {
    setWrong(null)
    try {
      await enterBy(await passkeyFields())
    } catch (error) {
      setWrong(messageOf(error))
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    void enter(String(given.get('email')).trim(), String(given.get('password')))
  }

  const trying = status === 'logging-in'
  if (step)
    return (
      <AccountPage title="Confirme que é você">
        <Suspense>
          <SecondStep
            step={step}
            enter={enterBy}
            onBack={why => {
              setWrong(why)
              setStep(null)
            }}
          />
        </Suspense>
      </AccountPage>
    )
  return (
    <AccountPage>
      {reason && (
        <Band tone="atencao" role="status">
          {reason}
        </Band>
      )}
      {directory && <DirectoryButton name={directory.name} main={!byPassword} />}
      {byPassword ? (
        <form onSubmit={submit} onInput={fetchAhead}>
          <TextInput
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            ref={takeFocus}
          />
          <PasswordField label="Senha" name="password" autoComplete="current-password" required withAsterisk={false} />
          <Wrong>{wrong}</Wrong>
          <BusyButton type="submit" fullWidth busy={trying} doing="Entrando…">
            Entrar
          </BusyButton>
          {hasPasskeys() && (
            <Button variant="default" fullWidth disabled={trying} onClick={() => void enterByPasskey()}>
              Entrar com chave de acesso
            </Button>
          )}
          <div className={styles.links}>
            <Link to="/account/recovery">Esqueci a senha</Link>
          </div>
        </form>
      ) : (
        <Button variant="subtle" onClick={() => showPassword(true)}>
          Entrar com senha
        </Button>
      )}
      {demo && demo.length > 0 && <Demo accounts={demo} trying={trying} enter={enter} />}
    </AccountPage>
  )
}

/** A user who is signed in, here or in another tab, returns to the page they came from. */
function useReturn() {
  const { user, status } = useSession()
  const { history } = useRouter()
  const search = useSearch({ strict: false })
  const from = returnAddress(search)
  // Who is to register a second factor is led there first, while it can still wait.
  const back = user?.segundo_fator_ate && from === '/' ? securityPath : from
  const inside = user !== null && status === 'logged-in'
  useEffect(() => {
    if (inside) history.replace(back)
  }, [inside, back, history])
}

/** Once somebody types, the frame of the other side is fetched meanwhile. */
function usePrefetch() {
  const router = useRouter()
  const asked = useRef(false)
  return () => {
    if (!asked.current) prefetch(() => router.preloadRoute({ to: '/' }))
    asked.current = true
  }
}
