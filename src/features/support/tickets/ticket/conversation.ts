import type { AnyResource, ListedOf } from '#kernel/resource.ts'
import type { ticketMessages, ticketUploads } from '#features/support/tickets/ticket/tickets.ts'

export type SaidMessage = Pick<
  ListedOf<typeof ticketMessages>,
  | 'id'
  | 'uuid'
  | 'content'
  | 'quoted'
  | 'by_mail'
  | 'internal'
  | 'from_team'
  | 'user'
  | 'user_id'
  | 'ticket_id'
  | 'created_at'
  | 'active'
>
export type TicketFile = ListedOf<typeof ticketUploads>

/** Staff choose it for each message; no setting remembers it. */
export type WritingMode = 'answer' | 'note'

/** A ticket's number as people say it. */
export const numbered = (id: unknown) => `#${String(id)}`

/** Returns the form of a ticket without its requester, who is chosen only among users of its client. */
export const withoutRequester = (resource: AnyResource): AnyResource => ({
  ...resource,
  form: resource.form.map(section => ({ ...section, fields: section.fields.filter(name => name !== 'requester') })),
})

const hour = 3_600_000
/** How near a due moment is: past, within two hours, or neither; none where there is none. */
export function replyUrgency(due: unknown, now: number): 'erro' | 'atencao' | 'neutro' | null {
  if (typeof due !== 'string') return null
  const left = Date.parse(due) - now
  return left < 0 ? 'erro' : left < 2 * hour ? 'atencao' : 'neutro'
}
