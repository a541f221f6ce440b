import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { showDate } from '#kernel/show.ts'
import { syncAllTasks, syncTasksOfClient, type SyncLine, type SyncOutlook } from '#features/regulatory/tasks/api.ts'
import { messageOf } from '#web/api-error.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/regulatory/tasks/tasks.module.css'

interface Props {
  /** Of one client, or of all where there is none. */
  readonly client?: { readonly uuid: string; readonly name: string }
  /** Of one template alone. */
  readonly template?: { readonly uuid: string; readonly nome: string }
  readonly onClose: () => void
}

const parts = [
  ['criar', 'A criar'],
  ['remarcar', 'A remarcar'],
  ['retirar', 'A retirar'],
  ['manter', 'Ficam, porque alguém já trabalhou nelas'],
] as const

/** What synchronising all clients would do, as far as anybody looked lately. */
export const useSyncLook = (enabled: boolean) =>
  // Cached apart from what the dialog shows, which is never an old look.
  useAnswer(syncAllTasks, { body: {} }, { enabled, staleTime: 600_000, rowVersion: 'notice' })

function useSync({ client, template }: Pick<Props, 'client' | 'template'>, onDone: () => void) {
  const renew = useRenewal(syncAllTasks)
  const of = template ? { tarefa: template.uuid } : {}
  const fresh = { gcTime: 0, staleTime: 0 } as const
  const ofClient = useAnswer(
    syncTasksOfClient,
    { client: client?.uuid ?? '', body: {} },
    { ...fresh, enabled: client !== undefined },
  )
  const ofAll = useAnswer(syncAllTasks, { body: of }, { ...fresh, enabled: client === undefined })
  const doing = useMutation({
    mutationFn: (plan: string) =>
      client
        ? sendCall(syncTasksOfClient, { client: client.uuid, body: { plan } }, { quiet: true })
        : sendCall(syncAllTasks, { body: { ...of, plan } }, { quiet: true }),
    onSuccess: async ({ message, data: { sync } }) => {
      toast(message)
      if (!sync) onDone()
      await renew()
    },
  })
  return { look: client ? ofClient : ofAll, doing }
}

/** What synchronising would do, and the button that does just that. */
export function SyncDialog({ client, template, onClose }: Props) {
  const { look, doing } = useSync({ ...(client && { client }), ...(template && { template }) }, onClose)
  const shown = look.data?.data
  const some = shown ? shown.added + shown.moved + shown.retired : 0
  const going = doing.data?.data.sync
  const whose = client ? `tarefas de ${client.name}` : template ? `“${template.nome}”` : 'tarefas de todos os clientes'
  return (
    <Dialog opened size="lg" onClose={onClose} title={`Sincronizar ${whose}`}>
      {look.error && !shown ? (
        <ErrorState error={look.error} onRetry={() => void look.refetch()} />
      ) : !shown ? (
        <Skeletons waiting={look.isPending} lines={6} height={28} />
      ) : going ? (
        <p>
          As tarefas estão sendo sincronizadas em segundo plano. <Link to={`/tarefa-syncs/${going}`}>Acompanhar</Link>
        </p>
      ) : (
        <Plan shown={shown} alone={client !== undefined} />
      )}
      {doing.error && (
        <p role="alert" className="wrong">
          {messageOf(doing.error)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => (doing.reset(), void look.refetch())}>
            Ver de novo
          </Button>
        </p>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {some && !going ? 'Cancelar' : 'Fechar'}
        </Button>
        {shown && some > 0 && !going && (
          <BusyButton busy={doing.isPending} doing="Sincronizando…" onClick={() => doing.mutate(shown.plan)}>
            {labelOf(shown)}
          </BusyButton>
        )}
      </Group>
    </Dialog>
  )
}

interface PlanProps {
  readonly shown: SyncOutlook
  /** All are of one client. */
  readonly alone: boolean
}
const Plan = ({ shown, alone }: PlanProps) => (
  <>
    <p>
      {shown.lines_total
        ? `${shown.kept} ficam como estão. Nada muda antes de você confirmar.`
        : `Nada a mudar: ${shown.kept} tarefas já estão como os modelos dizem.`}
    </p>
    <div className={styles.plan}>
      {parts.map(([what, title]) => (
        <PlanPart key={what} title={title} lines={shown.lines.filter(line => line.what === what)} alone={alone} />
      ))}
      {shown.lines_total > shown.lines.length && (
        <p className="meta">{`E mais ${shown.lines_total - shown.lines.length}, contadas no botão abaixo.`}</p>
      )}
    </div>
  </>
)

const labelOf = ({ added, moved, retired }: SyncOutlook) =>
  `Sincronizar (${[added && `${added} a criar`, moved && `${moved} a remarcar`, retired && `${retired} a retirar`]
    .filter(Boolean)
    .join(', ')})`

interface PlanPartProps {
  readonly title: string
  readonly lines: readonly SyncLine[]
  /** All are of one client. */
  readonly alone: boolean
}
const PlanPart = ({ title, lines, alone }: PlanPartProps) =>
  lines.length > 0 && (
    <details open={lines.length <= 12}>
      <summary>
        {title} <span className="meta">{lines.length}</span>
      </summary>
      <List>
        {lines.map(({ name, client, due_on, before }) => (
          <li key={`${client.uuid} ${name} ${due_on}`}>
            <div>
              {name}
              {!alone && <span className="meta"> {client.name}</span>}
            </div>
            <span className="meta">{before ? `${showDate(before)} → ${showDate(due_on)}` : showDate(due_on)}</span>
          </li>
        ))}
      </List>
    </details>
  )
