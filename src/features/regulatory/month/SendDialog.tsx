import { useState } from 'react'
import {
  ColetasWithReason,
  choiceOf,
  chosenCount,
  copiesInWords,
} from '#features/regulatory/month/ColetasWithReason.tsx'
import { recordSent } from '#features/regulatory/month/api.ts'
import { MonthDialog } from '#features/regulatory/month/MonthDialog.tsx'
import { RefusedList } from '#features/regulatory/month/RefusedList.tsx'
import type { GateChoice, GatedColetas } from '#features/regulatory/month/useMonth.web.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { count } from '#kernel/text.ts'
import { label, type Period } from '#parts/period/period.ts'
import { anatelSite } from '#parts/sending/site.ts'
import { useAnswer } from '#web/call.ts'

interface Props {
  readonly uuids: readonly string[]
  readonly period: Period
  readonly onClose: () => void
  readonly onSend: (choice: GateChoice) => void
}
const nothing: GatedColetas = { done: [], asks: [], refused: [] }

/** Previews which of the chosen will be marked as sent. */
export function SendDialog({ uuids, period, onClose, onSend }: Props) {
  const [reason, setReason] = useState('')
  const { data, error, isPending, refetch } = useAnswer(
    recordSent,
    { body: { uuids: [...uuids], dry: true } },
    { gcTime: 0, timeout: 120_000 },
  )
  const seen = data?.data ?? nothing
  const { done, asks, refused } = seen
  const all = chosenCount(seen, reason)
  return (
    <MonthDialog
      title={`Os arquivos de ${label(period)} já foram enviados no site da Anatel?`}
      error={error}
      waiting={isPending}
      onRetry={() => void refetch()}
      onClose={onClose}
      act={
        all === 0
          ? 'Registrar envio'
          : `Registrar envio de ${count(all, { one: 'coleta', many: 'coletas', gender: 'f' })}`
      }
      able={all > 0}
      onAct={() => onSend(choiceOf(uuids, seen, reason))}
    >
      {done.length > 0 && (
        <p>
          {plural(done.length, 'coleta passa a Enviada', 'coletas passam a Enviada')}
          {copiesInWords(done)}, com {done.length === 1 ? 'o arquivo' : 'o arquivo de cada uma'} guardado como foi, a
          data e o seu nome. O envio é feito à mão em{' '}
          <a href={anatelSite} target="_blank" rel="noreferrer">
            Coletas, no site da Anatel
          </a>
          .
        </p>
      )}
      {done.length + asks.length === 0 && <p>Nenhuma pode ser registrada: veja abaixo por quê.</p>}
      <ColetasWithReason asks={asks} reason={reason} onReason={setReason} act="registrar" />
      {refused.length > 0 && (
        <>
          <p>{plural(refused.length, 'fica como está', 'ficam como estão')}:</p>
          <RefusedList refused={refused} />
        </>
      )}
    </MonthDialog>
  )
}
