import { piecesOf } from '#features/billing/order-services/pieces.ts'
import styles from '#features/billing/order-services/order-services.module.css'
import { isOrderState, orderStates, orderTones } from '#features/billing/order-services/standing.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** Shows the state of an order as a whole. */
export function OrderChip({ row }: { readonly row: object }) {
  const { state }: { readonly state?: unknown } = row
  return isOrderState(state) && <StatusChip tone={orderTones[state]}>{orderStates[state]}</StatusChip>
}

/** Shows the state of each requested piece: 'Conta: paga'. */
export const PieceChips = ({ row }: { readonly row: object }) => (
  <span className={styles.pieces}>
    {piecesOf(row).map(({ piece, title, look }) => (
      <StatusChip key={piece} tone={look.tone}>{`${title}: ${look.word.toLowerCase()}`}</StatusChip>
    ))}
  </span>
)
