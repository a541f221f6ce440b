export const ticketScreens = { detail: () => import('#features/tickets/TicketScreen.tsx') } as const
