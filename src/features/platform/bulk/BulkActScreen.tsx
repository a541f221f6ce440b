import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callsOf } from '#kernel/call.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { showInteger } from '#kernel/show.ts'
import { allOf, capital } from '#kernel/text.ts'
import { features } from '#features/index.ts'
import {
  readBulkAct,
  stopBulkAct,
  undoBulkAct,
  type BulkActAnswer,
  type RefusedRow,
} from '#features/platform/bulk/api.ts'
import { bulkActs, outcomeInWords } from '#features/platform/bulk/acts.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { Progress } from '#parts/progress/Progress.tsx'
import styles from '#parts/progress/progress.module.css'
import { ApiError } from '#web/api-error.ts'
import { renewAfter, useAnswer, useCall } from '#web/call.ts'
import { Table } from '#web/table/Table.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { announce } from '#web/ui/live.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Milliseconds between looks at an act that goes on. */
const look = 1_500

const sectionAt = (path: string): AnyResource | undefined => features.find(each => each.path === path)

/** How far an act on all rows that match is, what came of it, and the way back. */
export function BulkActScreen() {
  const { uuid: id = '' } = useParams({ strict: false })
  const [isFollowed, follow] = useState(true)
  const { data, error, isPending, refetch } = useAnswer(readBulkAct, { id }, { refetchInterval: isFollowed && look })
  const act = data?.data
  const going = act ? isGoing(act) : error === null
  if (going !== isFollowed) follow(going)
  if (!act)
    return (
      <Page title="Ato em lote">
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState title="Ato não encontrado" text="Ele pode ter sido esquecido, ou não ser seu para ver." />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeletons waiting={isPending} lines={4} />
        )}
      </Page>
    )
  return <Shown key={id} act={act} />
}

function Shown({ act }: { readonly act: BulkActAnswer }) {
  const queries = useQueryClient()
  const section = sectionAt(act.resource)
  const going = isGoing(act)
  useEffect(() => {
    if (!going && section) void renewAfter(queries, callsOf(section).list)
  }, [queries, going, section])
  // Of an act that was stopped, or that failed on the way.
  const left = (act.rows_total ?? 0) - (act.rows_done ?? 0)
  const outcome = section && outcomeInWords(section, act.act, act)
  return (
    <Page
      title={act.name}
      crumbs={section ? [{ label: allOf(section.text), to: `/${section.path}` }] : []}
      actions={going ? <StopButton act={act} /> : act.may_undo && <UndoButton act={act} />}
    >
      <Card className={styles.card} aria-label="Andamento">
        <Progress of={act} wide />
        {act.values.length > 0 && (
          <ul className="points">
            {act.values.map(({ label, value }) => (
              <li key={label}>
                {label}: {value ?? 'sem valor'}
              </li>
            ))}
          </ul>
        )}
        {!going && outcome && <p>{`${outcome}.`}</p>}
        {!going && left > 0 && (
          <p>
            {left === 1 ? 'Falta um, que ficou como estava.' : `Faltam ${showInteger(left)}, que ficaram como estavam.`}
          </p>
        )}
        {going && <p className="meta">Pode sair desta página: o trabalho continua, e um aviso diz quando termina.</p>}
        {act.error !== null && (
          <p className="wrong" role="alert">
            {act.error}
          </p>
        )}
        {act.undone_by !== null && (
          <p>
            Este ato foi desfeito. <Link to={`/${bulkActs.path}/${act.undone_by}`}>Ver o que voltou</Link>
          </p>
        )}
      </Card>
      {act.rows.length > 0 && <RefusedRows act={act} section={section} />}
    </Page>
  )
}

function UndoButton({ act }: { readonly act: BulkActAnswer }) {
  const { send, sending } = useCall(undoBulkAct)
  const go = useNavigate()
  async function undo() {
    const { message, data } = await send({ id: act.uuid })
    if (!isGoing(data)) toast(message)
    announce(message)
    void go({ to: `/${bulkActs.path}/${data.uuid}` })
  }
  return (
    <BusyButton variant="default" busy={sending} doing="Desfazendo…" onClick={() => void undo().catch(() => undefined)}>
      Desfazer
    </BusyButton>
  )
}

function StopButton({ act }: { readonly act: BulkActAnswer }) {
  const { send, sending } = useCall(stopBulkAct)
  const stop = async () => announce((await send({ id: act.uuid })).message)
  return (
    <BusyButton variant="default" busy={sending} doing="Parando…" onClick={() => void stop().catch(() => undefined)}>
      Parar
    </BusyButton>
  )
}

interface RefusedProps {
  readonly act: BulkActAnswer
  readonly section: AnyResource | undefined
}
const RefusedRows = ({ act: { rows, refused }, section }: RefusedProps) => (
  <>
    <h2>Recusados e por quê</h2>
    <Table<RefusedRow>
      label="Recusados e por quê"
      rows={rows}
      keyOf={({ uuid }, at) => uuid ?? at}
      step={100}
      cards
      columns={[
        {
          key: 'name',
          title: section ? capital(section.text.one) : 'Registro',
          names: true,
          cell: ({ uuid, name }) =>
            uuid && section ? (
              <Link to={`/${section.path}/${uuid}`}>{name ?? 'Abrir'}</Link>
            ) : (
              (name ?? 'Não está mais à vista')
            ),
        },
        { key: 'why', title: 'Por quê', label: 'Por quê', phone: 'line', cell: ({ why }) => why },
      ]}
    />
    {refused > rows.length && (
      <p className="meta">{`E mais ${showInteger(refused - rows.length)}: resolva estes e faça o ato de novo.`}</p>
    )}
  </>
)
