import { useState } from 'react'
import { dayIn, daysTo } from '#kernel/clock.ts'
import { showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { billStates, billTones, isBillState } from '#features/bills/standing.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

const days = { one: 'dia', many: 'dias', gender: 'm' } as const

/** Where a bill stands, and since when. */
export function BillChip({ row }: { readonly row: Readonly<Record<string, unknown>> }) {
  const [today] = useState(() => dayIn(new Date()).day)
  const { state, due_date, downloaded_at } = row
  if (!isBillState(state)) return null
  const late = -daysTo(String(due_date), today)
  const more =
    state === 'em-atraso'
      ? ` há ${count(late, days)}`
      : state === 'paga' && downloaded_at
        ? ` em ${showInstant(String(downloaded_at)).slice(0, 10)}`
        : ''
  return <StatusChip tone={billTones[state]}>{`${billStates[state]}${more}`}</StatusChip>
}
