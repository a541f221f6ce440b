import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { showDecimal } from '#kernel/show.ts'
import { costOn } from '#features/billing/bills/bill/charges.ts'
import { listedDebt } from '#features/billing/bills/bill/listed-debt.web.ts'
import type { ListedRow } from '#web/table/useList.ts'

/** What is left of a listed bill, and what settles it today where that is another sum. */
export function LateLeft({ row }: { readonly row: ListedRow }) {
  const [today] = useState(() => dayIn(new Date()).day)
  const debt = listedDebt(row)
  const { left } = debt
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
