import type { AnyResource } from '#kernel/resource.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { ticketMacros } from '#features/support/tickets/ticket/macros.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { openingPlaces, ticketPlaces } from '#features/support/tickets/ticket/text.ts'
import { textModules, tickets } from '#features/support/tickets/ticket/tickets.ts'

const ownScreens = {
  list: () => import('#features/support/tickets/TicketList.tsx'),
  create: () => import('#features/support/tickets/TicketCreate.tsx'),
  detail: () => import('#features/support/tickets/TicketScreen.tsx'),
} as const

/** The screens of what has a text with places in it. */
const textScreens = (resource: AnyResource, known: readonly string[]) =>
  ({
    list: async () => {
      const { TextList } = await import('#features/support/tickets/texts/TextList.tsx')
      return { default: () => <TextList resource={resource} known={known} /> }
    },
    create: async () => {
      const { TextCreate } = await import('#features/support/tickets/texts/TextCreate.tsx')
      return { default: () => <TextCreate resource={resource} known={known} /> }
    },
    detail: async () => {
      const { TextScreen } = await import('#features/support/tickets/texts/TextScreen.tsx')
      return { default: () => <TextScreen resource={resource} known={known} /> }
    },
  }) as const

export const ticketsOnWeb: WebFeature = {
  own: {
    [tickets.path]: ownScreens,
    [textModules.path]: {
      ...textScreens(textModules, ticketPlaces),
      create: () => import('#features/support/tickets/texts/TextModuleCreate.tsx'),
    },
    [ticketTemplates.path]: textScreens(ticketTemplates, openingPlaces),
    [ticketMacros.path]: textScreens(ticketMacros, ticketPlaces),
  },
  areas: [{ resource: tickets, by: 'client', sort: '-created_at', group: 'Atendimento' }],
  areasOfPeople: [
    {
      resource: tickets,
      by: 'requester',
      sort: '-created_at',
      title: 'Chamados que pediu',
      isFor: person => Boolean(person.outside),
    },
  ],
}
