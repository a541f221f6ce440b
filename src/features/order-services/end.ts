import type { PlanRefusal } from '#features/order-services/plan.ts'

export const endedPieces = ['bill', 'note', 'slip'] as const
export type EndedPiece = (typeof endedPieces)[number]

/** What becomes of one of the three when its order is called off. */
export interface PieceEnd {
  readonly piece: EndedPiece
  /** It ends with the order; or it stays as it is, and `text` says why. */
  readonly ends: boolean
  readonly text: string
  /** Where what stays is ended by itself. */
  readonly link: PlanRefusal['link']
}
