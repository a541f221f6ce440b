import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { listOwnSessions } from '#features/people/auth/api.ts'
import { useOwn } from '#features/people/users/useOwn.web.ts'
import { renewAnswers } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import styles from '#features/people/users/profile.module.css'

const empty = { current_password: '', password: '', password_confirmation: '' } as const
type PasswordDraft = { readonly [K in keyof typeof empty]: string }

/** Changes one's password; the form shows the rules first, and a change signs other devices out. */
export function OwnPassword({ onSaved }: { readonly onSaved?: () => void }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<PasswordDraft>(empty)
  const { saving, save, errorOf, refusal } = useOwn()
  useConfirmLeave(Object.values(draft).some(typed => typed !== ''))
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await save(draft))) return
    setDraft(empty)
    void renewAnswers(queries, listOwnSessions)
    onSaved?.()
  }
  const field = (name: keyof PasswordDraft, label: string, autoComplete: string) => (
    <PasswordField
      label={label}
      name={name}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      value={draft[name]}
      onChange={e => setDraft({ ...draft, [name]: e.currentTarget.value })}
      error={errorOf(name)}
    />
  )
  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <p className={styles.rules}>
        Ao menos 12 caracteres, diferentes da senha atual e do seu nome ou e-mail. Uma frase que só você conhece é mais
        forte do que símbolos. Seus outros aparelhos saem do sistema.
      </p>
      {field('current_password', 'Senha atual', 'current-password')}
      {field('password', 'Nova senha', 'new-password')}
      {field('password_confirmation', 'Repita a nova senha', 'new-password')}
      <Group gap={12}>
        <BusyButton type="submit" busy={saving} doing="Salvando…">
          Trocar a senha
        </BusyButton>
      </Group>
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
    </form>
  )
}
