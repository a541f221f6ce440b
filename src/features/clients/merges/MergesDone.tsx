import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { join } from '#kernel/text.ts'
import { listClientMerges, undoClientMerge, type UndoableMerge } from '#features/clients/merges/api.ts'
import { reasonOf } from '#web/api-error.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/clients/merges/merge.module.css'

/** The merges by which a client took in others, each with what undoing it would do. */
export function MergesDone({ uuid }: { readonly uuid: string }) {
  const user = useUser()
  const { data } = useAnswer(listClientMerges, { id: uuid }, { enabled: can(user, listClientMerges.id), staleTime: 0 })
  return data?.data.map(each => <DoneMerge key={each.uuid} merge={each} />)
}

function DoneMerge({ merge }: { readonly merge: UndoableMerge }) {
  const user = useUser()
  const queries = useQueryClient()
  const go = useNavigate()
  const { send, sending } = useCall(undoClientMerge)
  const [refusal, refuse] = useState<string | null>(null)
  const { from, into, at, author, until, refusals } = merge
  const outcomes = [
    ['Volta', merge.back],
    ['Volta junto, porque foi criado depois e depende do que volta', merge.along],
    ['Não volta, porque foi apagado ou é de outro cliente agora', merge.lost],
    ['Fica, porque foi criado depois', merge.stay],
    ['Campos que voltam ao que eram', merge.restored],
    ['Campos que mudaram desde então, e ficam', merge.changed],
  ] as const
  async function undo() {
    const title = `Desfazer a unificação com ${from.name}?`
    if (!(await confirm({ title, text: 'O que veio de lá volta a ser de lá.', act: 'Desfazer' }))) return
    refuse(null)
    try {
      const { message, data } = await send({ id: into.uuid, body: { merge: merge.uuid } }, { quiet: true })
      toast(message, { time: 12_000 })
      await queries.invalidateQueries({ refetchType: 'none' })
      await go({ to: `/clients/${data.from}` })
    } catch (error) {
      refuse(reasonOf(error))
    }
  }
  return (
    <Card title={`Recebeu ${from.name}`} className={styles.card}>
      <p className="meta">
        {author ?? 'Sistema'}, <time dateTime={at}>{fullTime(at)}</time>.{' '}
        {until === null ? 'O prazo para desfazer passou.' : `Pode ser desfeita até ${fullTime(until)}.`}
      </p>
      <ul>
        {outcomes
          .filter(([, what]) => what.length > 0)
          .map(([label, what]) => (
            <li key={label}>{`${label}: ${join(what)}.`}</li>
          ))}
      </ul>
      {[...refusals, ...(refusal === null ? [] : [refusal])].map(each => (
        <Band key={each} tone="erro" role="alert">
          {each}
        </Band>
      ))}
      <div className={styles.acts}>
        <Link to={`/clients/${from.uuid}`}>Endereço antigo</Link>
        {until !== null && can(user, undoClientMerge.id) && (
          <BusyButton
            variant="default"
            busy={sending}
            doing="Desfazendo…"
            disabled={refusals.length > 0}
            onClick={() => void undo()}
          >
            Desfazer a unificação
          </BusyButton>
        )}
      </div>
    </Card>
  )
}
