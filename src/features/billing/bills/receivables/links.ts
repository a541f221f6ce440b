import { bills } from '#features/billing/bills/bill/bills.ts'

interface OpenDays {
  readonly from?: string | null
  readonly to?: string | null
  readonly company?: string | null
  readonly client?: number
}

/** Where exactly the open bills are listed that fall due in these days. */
export function linkToOpen({ from, to, company, client }: OpenDays): string {
  const asked = new URLSearchParams({
    'filter[downloaded]': 'false',
    'filter[called_off]': 'false',
    active: 'true',
    ...(from && { 'filter[due_date][gte]': from }),
    ...(to && { 'filter[due_date][lte]': to }),
    ...(company !== undefined && { 'filter[company]': company ?? '' }),
    ...(client !== undefined && { 'filter[client_id]': String(client) }),
    sort: 'due_date',
  })
  return `/${bills.path}?${asked}`
}

/** It lists bills due in these days, paid or not. */
export const linkToDueBills = ({ from, to, company }: Required<Pick<OpenDays, 'from' | 'to' | 'company'>>) =>
  `/${bills.path}?${new URLSearchParams({
    'filter[called_off]': 'false',
    active: 'true',
    'filter[due_date][gte]': from ?? '',
    'filter[due_date][lte]': to ?? '',
    'filter[company]': company ?? '',
  })}`
