import { Button, TextInput } from '@mantine/core'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/people/auth/account.module.css'
import { AccountPage, takeFocus, Wrong } from '#features/people/auth/AccountPage.tsx'
import { Demo } from '#features/people/auth/Demo.tsx'
import { DirectoryButton } from '#features/people/auth/DirectoryButton.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { siteConfig } from '#web/config.ts'
import { prefetch } from '#web/route/prefetch.ts'
import { returnAddress } from '#web/route/return.ts'
import { login, refusalOf } from '#web/session.ts'
import { arrival, useSession } from '#web/session/store.ts'
import { useStore } from '#web/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'

const refused = 'E-mail ou senha não conferem.'

export default function Login() {
  const { status } = useSession()
  const reason = useStore(arrival)
  const [wrong, setWrong] = useState<string | null>(null)
  useReturn()

  async function enter(email: string, password: string) {
    setWrong(null)
    try {
      await login(email, password)
    } catch (error) {
      setWrong(refusalOf(error, refused))
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    void enter(String(given.get('email')).trim(), String(given.get('password')))
  }

  const prefetchInside = usePrefetch()
  const trying = status === 'logging-in'
  const { demo, directory } = siteConfig()
  const [byPassword, showPassword] = useState(!directory?.only)
  return (
    <AccountPage>
      {reason && (
        <Band tone="atencao" role="status">
          {reason}
        </Band>
      )}
      {directory && <DirectoryButton name={directory.name} main={!byPassword} />}
      {byPassword ? (
        <form onSubmit={submit} onInput={prefetchInside}>
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
  const back = returnAddress(search)
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
