import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/people/auth/account.module.css'
import { AccountPage, takeFocus, Wrong } from '#features/people/auth/AccountPage.tsx'
import { messageOf } from '#web/api-error.ts'
import { recoverPassword } from '#web/session.ts'
import { useSession } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'

export default function Recovery() {
  const { status } = useSession()
  const [said, setSaid] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setWrong(null)
    try {
      setSaid((await recoverPassword(email)).data.message)
    } catch (error) {
      setWrong(messageOf(error))
    }
  }

  return (
    <AccountPage title="Recuperar senha">
      {said ? (
        <Band tone="ok" role="status">
          {said}
        </Band>
      ) : (
        <>
          <p>Informe o seu e-mail e peça um link para escolher outra senha.</p>
          <form onSubmit={event => void submit(event)}>
            <TextInput
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              ref={takeFocus}
            />
            <Wrong>{wrong}</Wrong>
            <BusyButton type="submit" fullWidth busy={status === 'logging-in'} doing="Pedindo…">
              Pedir link
            </BusyButton>
          </form>
        </>
      )}
      <div className={styles.links}>
        <Link to="/account/login">Voltar para a entrada</Link>
      </div>
    </AccountPage>
  )
}
