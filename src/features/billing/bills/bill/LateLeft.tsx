import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { showDecimal } from '#kernel/show.ts'
import { costOn, debtOf } from '#features/billing/bills/bill/charges.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import type { ListedRow } from '#web/table/useList.ts'

/** What is left of a listed bill, and what settles it today where that is another sum. */
export function LateLeft({ row }: { readonly row: ListedRow }) {
  const [today] = useState(() => dayIn(new Date()).day)
  const left = cents(Number(row.left))
  const debt = debtOf({
    left_cents: left,
    due_date: String(row.due_date),
    discount: Number(row.discount),
    discount_until: row.discount_until ? String(row.discount_until) : null,
    late_fine: Number(row.late_fine),
    late_interest: Number(row.late_interest),
  })
  const { total, discount } = costOn(debt, today)
  return (
    <>
      {showDecimal(left / 100, 2)}
      {total !== left && (
        <>
          {' '}
          <small title={discount > 0 ? 'Com o desconto, se pagar hoje' : 'Com multa e juros, se pagar hoje'}>
            {`hoje: ${showDecimal(total / 100, 2)}`}
          </small>
        </>
      )}
    </>
  )
}
