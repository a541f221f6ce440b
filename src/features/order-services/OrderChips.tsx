import { piecesOf } from '#features/order-services/pieces.ts'
import styles from '#features/order-services/order-services.module.css'
import { isOrderState, orderStates, orderTones } from '#features/order-services/standing.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

type OrderRow = Readonly<Record<string, unknown>>

/** Where an order stands as a whole. */
export const OrderChip = ({ row: { state } }: { readonly row: OrderRow }) =>
  isOrderState(state) && <StatusChip tone={orderTones[state]}>{orderStates[state]}</StatusChip>

/** Where each of what it asked for stands: 'Conta: a vencer'. */
export const PieceChips = ({ row }: { readonly row: OrderRow }) => (
  <span className={styles.pieces}>
    {piecesOf(row).map(({ piece, title, look }) => (
      <StatusChip key={piece} tone={look.tone}>{`${title}: ${look.word.toLowerCase()}`}</StatusChip>
    ))}
  </span>
)
