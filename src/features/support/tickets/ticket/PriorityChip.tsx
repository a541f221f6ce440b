import { priorities } from '#features/support/tickets/ticket/tickets.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

const isPriority = (value: unknown): value is keyof typeof priorities =>
  typeof value === 'string' && Object.hasOwn(priorities, value)

/** Shows a priority; only the urgent ones have a colour. */
export function PriorityChip({ value }: { readonly value: unknown }) {
  if (!isPriority(value)) return null
  if (value === 'baixa' || value === 'normal') return <>{priorities[value]}</>
  return <StatusChip tone={value === 'urgente' ? 'erro' : 'atencao'}>{priorities[value]}</StatusChip>
}
