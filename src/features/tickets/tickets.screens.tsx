import type { WebFeature } from '#features/feature.web.ts'
import { tickets } from '#features/tickets/tickets.ts'

const own = { detail: () => import('#features/tickets/TicketScreen.tsx') } as const

export const ticketsOnWeb: WebFeature = {
  own: { [tickets.path]: own },
  areas: [{ resource: tickets, by: 'client', sort: '-created_at' }],
}
