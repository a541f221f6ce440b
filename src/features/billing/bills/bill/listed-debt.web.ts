import { debtOf, type BillDebt } from '#features/billing/bills/bill/charges.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import type { ListedRow } from '#web/table/useList.ts'

/** The debt of a bill of a list, in cents. */
export const listedDebt = (row: ListedRow): BillDebt =>
  debtOf({
    left_cents: cents(Number(row.left)),
    due_date: String(row.due_date),
    discount: Number(row.discount),
    discount_until: row.discount_until ? String(row.discount_until) : null,
    late_fine: Number(row.late_fine),
    late_interest: Number(row.late_interest),
  })
