import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { listClientPeople, startClientView } from '#features/clients/clients/api.ts'
import { seeAs } from '#features/clients/clients/seeing.web.ts'
import { reasonOf } from '#web/api-error.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { forgetDirty, mayLeave } from '#web/ui/leave.ts'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/clients/clients/see-as.module.css'

interface Props {
  readonly uuid: string
  readonly name: string
}

/** To look at the product through the eyes of one of the client's people. */
export function SeeAs({ uuid, name }: Props) {
  const user = useUser()
  const [asked, ask] = useState(false)
  if (!isStaff(user) || !can(user, startClientView.id) || !can(user, listClientPeople.id)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEye size={16} stroke={1.5} aria-hidden />}
        onClick={() => void mayLeave().then(ask)}
      >
        Ver como o cliente
      </Button>
      <Dialog opened={asked} onClose={() => ask(false)} size="lg" title={`Ver como ${name}`}>
        {asked && <People uuid={uuid} />}
      </Dialog>
    </>
  )
}

function People({ uuid }: Pick<Props, 'uuid'>) {
  const [going, go] = useState<string | null>(null)
  const [refused, refuse] = useState('')
  const { data, error, isPending, refetch } = useAnswer(listClientPeople, { id: uuid }, { staleTime: 0 })
  async function look(user: string | null) {
    go(user ?? '')
    refuse('')
    try {
      forgetDirty()
      await seeAs(uuid, user)
    } catch (thrown) {
      refuse(reasonOf(thrown))
      go(null)
    }
  }
  const people = data?.data.filter(({ enters }) => enters) ?? []
  return (
    <>
      <p>
        Por 30 minutos, nesta aba, o sistema aparece como esta pessoa o vê, e só para ler: nada é alterado, nem marcado
        como visto. Fica uma linha no histórico do cliente.
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={2} height={36} />
      {refused && (
        <Band tone="erro" role="alert">
          {refused}
        </Band>
      )}
      {data && (
        <List boxed className={styles.people}>
          {people.map(({ uuid: user, name, email }) => (
            <li key={user}>
              <div>
                <strong>{name}</strong>
                <div className="meta">{email}</div>
              </div>
              <BusyButton
                variant="default"
                aria-label={`Ver como ${name}`}
                busy={going === user}
                doing="Abrindo…"
                onClick={() => void look(user)}
              >
                Ver como
              </BusyButton>
            </li>
          ))}
          {people.length === 0 && (
            <li>
              <div>
                <strong>Ninguém entra por este cliente ainda</strong>
                <div className="meta">Você vê o que veria alguém com o perfil de cliente da casa.</div>
              </div>
              <BusyButton variant="default" busy={going === ''} doing="Abrindo…" onClick={() => void look(null)}>
                Ver como o cliente
              </BusyButton>
            </li>
          )}
        </List>
      )}
    </>
  )
}
