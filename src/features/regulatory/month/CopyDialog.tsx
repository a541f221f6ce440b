import { Link } from '@tanstack/react-router'
import { copyPrevious } from '#features/regulatory/month/api.ts'
import { MonthDialog } from '#features/regulatory/month/MonthDialog.tsx'
import { RefusedList } from '#features/regulatory/month/RefusedList.tsx'
import { accessText, plural } from '#features/regulatory/collects/coleta/said.ts'
import { count } from '#kernel/text.ts'
import { label, previous, type Period } from '#parts/period/period.ts'
import { useAnswer } from '#web/call.ts'

interface Props {
  readonly uuids: readonly string[]
  readonly period: Period
  readonly onClose: () => void
  readonly onCopy: () => void
}

/** Into which of the chosen the month before is copied, and what of it, before it is. */
export function CopyDialog({ uuids, period, onClose, onCopy }: Props) {
  const { data, error, isPending, refetch } = useAnswer(
    copyPrevious,
    { body: { uuids: [...uuids], dry: true } },
    { gcTime: 0, timeout: 120_000 },
  )
  const { done = [], refused = [] } = data?.data ?? {}
  const from = label(previous(period))
  return (
    <MonthDialog
      title={`Copiar ${from} em ${plural(uuids.length, 'coleta', 'coletas')} de ${label(period)}?`}
      error={error}
      waiting={isPending}
      onRetry={() => void refetch()}
      onClose={onClose}
      act={done.length ? `Copiar em ${count(done.length, { one: 'coleta', many: 'coletas', gender: 'f' })}` : 'Copiar'}
      able={done.length > 0}
      onAct={onCopy}
    >
      {done.length === 0 ? (
        <p>Nenhuma será copiada: veja abaixo por quê.</p>
      ) : (
        <>
          <p>
            {plural(done.length, 'coleta recebe', 'coletas recebem')} os acessos e o financeiro de {from}. Nada do que
            já foi digitado ou recebido é trocado, e a cópia ainda espera por quem a confira.
          </p>
          <ul className="points">
            {done.map(({ uuid, name, accesses, zeroed }) => (
              <li key={uuid}>
                <Link to={`/collects/${uuid}`}>{name}</Link>: {zeroed ? 'zerada' : count(accesses, accessText)}
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <>
          <p>{plural(refused.length, 'fica como está', 'ficam como estão')}:</p>
          <RefusedList refused={refused} />
        </>
      )}
    </MonthDialog>
  )
}
