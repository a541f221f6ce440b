import { Button } from '@mantine/core'
import { useState } from 'react'
import { leaveDevice, listOwnSessions, type LiveSession } from '#features/people/auth/api.ts'
import { DeviceIcon } from '#features/people/users/DeviceIcon.tsx'
import { deviceOf } from '#features/people/users/device.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { announce } from '#web/ui/live.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/people/users/profile.module.css'

/** Where one is signed in, and leaving from there. */
export function Sessions() {
  const [now] = useState(() => Date.now())
  const [ending, end] = useState('')
  const { data, error, isPending, refetch } = useAnswer(
    listOwnSessions,
    {},
    // The list of sessions must always be current.
    { staleTime: 0 },
  )
  async function leave({ uuid, agent }: LiveSession) {
    end(uuid)
    try {
      await sendCall(leaveDevice, { id: uuid })
      const said = `Acesso encerrado: ${deviceOf(agent)}`
      toast(said)
      announce(said)
    } finally {
      end('')
      await refetch()
    }
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={3} />
  const sorted = data.data.toSorted((one, other) => Number(other.current) - Number(one.current))
  return (
    <List className={styles.sessions}>
      {sorted.map(session => {
        const { uuid, agent, ip, created_at, last_used_at, current, bound, program, copy_refused_at, expires_at } =
          session
        const device = program ? `Programa ${program}` : deviceOf(agent)
        return (
          <li key={uuid}>
            <DeviceIcon agent={agent} />
            <div>
              <strong title={agent}>{device}</strong> {current && <StatusChip tone="ok">Este aparelho</StatusChip>}
              <p className="meta">
                Usado{' '}
                <time dateTime={last_used_at} title={fullTime(last_used_at)}>
                  {ago(last_used_at, now)}
                </time>
                , de {ip}. Entrou em {fullTime(created_at)}.
                {!bound && !program && ` Sem a chave do navegador: acaba em ${fullTime(expires_at)}.`}
              </p>
              {copy_refused_at && (
                <p className={styles.copied} role="note">
                  Em {fullTime(copy_refused_at)} alguém tentou usar uma cópia deste acesso, que foi recusada. Se não foi
                  você, encerre-o e troque a senha.
                </p>
              )}
            </div>
            {!current && (
              <Button
                variant="default"
                disabled={ending === uuid}
                aria-label={`Encerrar o acesso de ${device}`}
                onClick={() => void leave(session).catch(() => undefined)}
              >
                Encerrar
              </Button>
            )}
          </li>
        )
      })}
    </List>
  )
}
