import { piecesOf } from '#features/billing/order-services/pieces.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { isNoteReady, isSlipOpen } from '#features/billing/order-services/standing.ts'
import styles from '#features/billing/order-services/order-services.module.css'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { billetFile, invoiceFile } from '#web/constants.ts'

interface Props {
  readonly order: {
    readonly id: number
    readonly uuid: string
    readonly invoice_state?: unknown
    readonly slip_state?: unknown
  }
}

/** The note and the boleto of an order, to download; what is not there yet says why. */
export function Downloads({ order }: Props) {
  const pieces = piecesOf(order).filter(({ piece }) => piece !== 'bill')
  if (!pieces.length) return <p className="meta">Este serviço não tem nota nem boleto.</p>
  return (
    <div className={styles.acts}>
      {pieces.map(({ piece, look }) =>
        piece === 'note' ? (
          isNoteReady(order.invoice_state) ? (
            <SavePdf key={piece} url={`/${orderServices.path}/${order.uuid}/nota-fiscal`} name={invoiceFile(order.id)}>
              Baixar a nota fiscal
            </SavePdf>
          ) : (
            <span key={piece} className="meta">
              {look.own}
            </span>
          )
        ) : isSlipOpen(order.slip_state) ? (
          <SavePdf key={piece} url={`/${orderServices.path}/${order.uuid}/boleto`} name={billetFile(order.id)}>
            Baixar o boleto
          </SavePdf>
        ) : (
          <span key={piece} className="meta">
            {look.own}
          </span>
        ),
      )}
    </div>
  )
}
