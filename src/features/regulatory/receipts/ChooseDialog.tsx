import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { ref } from '#kernel/field.ts'
import { PeriodInput } from '#features/regulatory/collects/coleta/PeriodInput.tsx'
import { listTargets, type ProposedTarget, type TrayItem } from '#features/regulatory/receipts/api.ts'
import { ProposalButton } from '#features/regulatory/receipts/ProposalButton.tsx'
import { collecting, label, type Period } from '#parts/period/period.ts'
import { useAnswer } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/regulatory/receipts/receipts.module.css'

interface Props {
  readonly item: TrayItem
  readonly busy: boolean
  readonly refusal: string | null
  readonly onClose: () => void
  readonly onSettle: (target: ProposedTarget, protocol: string) => void
}
const client = ref('clients', 'Cliente', { required: true, retired: true })

/** Whose it is and of which month, and what of theirs it settles. */
export function ChooseDialog({ item, busy, refusal, onClose, onSettle }: Props) {
  const [chosen, choose] = useState<unknown>(null)
  const [period, setPeriod] = useState<Period>(() => collecting(dayIn(new Date()).day))
  const [protocol, setProtocol] = useState(item.protocol ?? '')
  return (
    <Dialog opened onClose={onClose} size="lg" title={`Do que é ${item.name}?`}>
      <div className={styles.choosing}>
        <Input name="client_id" field={client} value={chosen} onChange={choose} />
        <PeriodInput value={period} onChange={setPeriod} />
        <TextInput
          label="Protocolo (opcional)"
          maxLength={60}
          value={protocol}
          onChange={e => setProtocol(e.currentTarget.value)}
        />
        {typeof chosen === 'number' && (
          <Options
            receipt={item}
            of={chosen}
            period={period}
            busy={busy}
            onPick={to => onSettle(to, protocol.trim())}
          />
        )}
        {refusal && (
          <p role="alert" className="wrong">
            {refusal}
          </p>
        )}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </Group>
    </Dialog>
  )
}

interface OptionsProps {
  readonly receipt: Pick<TrayItem, 'uuid' | 'name'>
  readonly of: number
  readonly period: Period
  readonly busy: boolean
  readonly onPick: (target: ProposedTarget) => void
}
function Options({ receipt: { uuid: receipt, name }, of, period, busy, onPick }: OptionsProps) {
  const { data, error, isPending, refetch } = useAnswer(listTargets, {
    id: receipt,
    query: { client: String(of), ...period },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={2} height={36} />
  if (!data.data.length)
    return (
      <p>
        Nada deste cliente espera um comprovante de {label(period)}: nenhuma coleta pronta ou enviada, nem obrigação em
        aberto.
      </p>
    )
  return (
    <div className={styles.offered}>
      {data.data.map(each => (
        <ProposalButton key={each.label} file={name} of={each} busy={busy} onPick={() => onPick(each)} />
      ))}
    </div>
  )
}
