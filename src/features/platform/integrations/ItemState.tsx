import { queueStates, queueTones, type QueueState } from '#parts/integration/integration.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

const isState = (state: unknown): state is QueueState => typeof state === 'string' && state in queueStates

/** Shows the state of an item of the queue; of a question, whether it was answered. */
export const ItemState = ({ state, kind }: { readonly state: unknown; readonly kind?: unknown }) =>
  isState(state) ? (
    <StatusChip tone={queueTones[state]}>
      {kind === 'consulta' && state === 'enviado' ? 'Respondida' : queueStates[state]}
    </StatusChip>
  ) : null
