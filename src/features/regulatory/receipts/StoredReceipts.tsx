import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import type { Receipt } from '#features/regulatory/receipts/receipts.ts'
import { useReceiptActs } from '#features/regulatory/receipts/useReceiptActs.web.ts'
import { useReceiptsIn } from '#features/regulatory/receipts/useReceipts.web.ts'
import { download } from '#parts/file/download.web.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import { fullTime } from '#web/ui/time.ts'
import styles from '#features/regulatory/receipts/receipts.module.css'

/** Lists receipts that were stored, with their place, or set aside. Each can be undone alone. */
export function StoredReceipts({ state }: { readonly state: string }) {
  const user = useUser()
  const [page, turn] = useState(1)
  const { data, error, isPending, refetch } = useReceiptsIn(state, page)
  const { busy, refusal, undoOne, giveBack } = useReceiptActs()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} height={36} />
  if (!data.total) return <EmptyState title="Nada aqui" text="Os comprovantes que forem guardados aparecem aqui." />
  const isKept = state === 'guardado'
  const undoes = can(user, isKept ? 'receipts.desfazer' : 'receipts.devolver-a-bandeja')
  return (
    <>
      {refusal && (
        <Band tone="erro" role="alert">
          {refusal}
        </Band>
      )}
      <Table<Receipt>
        label={isKept ? 'Comprovantes guardados' : 'Comprovantes deixados de lado'}
        rows={data.data}
        keyOf={({ uuid }) => uuid}
        look="scrolling"
        cards
        columns={[
          {
            key: 'name',
            title: 'Arquivo',
            names: true,
            className: styles.named,
            cell: receipt => <FileName of={receipt} />,
          },
          {
            key: 'about',
            title: isKept ? 'Onde' : 'Por quê',
            phone: 'line',
            className: styles.about,
            cell: ({ about, address, why }) => (
              <>
                {address ? <Link to={address}>{about}</Link> : about}
                {why && <span className={styles.why}>{why}</span>}
              </>
            ),
          },
          { key: 'protocol', title: 'Protocolo', label: 'Protocolo', cell: ({ protocol }) => protocol ?? '—' },
          {
            key: 'when',
            title: 'Quando',
            phone: 'line',
            cell: ({ settled_at, created_at, settler, user: sender }) =>
              [fullTime(settled_at ?? created_at), settler?.name ?? sender?.name].filter(Boolean).join(' · '),
          },
          {
            key: 'act',
            title: <span className="sr-only">Ação</span>,
            cell: row =>
              undoes ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={busy}
                  aria-label={`${isKept ? 'Desfazer' : 'Devolver à bandeja'}: ${row.name}`}
                  onClick={() => void (isKept ? undoOne(row) : giveBack(row))}
                >
                  {isKept ? 'Desfazer' : 'Devolver'}
                </Button>
              ) : null,
          },
        ]}
      />
      {data.total > data.per_page && <Pages page={page} size={data.per_page} total={data.total} onPage={turn} />}
    </>
  )
}

const FileName = ({ of: { uuid, name } }: { readonly of: Pick<Receipt, 'uuid' | 'name'> }) => (
  <button type="button" className={styles.file} onClick={() => void download({ uuid, name }).catch(() => undefined)}>
    {name}
  </button>
)
