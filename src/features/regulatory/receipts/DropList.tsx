import { Button } from '@mantine/core'
import { can } from '#kernel/access.ts'
import type { ReceiptDrop } from '#features/regulatory/receipts/receipts.ts'
import { useReceiptActs } from '#features/regulatory/receipts/useReceiptActs.web.ts'
import { useDrops } from '#features/regulatory/receipts/useReceipts.web.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { Progress } from '#parts/progress/Progress.tsx'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'

/** What was dropped, by whom, and what came of it. */
export function DropList() {
  const user = useUser()
  const { data, error, isPending, refetch } = useDrops()
  const { busy, refusal, undo } = useReceiptActs()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} height={36} />
  if (!data.total) return <EmptyState title="Nenhum lote ainda" text="Solte os primeiros comprovantes acima." />
  return (
    <>
      {refusal && (
        <Band tone="erro" role="alert">
          {refusal}
        </Band>
      )}
      <Table<ReceiptDrop>
        label="Lotes de comprovantes"
        rows={data.data}
        keyOf={({ uuid }) => uuid}
        look="scrolling"
        cards
        columns={[
          { key: 'name', title: 'Lote', names: true, cell: ({ name }) => name },
          {
            key: 'state',
            title: 'Situação',
            phone: 'line',
            cell: drop =>
              drop.undone_at ? (
                <StatusChip tone="neutro">{drop.kept ? `Desfeito, menos ${drop.kept}` : 'Desfeito'}</StatusChip>
              ) : drop.state === 'recebendo' ? (
                <StatusChip tone="atencao">Recebendo</StatusChip>
              ) : (
                <Progress of={drop} />
              ),
          },
          {
            key: 'total',
            title: 'Arquivos',
            numeric: true,
            unit: 'arquivos',
            cell: ({ rows_total }) => rows_total ?? '—',
          },
          { key: 'kept', title: 'Guardados', numeric: true, unit: 'guardados', cell: ({ kept }) => kept ?? 0 },
          { key: 'tray', title: 'Na bandeja', numeric: true, unit: 'na bandeja', cell: ({ tray }) => tray ?? 0 },
          {
            key: 'when',
            title: 'Quando',
            phone: 'line',
            cell: ({ created_at, user: by }) => [fullTime(created_at), by?.name].filter(Boolean).join(' · '),
          },
          {
            key: 'act',
            title: <span className="sr-only">Ação</span>,
            cell: drop =>
              !drop.undone_at && !isGoing(drop) && can(user, 'receipt-drops.desfazer') && drop.user_id === user.id ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={busy}
                  aria-label={`Desfazer ${drop.name}`}
                  onClick={() => void undo(drop)}
                >
                  Desfazer
                </Button>
              ) : null,
          },
        ]}
      />
    </>
  )
}
