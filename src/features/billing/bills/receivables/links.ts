import { bills } from '#features/billing/bills/bill/bills.ts'
import type { SlipState } from '#features/billing/bills/slip/sheet.ts'
import { firstDay, lastDay, periodOf } from '#parts/period/period.ts'

interface OpenDays {
  readonly from?: string | null
  readonly to?: string | null
  readonly company?: string | null
  readonly client?: number
  /** Those whose boleto is in this state. */
  readonly slip?: SlipState
}

/** Where exactly the open bills are listed that fall due in these days. */
export function linkToOpen({ from, to, company, client, slip }: OpenDays): string {
  const asked = new URLSearchParams({
    'filter[downloaded]': 'false',
    'filter[called_off]': 'false',
    active: 'true',
    ...(from && { 'filter[due_date][gte]': from }),
    ...(to && { 'filter[due_date][lte]': to }),
    ...(company !== undefined && { 'filter[company]': company ?? '' }),
    ...(client !== undefined && { 'filter[client_id]': String(client) }),
    ...(slip && { 'filter[slip_state]': slip }),
    sort: 'due_date',
  })
  return `/${bills.path}?${asked}`
}

/** It lists bills due in these days, paid or not. */
export const linkToDueBills = ({ from, to, company }: Pick<OpenDays, 'from' | 'to' | 'company'>) =>
  `/${bills.path}?${new URLSearchParams({
    'filter[called_off]': 'false',
    active: 'true',
    'filter[due_date][gte]': from ?? '',
    'filter[due_date][lte]': to ?? '',
    ...(company !== undefined && { 'filter[company]': company ?? '' }),
  })}`

/** The days of a month, '2026-11'. */
export const daysOfMonth = (month: string) => {
  const period = periodOf(`${month}-01`)
  return { from: firstDay(period), to: lastDay(period) }
}
