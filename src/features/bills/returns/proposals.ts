/** A bill that money without one may belong to. */
export interface ProposedBill {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly due_date: string
  /** Reais that nobody paid yet. */
  readonly left: number
  readonly why: string
}
