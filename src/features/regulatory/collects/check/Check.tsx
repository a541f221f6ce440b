import { Button, Checkbox, Group } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import {
  acknowledgeFindings,
  type AcknowledgedFinding,
  type CheckedColeta,
} from '#features/regulatory/collects/check/api.ts'
import { severities } from '#features/regulatory/collects/check/findings.ts'
import { unanswered, useCheck } from '#features/regulatory/collects/check/useCheck.web.ts'
import { gateActs, type GateKind } from '#features/regulatory/collects/gate/gate.ts'
import { GatePoints } from '#features/regulatory/collects/gate/GatePoints.tsx'
import { label, previous, type Period } from '#parts/period/period.ts'
import { SayForm } from '#parts/sending/SayForm.tsx'
import { reasonOf } from '#web/api-error.ts'
import { useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { marks } from '#web/table/marks.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/regulatory/collects/coleta/tab.module.css'

interface Props {
  readonly uuid: string
  readonly version: string | null
  readonly period: Period
  /** May the reader answer for warnings now? */
  readonly open: boolean
  readonly dirty: boolean
  /** Takes the reader to what a finding is about. */
  readonly onPick: (field: string) => void
  /** Writes of a finding, to come back to it; none where the reader may not. */
  readonly onNote?: ((finding: AcknowledgedFinding) => void) | undefined
  /** What else is done here, beside asking again. */
  readonly beside?: ReactNode
}

const otherKinds: readonly GateKind[] = ['conferencia', 'comparacao', 'acompanhar']
const tones = { impede: 'erro', atencao: 'atencao', dica: 'info' } as const

/** Lists what blocks filing, warnings and hints; a warning passes only with a reason. */
export function Check({ uuid, version, period, open, dirty, onPick, onNote, beside }: Props) {
  const user = useUser()
  const { data: checked, error, isPending, isFetching, refetch } = useCheck(uuid, version)
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const data = checked?.data
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={5} height={28} />
  const answers = open && can(user, acknowledgeFindings.id)
  const waiting = unanswered(data).filter(({ severity }) => severity === 'atencao')
  const marked = waiting.filter(({ key }) => chosen.has(key))
  const mark = (keys: readonly string[], on: boolean) => choose(marks(chosen, keys, on))
  return (
    <div className={styles.check}>
      {dirty && (
        <p className="meta" role="status">
          O que você mudou e ainda não salvou não entra na conferência.
        </p>
      )}
      <Group gap="8px 12px">
        <BusyButton
          variant="default"
          size="compact-md"
          busy={isFetching}
          doing="Conferindo…"
          onClick={() => void refetch()}
        >
          Conferir de novo
        </BusyButton>
        {beside}
        {error && <span role="alert">{reasonOf(error)}</span>}
      </Group>
      <BeforeStep gate={checked?.gate ?? null} />
      {data.length === 0 && !checked?.gate?.points.length && (
        <EmptyState title="Nada a apontar" text="A coleta confere com as regras e com o mês anterior." />
      )}
      {answers && waiting.length > 1 && (
        <Checkbox
          label={`Marcar os ${waiting.length} avisos`}
          checked={marked.length === waiting.length}
          indeterminate={marked.length > 0 && marked.length < waiting.length}
          onChange={e =>
            mark(
              waiting.map(({ key }) => key),
              e.currentTarget.checked,
            )
          }
        />
      )}
      {data.length > 0 && (
        <List boxed wrap aria-busy={isFetching}>
          {data.map(finding => (
            <li key={finding.key}>
              <One finding={finding} before={label(previous(period))} onPick={onPick} onNote={onNote}>
                {answers && finding.severity === 'atencao' && !finding.acknowledged && (
                  <Checkbox
                    aria-label={`Marcar: ${finding.message}`}
                    checked={chosen.has(finding.key)}
                    onChange={e => mark([finding.key], e.currentTarget.checked)}
                  />
                )}
              </One>
            </li>
          ))}
        </List>
      )}
      {answers && marked.length > 0 && (
        <Answer
          key={version}
          uuid={uuid}
          version={version}
          keys={marked.map(({ key }) => key)}
          onDone={() => choose(new Set())}
        />
      )}
    </div>
  )
}

/** What the gate says besides findings, which have a list of their own below, and what is followed up, which is above. */
function BeforeStep({ gate }: Pick<CheckedColeta, 'gate'>) {
  const points = (gate?.points ?? []).filter(({ kind }) => !otherKinds.includes(kind))
  if (!gate || points.length === 0) return null
  return (
    <section aria-label={`Antes de ${gateActs[gate.act].label.toLowerCase()}`}>
      <GatePoints points={points} />
    </section>
  )
}

function One({
  finding,
  before,
  onPick,
  onNote,
  children,
}: Pick<Props, 'onPick' | 'onNote'> & {
  readonly finding: AcknowledgedFinding
  /** 'ago/2026'. */
  readonly before: string
  readonly children: ReactNode
}) {
  const { severity, field, message, fix, acknowledged, last_month: last } = finding
  return (
    <>
      <span className={styles.mark}>{children}</span>
      {acknowledged ? (
        <StatusChip tone="ok">Reconhecido</StatusChip>
      ) : (
        <StatusChip tone={tones[severity]}>{severities[severity]}</StatusChip>
      )}
      <div>
        <p>{message}</p>
        {fix && <p className="meta">{fix}</p>}
        {last && <p className="meta">{`Em ${before}, ${last.name}: “${last.reason}”`}</p>}
        {acknowledged && (
          <p className="meta">
            {acknowledged.name}, <time dateTime={acknowledged.at}>{fullTime(acknowledged.at)}</time>: “
            {acknowledged.reason}”
          </p>
        )}
      </div>
      {field && (
        <Button variant="subtle" size="compact-sm" onClick={() => onPick(field)} aria-label={`Ver: ${message}`}>
          Ver
        </Button>
      )}
      {onNote && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onNote(finding)}
          aria-label={`Marcar para acompanhar: ${message}`}
        >
          Acompanhar
        </Button>
      )}
    </>
  )
}

interface AnswerProps {
  readonly uuid: string
  readonly version: string | null
  readonly keys: readonly string[]
  readonly onDone: () => void
}
/** Takes the reason a warning is right. The coleta stores it with its author's name. */
function Answer({ uuid, version, keys, onDone }: AnswerProps) {
  const { send, sending } = useCall(acknowledgeFindings)
  const [refusal, refuse] = useState<string | null>(null)
  async function acknowledge(reason: string) {
    refuse(null)
    try {
      const { message } = await send({ id: uuid, body: { findings: [...keys], reason } }, { version, quiet: true })
      toast(message)
      onDone()
    } catch (error) {
      refuse(reasonOf(error))
    }
  }
  return (
    <SayForm
      label="Por que está certo assim?"
      most={1_000}
      busy={sending}
      refusal={refusal}
      act={keys.length === 1 ? 'Reconhecer o aviso' : `Reconhecer ${keys.length} avisos`}
      main
      onSay={reason => void acknowledge(reason)}
    />
  )
}
