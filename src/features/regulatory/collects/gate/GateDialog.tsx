import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { asking, gateActs, stopping } from '#features/regulatory/collects/gate/gate.ts'
import { GatePoints } from '#features/regulatory/collects/gate/GatePoints.tsx'
import type { GateQuestion } from '#features/regulatory/collects/gate/useGate.web.ts'
import { overlayLayer } from '#web/constants.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/regulatory/collects/gate/gate.module.css'

/** What the gate says of one coleta: what stops it, and where; or what it asks, and room for the reason. */
export function GateDialog({ question }: { readonly question: GateQuestion | null }) {
  return (
    <Dialog
      opened={question !== null}
      onClose={() => question?.answer(null)}
      size="lg"
      zIndex={overlayLayer}
      title={question?.refusal.message}
    >
      {question && <GateBody key={question.refusal.holder.uuid} {...question} />}
    </Dialog>
  )
}

function GateBody({ refusal: { act, points, holder }, answer }: GateQuestion) {
  const [reason, setReason] = useState('')
  const stops = stopping(points).length > 0
  const said = reason.trim().length >= 3
  return (
    <form
      className={styles.gate}
      onSubmit={e => {
        e.preventDefault()
        if (said && !stops) answer(reason.trim())
      }}
    >
      <GatePoints points={points} uuid={holder.uuid} onLeave={() => answer(null)} />
      {!stops && asking(points).length > 0 && <GateReason value={reason} onChange={setReason} />}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => answer(null)} data-autofocus={stops || undefined}>
          {stops ? 'Fechar' : 'Cancelar'}
        </Button>
        {!stops && (
          <Button type="submit" disabled={!said}>
            {gateActs[act].label}
          </Button>
        )}
      </Group>
    </form>
  )
}

interface ReasonProps {
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly label?: string
  readonly focused?: boolean
}
/** Why all the same: it stays in the history of each coleta it lets through. */
export const GateReason = ({ value, onChange, label = 'Motivo', focused = true }: ReasonProps) => (
  <Textarea
    label={label}
    description="Fica no histórico da coleta, com o seu nome."
    autosize
    minRows={2}
    maxLength={500}
    value={value}
    onChange={e => onChange(e.currentTarget.value)}
    data-autofocus={focused || undefined}
  />
)
