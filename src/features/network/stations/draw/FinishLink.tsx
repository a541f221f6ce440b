import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { actOf, callsOf } from '#kernel/call.ts'
import { isOpenTo } from '#kernel/resource.ts'
import { readLinkDrawing } from '#features/network/stations/draw/api.ts'
import { useFresh } from '#features/network/stations/draw/useFresh.web.ts'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
} from '#features/network/stations/stations.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { linesOf, nameFor, type FormLine } from '#parts/line/line.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { forgetDirty, mayLeave } from '#web/ui/leave.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/network/stations/draw/draw.module.css'

const finishLink = actOf(stationLinks, 'finalizar')
const finishProperty = actOf(stationLinkProperties, 'finalizar')
const { update: updateConnection } = callsOf(stationLinkPropertyConnections)

type UnfinishedLink = ReadRow['row']

/** The button that finishes a link, and the dialog in which what is missing for it is done. */
export function FinishLink({ row }: { readonly row: UnfinishedLink }) {
  const user = useUser()
  const [opened, open] = useState(false)
  if (!can(user, finishLink.id) || !row.active) return null
  const action = stationLinks.actions?.finalizar
  if (!action || !isOpenTo(stationLinks, action, row, user)) return null
  return (
    <>
      <Button variant="default" onClick={() => void mayLeave().then(may => may && open(true))}>
        Finalizar
      </Button>
      {opened && (
        <Dialog opened onClose={() => open(false)} title="Finalizar o enlace" size="lg">
          <FinishSteps row={row} onClose={() => open(false)} />
        </Dialog>
      )}
    </>
  )
}

interface StepsProps {
  readonly row: UnfinishedLink
  readonly onClose: () => void
}
function FinishSteps({ row, onClose }: StepsProps) {
  const user = useUser()
  const fresh = useFresh()
  const may = can(user, readLinkDrawing.id)
  const { data, error, isPending, refetch } = useAnswer(readLinkDrawing, { id: row.uuid }, { enabled: may })
  const act = useMutation({
    mutationFn: async (calls: readonly (() => Promise<{ readonly message: string }>)[]) => {
      let message = ''
      for (const call of calls) ({ message } = await call())
      return message
    },
    // What was done of several stays done: the dialog shows what is left.
    onSettled: () => fresh(),
  })
  const finish = () =>
    act.mutate([() => sendCall(finishLink, { id: row.uuid, body: undefined }, { quiet: true })], {
      onSuccess: message => {
        forgetDirty()
        toast(message)
        onClose()
      },
    })
  const properties = data ? propertiesIn(data.data) : []
  const isReady = !may || properties.some(({ isClosed }) => isClosed)
  return (
    <>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : may && !data ? (
        <Skeletons waiting={isPending} lines={4} height={28} />
      ) : properties.length ? (
        <ul className={styles.steps}>
          {properties.map(each => (
            <PropertyStep key={each.id} property={each} busy={act.isPending} onAct={calls => act.mutate(calls)} />
          ))}
        </ul>
      ) : (
        may && (
          <p>
            O enlace ainda não tem conexões.{' '}
            <Link to={`/${stationLinks.path}/${row.uuid}/desenho`}>Desenhar as conexões</Link>
          </p>
        )
      )}
      <p className="meta">
        {isReady
          ? 'Finalizado, sai do que está em aberto e não muda mais até que alguém use Reabrir.'
          : 'Para finalizar o enlace, finalize ao menos uma propriedade dele.'}
      </p>
      <DialogFoot refusals={[act.error && reasonOf(act.error)]} onClose={onClose}>
        <BusyButton busy={act.isPending} doing="Gravando…" disabled={!isReady} onClick={finish}>
          Finalizar enlace
        </BusyButton>
      </DialogFoot>
    </>
  )
}

interface LinkProperty {
  readonly id: number
  readonly name: string
  readonly isClosed: boolean
  readonly connections: readonly FormLine[]
}
type DrawnParts = Readonly<Record<'connections' | 'closed' | 'properties', unknown>>
/** The properties of a link as a drawing has them, each with its connections. */
function propertiesIn(data: DrawnParts): readonly LinkProperty[] {
  const lines = [...linesOf(data.connections), ...linesOf(data.closed)]
  return linesOf(data.properties).flatMap(({ id, slp_id, status_closed }) =>
    typeof id === 'number'
      ? [
          {
            id,
            name: typeof slp_id === 'string' && slp_id ? `Propriedade ${slp_id}` : 'Propriedade',
            isClosed: status_closed === true,
            connections: lines.filter(line => line.station_link_property_id === id),
          },
        ]
      : [],
  )
}

type StepCall = () => Promise<{ readonly message: string }>
interface PropertyStepProps {
  readonly property: LinkProperty
  readonly busy: boolean
  readonly onAct: (calls: readonly StepCall[]) => void
}
/** A property, and what it lacks to be finished: connections that do not exist yet, each with its button. */
function PropertyStep({ property: { id, name, isClosed, connections }, busy, onAct }: PropertyStepProps) {
  const user = useUser()
  const mayMark = can(user, updateConnection.id)
  const mayFinish = can(user, finishProperty.id)
  const missing = connections.filter(({ exists }) => exists !== true)
  const mark =
    (line: FormLine): StepCall =>
    () =>
      sendCall(updateConnection, { id: String(line.id), body: { exists: true } }, { quiet: true })
  const finish: StepCall = () => sendCall(finishProperty, { id, body: undefined }, { quiet: true })
  return (
    <li>
      <p className={styles.title}>
        <strong>{name}</strong>{' '}
        <StatusChip tone={isClosed ? 'ok' : 'info'}>{isClosed ? 'Finalizada' : 'Em aberto'}</StatusChip>
      </p>
      {!isClosed && !connections.length && <p className="meta">Ainda não tem conexões.</p>}
      {!isClosed && missing.length > 0 && (
        <>
          <ul className={styles.lonely}>
            {missing.map(line => (
              <li key={String(line.id)}>
                {`${nameFor(line.station_1, line.station_1_id)} → ${nameFor(line.station_2, line.station_2_id)} ainda não existe`}{' '}
                {mayMark && (
                  <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onAct([mark(line)])}>
                    Marcar como existente
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {mayMark && missing.length > 1 && (
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onAct(missing.map(mark))}>
              {`Marcar as ${missing.length} como existentes`}
            </Button>
          )}
          {!mayMark && <p className="meta">Seu perfil não altera conexões: peça a quem as altera.</p>}
        </>
      )}
      {!isClosed && connections.length > 0 && !missing.length && (
        <p>
          {mayFinish ? (
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onAct([finish])}>
              Finalizar propriedade
            </Button>
          ) : (
            <span className="meta">Seu perfil não finaliza propriedades: peça a quem as finaliza.</span>
          )}
        </p>
      )}
    </li>
  )
}
