import { isStaff } from '#kernel/access.ts'
import { ticketStates, tickets } from '#features/support/tickets/ticket/tickets.ts'
import { nameOfRef, Show } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** Clients see a ticket's state in these words. */
const forClients = {
  [ticketStates.open]: ['info', 'Com a consultoria'],
  [ticketStates.waiting]: ['atencao', 'Esperando você'],
  [ticketStates.settled]: ['ok', 'Resolvido'],
} as const
const isState = (name: string): name is keyof typeof forClients => Object.hasOwn(forClients, name)

export function StateChip({ status }: { readonly status: unknown }) {
  const staff = isStaff(useUser())
  const name = nameOfRef(status)
  if (staff || !isState(name)) return <Show field={tickets.fields.status} value={status} />
  const [tone, said] = forClients[name]
  return <StatusChip tone={tone}>{said}</StatusChip>
}
