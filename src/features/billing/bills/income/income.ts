/** Bills that fall due in a month, '2026-11', in reais. */
export interface IncomeMonth {
  readonly month: string
  readonly bills: number
  readonly asked: number
  readonly received: number
}
export interface Income {
  /** Those whose contract is of it, and what they pay a month. */
  readonly clients: number
  readonly monthly: number
  readonly months: readonly IncomeMonth[]
}
/** What came into an account through bills, the newest day first; what was taken back did not. */
export interface AccountMoney {
  readonly payments: number
  readonly received: number
  readonly days: readonly {
    readonly day: string
    readonly payments: number
    readonly value: number
    /** All that came in until its end. */
    readonly balance: number
  }[]
}
