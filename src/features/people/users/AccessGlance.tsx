import { useState } from 'react'
import { readUserAccess, type DeviceSeen } from '#features/people/users/api.ts'
import { DeviceIcon } from '#features/people/users/DeviceIcon.tsx'
import { deviceOf } from '#features/people/users/device.ts'
import { count } from '#kernel/text.ts'
import { useAnswer } from '#web/call.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import styles from '#features/people/users/person.module.css'

interface Props {
  readonly person: { readonly uuid: string; readonly active: boolean }
}
/** So many devices are named. */
const shownDevices = 3
const device = { one: 'outro aparelho', many: 'outros aparelhos', gender: 'm' } as const

/** When somebody signed in, whether they are here now, and on which devices. */
export default function AccessGlance({ person }: Props) {
  const [now] = useState(() => Date.now())
  const { data, error, isPending, refetch } = useAnswer(readUserAccess, { id: person.uuid }, { staleTime: 0 })
  const access = data?.data
  return (
    <Card title="Acesso">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!access ? (
        !error && <Skeletons waiting={isPending} lines={2} height={28} />
      ) : (
        <>
          <Presence access={access} active={person.active} now={now} />
          {access.devices && access.devices.length > 0 && (
            <List className={styles.devices}>
              {access.devices.slice(0, shownDevices).map(each => (
                <Device key={each.uuid} device={each} now={now} />
              ))}
              {access.devices.length > shownDevices && (
                <li className="meta">{`e ${count(access.devices.length - shownDevices, device)}`}</li>
              )}
            </List>
          )}
          {access.devices === null && (
            <p className="meta">Os aparelhos de quem pode mais do que você não são mostrados.</p>
          )}
        </>
      )}
    </Card>
  )
}

interface PresenceProps {
  readonly access: {
    readonly last_sign_in: string | null
    readonly last_used_at: string | null
    readonly has_password: boolean
    readonly devices: readonly DeviceSeen[] | null
  }
  readonly active: boolean
  readonly now: number
}
function Presence({ access: { last_sign_in, last_used_at, has_password, devices }, active, now }: PresenceProps) {
  if (!active) return <StatusChip tone="neutro">Acesso inativo</StatusChip>
  if (last_sign_in === null)
    return has_password ? (
      <p>Ainda não entrou.</p>
    ) : (
      <p>Ainda não entrou: falta escolher a senha pelo link do convite.</p>
    )
  return (
    <p>
      {devices?.some(({ using }) => using) && (
        <>
          <StatusChip tone="ok">Em uso agora</StatusChip>{' '}
        </>
      )}
      Entrou{' '}
      <time dateTime={last_sign_in} title={fullTime(last_sign_in)}>
        {ago(last_sign_in, now)}
      </time>
      {last_used_at === null ? '. Não está conectado.' : '.'}
    </p>
  )
}

function Device({
  device: { agent, ip, created_at, last_used_at },
  now,
}: {
  readonly device: DeviceSeen
  readonly now: number
}) {
  return (
    <li>
      <DeviceIcon agent={agent} />
      <div>
        <span title={agent}>{deviceOf(agent)}</span>
        <p className="meta">
          Usado{' '}
          <time dateTime={last_used_at} title={fullTime(last_used_at)}>
            {ago(last_used_at, now)}
          </time>
          , de {ip}. Entrou em {fullTime(created_at)}.
        </p>
      </div>
    </li>
  )
}
