import { useState } from 'react'
import { bankDayFrom } from '#kernel/calendar.ts'
import { dayIn, daysTo } from '#kernel/clock.ts'
import { showDate, showInstant, showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { billStates, billTones, isBillState, type BillState } from '#features/billing/bills/bill/standing.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

const days = { one: 'dia', many: 'dias', gender: 'm' } as const

/** A chip has a bill's state, and since or until when: 'Em atraso há 12 dias · faltam R$ 600,00'. */
export function BillChip({ row }: { readonly row: Readonly<Record<string, unknown>> }) {
  const [today] = useState(() => dayIn(new Date()).day)
  const { state } = row
  if (!isBillState(state)) return null
  return <StatusChip tone={billTones[state]}>{saidState(state, row, today)}</StatusChip>
}

function saidState(state: BillState, row: Readonly<Record<string, unknown>>, today: string): string {
  const due = String(row.due_date)
  // What falls due while banks are closed is in time until they open.
  const last = bankDayFrom(due)
  const away = daysTo(due > today ? due : last, today)
  const left = Number(row.received) > 0 ? ` · faltam ${showMoney(Number(row.left))}` : ''
  const on = (day: unknown, moment: unknown) =>
    day ? ` em ${showDate(String(day))}` : moment ? ` em ${showInstant(String(moment)).slice(0, 10)}` : ''
  const words = {
    'em-atraso': `Em atraso há ${count(-daysTo(due, today), days)}${left}`,
    'vence-hoje': `Vence hoje${left}`,
    parcial: `Parcial: faltam ${showMoney(Number(row.left))} até ${showDate(last)}`,
    'a-vencer': away <= 30 ? `Vence ${away === 1 ? 'amanhã' : `em ${count(away, days)}`}` : billStates['a-vencer'],
    paga: `Paga${on(row.paid_on, row.downloaded_at)}`,
    cancelada: `Cancelada${on(null, row.called_off_at)}`,
  } as const satisfies Record<BillState, string>
  return words[state]
}
