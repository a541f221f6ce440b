import { useState } from 'react'
import {
  ColetasWithReason,
  choiceOf,
  chosenCount,
  copiesInWords,
} from '#features/regulatory/month/ColetasWithReason.tsx'
import { finishColetas } from '#features/regulatory/month/api.ts'
import { MonthDialog } from '#features/regulatory/month/MonthDialog.tsx'
import { RefusedList } from '#features/regulatory/month/RefusedList.tsx'
import type { GateChoice, GatedColetas } from '#features/regulatory/month/useMonth.web.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { count } from '#kernel/text.ts'
import { label, type Period } from '#parts/period/period.ts'
import { useAnswer } from '#web/call.ts'

interface Props {
  readonly uuids: readonly string[]
  readonly period: Period
  readonly onClose: () => void
  readonly onFinish: (choice: GateChoice) => void
}
const nothing: GatedColetas = { done: [], asks: [], refused: [] }

/** What finishing the chosen will do, as the server sees it, before it is done. */
export function FinishDialog({ uuids, period, onClose, onFinish }: Props) {
  const [reason, setReason] = useState('')
  const { data, error, isPending, refetch } = useAnswer(
    finishColetas,
    { body: { uuids: [...uuids], dry: true } },
    { gcTime: 0, timeout: 120_000 },
  )
  const seen = data?.data ?? nothing
  const { done, asks, refused } = seen
  const all = chosenCount(seen, reason)
  return (
    <MonthDialog
      title={`Finalizar ${plural(uuids.length, 'coleta', 'coletas')} de ${label(period)}?`}
      error={error}
      waiting={isPending}
      onRetry={() => void refetch()}
      onClose={onClose}
      act={all === 0 ? 'Finalizar' : `Finalizar ${count(all, { one: 'coleta', many: 'coletas', gender: 'f' })}`}
      able={all > 0}
      onAct={() => onFinish(choiceOf(uuids, seen, reason))}
    >
      {done.length + asks.length === 0 && <p>Nenhuma será finalizada: veja abaixo por quê.</p>}
      {done.length > 0 && (
        <p>
          {plural(done.length, 'passa na conferência e será finalizada', 'passam na conferência e serão finalizadas')}
          {copiesInWords(done)}.
        </p>
      )}
      <ColetasWithReason asks={asks} reason={reason} onReason={setReason} act="finalizar" />
      {refused.length > 0 && (
        <>
          <p>{plural(refused.length, 'não passa e fica como está', 'não passam e ficam como estão')}:</p>
          <RefusedList refused={refused} tab="conferencia" />
        </>
      )}
    </MonthDialog>
  )
}
