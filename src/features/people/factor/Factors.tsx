import { Button } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { removeFactor, type OwnFactor, type OwnSecurity } from '#features/people/factor/api.ts'
import { factorKinds } from '#features/people/factor/factors.ts'
import { PasskeyDialog } from '#features/people/factor/PasskeyDialog.tsx'
import { RenameDialog } from '#features/people/factor/RenameDialog.tsx'
import { TotpDialog } from '#features/people/factor/TotpDialog.tsx'
import styles from '#features/people/factor/factor.module.css'
import { sendCall } from '#web/call.ts'
import { hasPasskeys } from '#web/session/second.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { List } from '#web/ui/List.tsx'
import { announce } from '#web/ui/live.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly security: OwnSecurity
  /** With recovery codes to show, where there are new ones. */
  readonly onChanged: (codes?: readonly string[]) => Promise<void>
}

/** The second factors of the user: registered, renamed and removed here. */
export function Factors({ security, onChanged }: Props) {
  const { factors, offers } = security
  const [open, setOpen] = useState<'totp' | 'passkey' | OwnFactor | null>(null)
  const close = () => setOpen(null)
  async function done(codes: readonly string[] = []) {
    close()
    await onChanged(codes)
  }
  async function remove({ uuid, name }: OwnFactor) {
    const isLast = factors.length === 1
    const text = isLast
      ? 'É o último: a sua conta fica protegida só pela senha, e os códigos de recuperação deixam de valer.'
      : 'Ele deixa de valer para entrar.'
    if (!(await confirm({ title: `Remover ${name}?`, text, act: 'Remover', danger: true }))) return
    const { message } = await sendCall(removeFactor, { id: uuid })
    toast(message)
    announce(message)
    await onChanged()
  }
  return (
    <section>
      <h2>Segundo fator</h2>
      <p>
        {factors.length
          ? 'Depois da senha, o sistema pede um destes. Tenha mais de um: se perder um aparelho, entra com o outro.'
          : 'Com um segundo fator, quem descobrir a sua senha ainda não entra. Pode ser um aplicativo de códigos no celular, ou uma chave de acesso, que entra até sem senha.'}
      </p>
      {factors.length > 0 && (
        <List boxed className={styles.rows}>
          {factors.map(factor => (
            <FactorLine
              key={factor.uuid}
              factor={factor}
              onRename={() => setOpen(factor)}
              onRemove={() => void remove(factor).catch(() => undefined)}
            />
          ))}
        </List>
      )}
      <div className={styles.acts}>
        {offers.totp === null && (
          <Button variant={factors.length ? 'default' : 'filled'} onClick={() => setOpen('totp')}>
            Cadastrar aplicativo de códigos
          </Button>
        )}
        {offers.passkey === null && hasPasskeys() && (
          <Button variant="default" onClick={() => setOpen('passkey')}>
            Cadastrar chave de acesso
          </Button>
        )}
      </div>
      {[offers.totp, offers.passkey].map(
        why =>
          why && (
            <p key={why} className="meta">
              {why}
            </p>
          ),
      )}
      {open === 'totp' && <TotpDialog onClose={close} onDone={done} />}
      {open === 'passkey' && <PasskeyDialog onClose={close} onDone={done} />}
      {open !== null && typeof open === 'object' && <RenameDialog factor={open} onClose={close} onDone={done} />}
    </section>
  )
}

interface FactorLineProps {
  readonly factor: OwnFactor
  readonly onRename: () => void
  readonly onRemove: () => void
}

function FactorLine({ factor, onRename, onRemove }: FactorLineProps) {
  const { kind, name, created_at, last_used_at, opens } = factor
  const Icon = kind === 'passkey' ? IconFingerprint : IconDeviceMobile
  return (
    <li>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        <strong>{name}</strong> {!opens && <StatusChip tone="erro">Não abre</StatusChip>}
        <p className="meta">
          {factorKinds[kind]}, desde {fullTime(created_at)}.{' '}
          {last_used_at === null ? 'Ainda não usado.' : `Último uso em ${fullTime(last_used_at)}.`}
          {!opens && ' A chave da instalação mudou: remova-o e cadastre outro.'}
        </p>
      </div>
      <Button variant="subtle" aria-label={`Mudar o nome de ${name}`} onClick={onRename}>
        Renomear
      </Button>
      <Button variant="default" aria-label={`Remover ${name}`} onClick={onRemove}>
        Remover
      </Button>
    </li>
  )
}
