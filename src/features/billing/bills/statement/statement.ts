import type { BillState } from '#features/billing/bills/bill/standing.ts'

/** Something that moved what a client owes. */
export interface StatementLine {
  readonly day: string
  readonly kind: 'conta' | 'recebimento'
  readonly text: string
  /** Of what it says in smaller words: 'vence em 10/11/2026'. */
  readonly note: string | null
  /** Reais: what a bill asks, or what a payment settles. */
  readonly amount: number
  /** Reais the client owes after it. */
  readonly balance: number
  readonly bill: string
}
/** A bill that is open today, whenever it was made. */
export interface OpenBill {
  readonly uuid: string
  readonly text: string
  readonly state: BillState
  readonly due: string
  readonly days: number
  /** Reais: what is left, and what settles it today. */
  readonly left: number
  readonly today: number
  /** Digits that a bank takes, and Copia e cola over what settles it today; `why` where there are no digits. */
  readonly line: string | null
  readonly pix: string | null
  readonly why: string | null
}
export interface StatementContact {
  readonly name: string
  readonly email: string
  /** Their record says they care for the money. */
  readonly finance: boolean
}
export interface ClientStatement {
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly from: string
  readonly to: string
  readonly today: string
  /** Reais the client owed before the first day, and after the last. */
  readonly opening: number
  readonly closing: number
  readonly lines: readonly StatementLine[]
  readonly open: readonly OpenBill[]
}
/** A statement as it would go by mail. */
export interface StatementMail {
  readonly client: { readonly uuid: string; readonly name: string }
  readonly subject: string
  readonly parts: readonly string[]
  readonly contacts: readonly StatementContact[]
}
