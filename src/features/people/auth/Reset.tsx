import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import styles from '#features/people/auth/account.module.css'
import { AccountPage, takeFocus, Wrong } from '#features/people/auth/AccountPage.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { fieldErrorsOf, messageOf } from '#web/api-error.ts'
import { sendNewPassword } from '#web/session.ts'
import { arrival, useSession } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'

/** Chooses the new password of the link that came by mail: `?token=`. */
export default function Reset() {
  const { status } = useSession()
  const { token } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const password = String(given.get('password'))
    setError(null)
    try {
      const { route, data } = await sendNewPassword({
        token: String(token ?? ''),
        password,
        password_confirmation: String(given.get('password_confirmation')),
      })
      arrival.set(data.message)
      await navigate({ to: route ?? '/account/login', replace: true })
    } catch (caught) {
      setError(caught)
    }
  }

  const { password, password_confirmation, ...others } = fieldErrorsOf(error)
  const elsewhere = Object.values(others).flat()[0]
  const beside = error === null || password || password_confirmation ? null : (elsewhere ?? messageOf(error))
  return (
    <AccountPage title="Escolher nova senha">
      <p>Ao menos 12 caracteres. Uma frase que só você conhece é mais forte do que símbolos.</p>
      <form onSubmit={event => void submit(event)}>
        <PasswordField
          label="Nova senha"
          name="password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          ref={takeFocus}
          error={password?.join(' ')}
        />
        <PasswordField
          label="Repita a nova senha"
          name="password_confirmation"
          autoComplete="new-password"
          required
          withAsterisk={false}
          error={password_confirmation?.join(' ')}
        />
        <Wrong>{beside}</Wrong>
        <BusyButton type="submit" fullWidth busy={status === 'logging-in'} doing="Salvando…">
          Salvar a nova senha
        </BusyButton>
        <div className={styles.links}>
          <Link to="/account/recovery">Pedir outro link</Link>
          <Link to="/account/login">Voltar para a entrada</Link>
        </div>
      </form>
    </AccountPage>
  )
}
