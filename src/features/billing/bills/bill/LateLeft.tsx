import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { showDecimal } from '#kernel/show.ts'
import { chargeOn, ratesOf } from '#features/billing/bills/bill/charges.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { useLateRates } from '#features/billing/bills/bill/useLateRates.web.ts'
import type { ListedRow } from '#web/table/useList.ts'

/** Whether anything is charged of it: not of a bill that is paid or called off. */
export const isCharged = ({ downloaded_at: paid, called_off_at: off, due_date: due }: ListedRow) =>
  !paid && !off && String(due) < dayIn(new Date()).day

/** What is left of a late bill, and what pays it today, reckoned of the row itself. */
export function LateLeft({ row }: { readonly row: ListedRow }) {
  const [today] = useState(() => dayIn(new Date()).day)
  const rates = useLateRates()
  const left = cents(Number(row.left))
  const bill = { due_date: String(row.due_date), fees: Number(row.fees) }
  const { fine, interest } = chargeOn(left, bill.due_date, today, ratesOf(rates, bill))
  return (
    <>
      {showDecimal(left / 100, 2)}
      {fine + interest > 0 && (
        <>
          {' '}
          <small title="Com multa e juros, se pagar hoje">{`hoje: ${showDecimal((left + fine + interest) / 100, 2)}`}</small>
        </>
      )}
    </>
  )
}
