import { useState } from 'react'
import { replyUrgency } from '#features/support/tickets/ticket/conversation.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ago, fullTime } from '#web/ui/time.ts'

/** Shows when the office's answer is due, in words and in a colour by urgency. */
export function DueHour({ due }: { readonly due: unknown }) {
  const [now] = useState(() => Date.now())
  const urgency = replyUrgency(due, now)
  if (urgency === null || typeof due !== 'string') return null
  const [day = '', time = ''] = fullTime(due).split(', ')
  const today = day === fullTime(new Date(now).toISOString()).split(', ')[0]
  return (
    <StatusChip tone={urgency} title={`Responder até ${fullTime(due)}`}>
      {urgency === 'erro' ? `Venceu ${ago(due, now)}` : today ? `Até ${time}` : `Até ${day.slice(0, 5)}, ${time}`}
    </StatusChip>
  )
}
