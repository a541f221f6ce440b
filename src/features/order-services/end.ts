import type { PlanRefusal } from '#features/order-services/plan.ts'

/** What becomes of one of the three when its order is called off. */
export interface PieceEnd {
  readonly piece: 'bill' | 'note' | 'slip'
  /** It ends with the order; or it stays, and `text` says why. */
  readonly ends: boolean
  readonly text: string
  /** Where what stays is ended by itself. */
  readonly link: PlanRefusal['link']
}
/** What calling an order off comes to, said before it is done. */
export interface OrderEnd {
  readonly pieces: readonly PieceEnd[]
  /** Why it cannot be called off right now; null where it can. */
  readonly refusal: string | null
}
