import { priorities } from '#features/tickets/tickets.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

const isPriority = (value: unknown): value is keyof typeof priorities =>
  typeof value === 'string' && Object.hasOwn(priorities, value)

/** How soon it is wanted; told apart only where that is soon. */
export function PriorityChip({ value }: { readonly value: unknown }) {
  if (!isPriority(value)) return null
  if (value === 'baixa' || value === 'normal') return <>{priorities[value]}</>
  return <StatusChip tone={value === 'urgente' ? 'erro' : 'atencao'}>{priorities[value]}</StatusChip>
}
