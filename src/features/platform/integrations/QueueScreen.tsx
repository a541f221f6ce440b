import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { retryItems, summarizeQueue } from '#features/platform/integrations/api.ts'
import styles from '#features/platform/integrations/integrations.module.css'
import { ItemState } from '#features/platform/integrations/ItemState.tsx'
import { integrationQueues } from '#parts/integration/queues.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { usePage, useSearch, type ListedRow } from '#web/table/useList.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Situations } from '#web/ui/Situations.tsx'
import { toast } from '#web/ui/toast.tsx'

const cells = {
  state: ({ state, kind, next_attempt_at: next }: ListedRow) => (
    <>
      <ItemState state={state} kind={kind} />
      {state === 'pendente' && typeof next === 'string' && (
        <>
          {' '}
          <small>tenta em {showInstant(next)}</small>
        </>
      )}
    </>
  ),
}
const byState = 'filter[state][in]'
const states = { failed: 'falhou', waiting: 'pendente,processando', sent: 'enviado' } as const
const isWaiting = ({ state }: ListedRow) => state === 'pendente' || state === 'processando'
const isStopped = ({ state, kind }: ListedRow) => kind !== 'consulta' && (state === 'falhou' || state === 'cancelado')

/** What goes out to other houses: what failed and why, what waits, what arrived. */
export default function QueueScreen() {
  const user = useUser()
  const { search, change } = useSearch(integrationQueues)
  const { data: page } = usePage(integrationQueues, search)
  const counted = useAnswer(summarizeQueue, {}, { enabled: can(user, summarizeQueue.id) })
  const summary = counted.data?.data
  useFollowed(integrationQueues.path, page?.data.some(isWaiting) ?? false)
  return (
    <ListScreen
      resource={integrationQueues}
      cells={cells}
      empty="O que vai para outros sistemas, e o que se consulta neles, aparece aqui quando acontece."
      bulk={(rows, clear) => can(user, retryItems.id) && <SendAgain rows={rows} onDone={clear} />}
      head={
        summary && (
          <Bar className={styles.head}>
            <Situations
              only={search[byState] ?? ''}
              onPick={state => change({ [byState]: search[byState] === state ? null : state })}
              all={[
                { key: states.failed, label: summary.failed === 1 ? 'falhou' : 'falharam', count: summary.failed },
                { key: states.waiting, label: 'na fila', count: summary.waiting },
                { key: states.sent, label: summary.sent === 1 ? 'foi' : 'foram', count: summary.sent },
              ]}
            />
          </Bar>
        )
      }
    />
  )
}

function SendAgain({ rows, onDone }: { readonly rows: readonly ListedRow[]; readonly onDone: () => void }) {
  const renew = useRenewal(retryItems)
  const [busy, setBusy] = useState(false)
  const stopped = rows.filter(isStopped)
  const left = rows.length - stopped.length
  async function send() {
    const sure = await confirm({
      title: `Tentar de novo ${count(stopped.length, integrationQueues.text)}?`,
      text: left
        ? `${left === 1 ? 'Um marcado fica como está' : `${left} marcados ficam como estão`}: só o que falhou ou foi cancelado volta à fila, e consultas não se repetem.`
        : 'Todos voltam à fila, ou nenhum.',
      act: 'Tentar de novo',
    })
    if (!sure) return
    setBusy(true)
    try {
      const ids = stopped.map(({ uuid }) => uuid)
      const { message } = await sendCall(retryItems, { body: { ids } })
      toast(message)
      onDone()
    } catch {
      // The error is shown at the top of the page.
    } finally {
      setBusy(false)
      await renew()
    }
  }
  return (
    <BusyButton
      variant="default"
      size="compact-sm"
      busy={busy}
      doing="Enviando…"
      disabled={!stopped.length}
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      onClick={() => void send()}
    >
      Tentar de novo
    </BusyButton>
  )
}
