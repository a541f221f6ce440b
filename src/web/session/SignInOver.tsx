import { Box, Button, Group, Modal, Text } from '@mantine/core'
import { Suspense, useState, type FormEvent } from 'react'
import type { User } from '#kernel/access.ts'
import { siteConfig } from '#web/config.ts'
import { queryClient } from '#web/query.ts'
import { loginAgain, passwordFields, refusalOf } from '#web/session.ts'
import { closeSession } from '#web/session/end.ts'
import { SecondStep, secondStepIn, type GrantFields, type SecondStepFacts } from '#web/session/second.tsx'
import { expiredMessage, taker, useSession } from '#web/session/store.ts'
import { useStore } from '#web/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { forgetDirty } from '#web/ui/leave.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { toast } from '#web/ui/toast.tsx'

const firstName = ({ name }: User) => name.trim().split(' ')[0] ?? name

/** The session ended over unsaved work: the same person signs in above it, and finds it as it was. */
export function SignInOver() {
  const { status, user } = useSession()
  const other = useStore(taker)
  return (
    <Modal
      opened={status === 'lapsed' && user !== null}
      onClose={() => undefined}
      title={other ? 'Outra pessoa entrou' : 'Sessão expirada'}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {user && <Again user={user} other={other} />}
    </Modal>
  )
}

function Again({ user, other }: { readonly user: User; readonly other: User | null }) {
  const [wrong, setWrong] = useState<string | null>(null)
  const [trying, setTrying] = useState(false)
  const [step, setStep] = useState<SecondStepFacts | null>(null)
  const { directory } = siteConfig()
  async function enterBy(fields: GrantFields) {
    await loginAgain(fields)
    // The requests that failed meanwhile are sent again.
    void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    toast('Você entrou de novo. O que digitou continua aqui: salve outra vez.', { type: 'info', time: 5_000 })
  }
  async function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (trying) return
    setTrying(true)
    setWrong(null)
    try {
      await enterBy(passwordFields(user.email, String(new FormData(event.currentTarget).get('password'))))
    } catch (error) {
      const next = secondStepIn(error)
      setStep(next)
      if (!next) setWrong(refusalOf(error, 'A senha não confere.'))
      setTrying(false)
    }
  }
  /** The unsaved forms stay in this browser, under the name of who filled them in. */
  function go() {
    if (!other) return closeSession()
    forgetDirty()
    location.reload()
  }
  if (step)
    return (
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
    )
  return (
    <form onSubmit={event => void enter(event)}>
      <Text>
        {other
          ? `${other.name} entrou neste navegador, em outra aba. O que ${firstName(user)} digitou aqui ainda não foi salvo.`
          : `${expiredMessage}. O que você digitou continua aqui.`}
      </Text>
      <Text mt="md" fw={500}>
        {user.name}
      </Text>
      <Text className="meta">{user.email}</Text>
      {/* Password managers read here whose password it is. */}
      <input type="hidden" name="email" autoComplete="username" value={user.email} />
      <Box mt="md">
        <PasswordField
          label="Senha"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          error={wrong}
        />
      </Box>
      <Group justify="space-between" mt="lg" gap="sm">
        <Button variant="subtle" color="gray" onClick={go}>
          {other ? `Continuar como ${firstName(other)}` : 'Não é você? Sair'}
        </Button>
        <BusyButton type="submit" busy={trying} doing="Entrando…">
          {other ? `Entrar como ${firstName(user)}` : 'Entrar'}
        </BusyButton>
      </Group>
      {directory && (
        <Text mt="md">
          <a href="/account/login" target="_blank" rel="noreferrer">{`Entrar com ${directory.name}, em outra aba`}</a>
        </Text>
      )}
      <Text className="meta" mt="md">
        Sem entrar, o rascunho do formulário fica guardado neste navegador para {firstName(user)}; senhas, anexos e
        mensagens por enviar, não.
      </Text>
    </form>
  )
}
