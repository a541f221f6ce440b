import type { WebFeature } from '#features/feature.web.ts'
import { ticketMacros } from '#features/tickets/macros.ts'
import { ticketTemplates } from '#features/tickets/templates.ts'
import { textModules, tickets } from '#features/tickets/tickets.ts'

const own = {
  list: () => import('#features/tickets/TicketList.tsx'),
  create: () => import('#features/tickets/TicketCreate.tsx'),
  detail: () => import('#features/tickets/TicketScreen.tsx'),
} as const

export const ticketsOnWeb: WebFeature = {
  own: {
    [tickets.path]: own,
    [textModules.path]: { create: () => import('#features/tickets/TextModuleCreate.tsx') },
    [ticketTemplates.path]: { create: () => import('#features/tickets/TemplateCreate.tsx') },
    [ticketMacros.path]: { create: () => import('#features/tickets/MacroCreate.tsx') },
  },
  areas: [{ resource: tickets, by: 'client', sort: '-created_at' }],
}
