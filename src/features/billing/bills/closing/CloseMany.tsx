import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { closeBilling, readClosing } from '#features/billing/bills/closing/api.ts'
import { CloseDialog } from '#features/billing/bills/closing/CloseDialog.tsx'
import { closingRights, type ClosingStep } from '#features/billing/bills/closing/steps.ts'
import { useUser } from '#web/session/store.ts'

const labels = { slip: 'Emitir boletos', note: 'Emitir notas', mail: 'Enviar ao cliente' } as const
const single = { slip: 'Emitir boleto', note: 'Emitir nota', mail: 'Enviar ao cliente' } as const

interface Props {
  readonly bills: readonly string[]
  readonly steps?: readonly ClosingStep[]
  readonly onDone?: () => void
}
/** Each step of the closing for some bills, with the look before it. */
export function CloseMany({ bills, steps = ['slip', 'note', 'mail'], onDone }: Props) {
  const user = useUser()
  const [opened, open] = useState<ClosingStep | null>(null)
  if (!can(user, closeBilling.id) || !can(user, readClosing.id)) return null
  const names = bills.length === 1 ? single : labels
  return (
    <>
      {steps
        .filter(step => can(user, closingRights[step]))
        .map(step => (
          <Button key={step} variant="default" disabled={!bills.length} onClick={() => open(step)}>
            {names[step]}
          </Button>
        ))}
      {opened && (
        <CloseDialog
          title={names[opened]}
          bills={bills}
          steps={[opened]}
          onClose={() => open(null)}
          {...(onDone && { onDone })}
        />
      )}
    </>
  )
}
