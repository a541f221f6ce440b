import { mailStates, mailTones, type MailState as State } from '#parts/outbox/outbox.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

const isState = (state: unknown): state is State => typeof state === 'string' && state in mailStates

/** Shows the state of a mail. */
export const MailState = ({ state }: { readonly state: unknown }) =>
  isState(state) ? <StatusChip tone={mailTones[state]}>{mailStates[state]}</StatusChip> : null
