import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showBytes, showDate } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { settleReceipt, type ProposedTarget, type TrayItem } from '#features/regulatory/receipts/api.ts'
import { ChooseDialog } from '#features/regulatory/receipts/ChooseDialog.tsx'
import { ProposalButton } from '#features/regulatory/receipts/ProposalButton.tsx'
import { useReceiptActs } from '#features/regulatory/receipts/useReceiptActs.web.ts'
import { pageSize, useTray } from '#features/regulatory/receipts/useReceipts.web.ts'
import { download } from '#parts/file/download.web.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import { fullTime } from '#web/ui/time.ts'
import styles from '#features/regulatory/receipts/receipts.module.css'

/** Lists receipts that need a person's decision: the reason, the proposals, and the choice. */
export function Tray() {
  const user = useUser()
  const [page, turn] = useState(1)
  const { data, error, isPending, refetch } = useTray(page)
  const { busy, refusal, settle, setAside } = useReceiptActs()
  const [choosing, choose] = useState<TrayItem | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={4} height={56} />
  if (!data.total)
    return (
      <EmptyState
        title="A bandeja está vazia"
        text="O que deixar dúvida aparece aqui, com o motivo e o que pode ser."
      />
    )
  const settles = can(user, settleReceipt.id)
  return (
    <>
      {refusal && !choosing && (
        <Band tone="erro" role="alert">
          {refusal}
        </Band>
      )}
      <List boxed wrap className={styles.tray} aria-label="Bandeja">
        {data.data.map(item => (
          <li key={item.uuid}>
            <Summary item={item} />
            {settles && (
              <Offered
                item={item}
                busy={busy}
                onSettle={target => void settle(item, target)}
                onChoose={() => choose(item)}
                {...(can(user, 'receipts.deixar-de-lado') && { onSetAside: () => void setAside(item) })}
              />
            )}
          </li>
        ))}
      </List>
      {data.total > pageSize && <Pages page={page} size={pageSize} total={data.total} onPage={turn} />}
      {choosing && (
        <ChooseDialog
          item={choosing}
          busy={busy}
          refusal={refusal}
          onClose={() => choose(null)}
          onSettle={async (target, protocol) => {
            if (await settle(choosing, target, protocol)) choose(null)
          }}
        />
      )}
    </>
  )
}

const Summary = ({ item }: { readonly item: TrayItem }) => {
  const { uuid, name, why, size, created_at, user, protocol, day, rows, error } = item
  const read = [
    protocol && `protocolo ${protocol}`,
    day && `de ${showDate(day)}`,
    rows !== null && count(rows, { one: 'registro', many: 'registros', gender: 'm' }),
  ]
  return (
    <div>
      <p>
        <button
          type="button"
          className={styles.file}
          onClick={() => void download({ uuid, name }).catch(() => undefined)}
        >
          {name}
        </button>
      </p>
      <p>{why}</p>
      {error !== null && <blockquote className={styles.words}>{error}</blockquote>}
      <p className="meta">{[...read, showBytes(size), user, fullTime(created_at)].filter(Boolean).join(' · ')}</p>
    </div>
  )
}

interface OfferedProps {
  readonly item: TrayItem
  readonly busy: boolean
  readonly onSettle: (target: ProposedTarget) => void
  readonly onChoose: () => void
  readonly onSetAside?: () => void
}
const Offered = ({ item: { name, proposals, error }, busy, onSettle, onChoose, onSetAside }: OfferedProps) => (
  <div className={styles.offered}>
    {proposals.length > 0 && <p className="meta">{error === null ? 'Pode ser:' : 'Se for mesmo uma recusa:'}</p>}
    {proposals.map(each => (
      <ProposalButton key={each.label} file={name} of={each} busy={busy} onPick={() => onSettle(each)} />
    ))}
    <div className={styles.acts}>
      <Button
        variant="default"
        size="compact-sm"
        disabled={busy}
        aria-label={`${name}: escolher do que é`}
        onClick={onChoose}
      >
        {proposals.length ? 'É outra coisa…' : 'Escolher…'}
      </Button>
      {onSetAside && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={busy}
          aria-label={`${name}: deixar de lado`}
          onClick={onSetAside}
        >
          Deixar de lado
        </Button>
      )}
    </div>
  </div>
)
