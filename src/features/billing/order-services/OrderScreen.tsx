import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { showDate, showInstant, showMoney } from '#kernel/show.ts'
import { cancelOrder, downloadNote, downloadSlip } from '#features/billing/order-services/api.ts'
import { CancelOrder } from '#features/billing/order-services/CancelOrder.tsx'
import { OrderChip } from '#features/billing/order-services/OrderChips.tsx'
import { orderServices } from '#features/billing/order-services/orders.ts'
import styles from '#features/billing/order-services/order-services.module.css'
import { piecesOf, type OrderPiece } from '#features/billing/order-services/pieces.ts'
import { isNoteReady, isSlipOpen } from '#features/billing/order-services/standing.ts'
import { WaiveNote } from '#features/billing/order-services/WaiveNote.tsx'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { callPath } from '#web/call.ts'
import { billetFile, invoiceFile } from '#web/constants.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { DetailScreen, useRow } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { Band } from '#web/ui/Band.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

type ReadOrder = ReadRow['row']

/** An order: its service, and its bill, invoice and boleto, each with its state, its next step and its file. */
const OrderScreen = () => (
  <DetailScreen resource={orderServices} facts={row => <OrderFacts row={row} />} acts={row => <Acts row={row} />}>
    {({ row }) => <Order row={row} />}
  </DetailScreen>
)
export default OrderScreen

function OrderFacts({ row }: { readonly row: ReadOrder }) {
  const user = useUser()
  return (
    <>
      <OrderChip row={row} />
      {isRecord(row.client) &&
        (can(user, 'clients.show') ? (
          <Link to={`/clients/${String(row.client.uuid)}?tab=ordens-de-servico`}>{nameOfRef(row.client)}</Link>
        ) : (
          <span>{nameOfRef(row.client)}</span>
        ))}
      <span>{showMoney(Number(row.valor_servico))}</span>
      <span>Vencimento {showDate(String(row.vencimento))}</span>
    </>
  )
}

function Acts({ row }: { readonly row: ReadOrder }) {
  const user = useUser()
  const [cancelling, cancel] = useState(false)
  if (row.state === 'nota-por-cancelar') return <WaiveNote order={{ uuid: row.uuid, name: String(row.name) }} />
  if (!can(user, cancelOrder.id) || row.called_off_at) return null
  return (
    <>
      <Button variant="default" onClick={() => cancel(true)}>
        Cancelar ordem
      </Button>
      {cancelling && <CancelOrder order={{ uuid: row.uuid, name: String(row.name) }} onClose={() => cancel(false)} />}
    </>
  )
}

/** Milliseconds between two looks at what is awaited. */
const lookAgain = 3_000

/** Reads the order again while it waits for another house. */
function useAwaited({ uuid, state }: ReadOrder) {
  const { refetch } = useRow(orderServices, uuid)
  useEffect(() => {
    if (state !== 'em-andamento') return
    const timer = setInterval(() => void refetch(), lookAgain)
    return () => clearInterval(timer)
  }, [refetch, state])
}

function Order({ row }: { readonly row: ReadOrder }) {
  useAwaited(row)
  const pieces = piecesOf(row)
  return (
    <>
      {typeof row.called_off_at === 'string' && (
        <Band tone="neutro">Ordem cancelada em {showInstant(row.called_off_at)}.</Band>
      )}
      {typeof row.note_waived_at === 'string' && (
        <Band tone="neutro">
          {`A nota foi mantida em ${showInstant(row.note_waived_at)}${isRecord(row.note_waived_by) ? ` por ${nameOfRef(row.note_waived_by)}` : ''}: ${String(row.note_waived_reason)}`}
        </Band>
      )}
      <p className={styles.said}>{String(row.descricao_servico)}</p>
      {pieces.length === 0 && (
        <Band tone="neutro">Só a ordem foi registrada: nenhuma conta, nota ou boleto saiu dela.</Band>
      )}
      <div className={styles.three}>
        {pieces.map(each => (
          <PieceCard key={each.piece} row={row} {...each} />
        ))}
      </div>
    </>
  )
}

const titles = { bill: 'Conta a receber', note: 'Nota fiscal', slip: 'Boleto' } as const

function PieceCard({ row, piece, look }: OrderPiece & { readonly row: ReadOrder }) {
  const user = useUser()
  const staff = isStaff(user)
  return (
    <Card title={titles[piece]} beside={<StatusChip tone={look.tone}>{look.word}</StatusChip>}>
      <p>{staff ? look.next : look.own}</p>
      <div className={styles.acts}>
        <PieceActs row={row} piece={piece} staff={staff} />
      </div>
    </Card>
  )
}

interface PieceProps {
  readonly row: ReadOrder
  readonly piece: OrderPiece['piece']
  readonly staff: boolean
}
function PieceActs({ row, piece, staff }: PieceProps): ReactNode {
  const user = useUser()
  const order = { id: row.uuid }
  const to = (of: unknown, path: string, label: string) =>
    staff && isRecord(of) && can(user, `${path}.show`) && <Link to={`/${path}/${String(of.uuid)}`}>{label}</Link>
  if (piece === 'bill') return to(row.bill, 'bills-to-receive', 'Ver a conta')
  if (piece === 'slip')
    return (
      isSlipOpen(row.slip_state) && (
        <SavePdf url={callPath(downloadSlip, order)} name={billetFile(row.id)}>
          Baixar o boleto
        </SavePdf>
      )
    )
  return (
    <>
      {isNoteReady(row.invoice_state) && (
        <SavePdf url={callPath(downloadNote, order)} name={invoiceFile(row.id)}>
          Baixar a nota fiscal
        </SavePdf>
      )}
      {to(row.invoice, 'service-invoices', 'Ver a nota')}
    </>
  )
}
