import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { date, longtext, ref, text } from '#kernel/field.ts'
import type { MadeToken, TokenDraft } from '#features/people/tokens/api.ts'
import { ScopePicker } from '#features/people/tokens/ScopePicker.tsx'
import { ShownToken } from '#features/people/tokens/ShownToken.tsx'
import { tokenLimits } from '#features/people/tokens/tokens.ts'
import styles from '#features/people/tokens/tokens.module.css'
import { fieldErrorsOf, reasonOf } from '#web/api-error.ts'
import { Input } from '#web/kinds/Input.tsx'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useConfirmLeave } from '#web/ui/leave.ts'

const fields = {
  owner: ref('users', 'Quem responde por ele', {
    required: true,
    hint: 'O sistema nunca pode mais do que esta pessoa, e para quando ela sai',
  }),
  name: text('Nome', { required: true, max: tokenLimits.name, hint: 'Qual programa o usa, e para quê' }),
  starts_on: date('Vale a partir de', { hint: 'Vazio: já' }),
  ends_on: date('Vale até', { required: true, hint: `No máximo ${tokenLimits.days} dias` }),
  empresa: ref('empresas', 'Só uma empresa', { hint: 'Vazio: todas as que você vê' }),
  client: ref('clients', 'Só um cliente', {
    hint: 'Vazio: todos. Com um, o programa só lê, e vê o que as pessoas dele veriam',
  }),
  addresses: longtext('Só destes endereços', {
    hint: 'Um por linha: 203.0.113.7 ou 203.0.113.0/24. Vazio: de qualquer um',
  }),
}

interface Props {
  readonly title: string
  readonly back: { readonly label: string; readonly to: string }
  readonly asksOwner?: boolean
  readonly onSend: (draft: TokenDraft, owner: number) => Promise<MadeToken>
}
type TokenValues = Readonly<Record<string, unknown>>
const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)
const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a new token is for, what it may do, and when and from where. Once made it is shown, and not again. */
export function TokenForm({ title, back, asksOwner = false, onSend }: Props) {
  const user = useUser()
  const go = useNavigate()
  const [values, setValues] = useState<TokenValues>(() => ({ ends_on: dayAfter(dayIn(new Date()).day, 90) }))
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [failed, fail] = useState<unknown>(null)
  const [made, show] = useState<MadeToken | null>(null)
  useConfirmLeave(!made && (scopes.length > 0 || textIn(values.name) !== ''))
  const errors = fieldErrorsOf(failed)
  const input = (name: string) => ({
    name,
    value: values[name] ?? null,
    onChange: (value: unknown) => setValues(now => ({ ...now, [name]: value })),
    errorOf: (key: string) => errors[key]?.join(' '),
  })
  async function send(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    fail(null)
    try {
      const draft = {
        name: textIn(values.name),
        scopes: [...scopes],
        starts_on: textIn(values.starts_on) || null,
        ends_on: textIn(values.ends_on),
        empresa_id: numberIn(values.empresa_id),
        client_id: numberIn(values.client_id),
        addresses: textIn(values.addresses)
          .split(/[\s,;]+/)
          .filter(Boolean),
      }
      show(await onSend(draft, numberIn(values.user_id) ?? 0))
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  const choosesCompany = isStaff(user) && user.empresa_id === null && can(user, 'empresas.index')
  const others = Object.entries(errors).filter(([key]) => key === 'scopes')
  return (
    <Page title={title} crumbs={[back]}>
      <form noValidate className={styles.form} onSubmit={event => void send(event)}>
        <section className={styles.facts}>
          <Input {...input('name')} field={fields.name} />
          {asksOwner && <Input {...input('user_id')} field={fields.owner} />}
          <Group grow align="start">
            <Input {...input('starts_on')} field={fields.starts_on} />
            <Input {...input('ends_on')} field={fields.ends_on} />
          </Group>
          {choosesCompany && <Input {...input('empresa_id')} field={fields.empresa} />}
          {can(user, 'clients.index') && <Input {...input('client_id')} field={fields.client} />}
          <Input {...input('addresses')} field={fields.addresses} />
        </section>
        <section aria-labelledby="permissoes">
          <h2 id="permissoes">O que ele pode fazer</h2>
          <p className="meta">Nunca mais do que você pode no momento em que é usado.</p>
          <ScopePicker scopes={scopes} onChange={setScopes} />
        </section>
        {failed !== null && (
          <p role="alert" className="wrong">
            {others.flatMap(([, messages]) => messages).join(' ') || reasonOf(failed)}
          </p>
        )}
        <Group gap="sm">
          <BusyButton type="submit" busy={busy} doing="Criando…">
            Criar token
          </BusyButton>
          <Button variant="default" onClick={() => void go({ to: back.to })}>
            Cancelar
          </Button>
        </Group>
      </form>
      {made && <ShownToken {...made} onClose={() => void go({ to: back.to, replace: true })} />}
    </Page>
  )
}
