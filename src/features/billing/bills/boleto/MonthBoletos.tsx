import { Button, Select } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showMonth } from '#kernel/show.ts'
import { requestMonthBoletos } from '#features/billing/bills/boleto/api.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { shift } from '#parts/period/period.ts'
import { reasonOf } from '#web/api-error.ts'
import { useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Asks for the boletos of a month in one ZIP, and leads to where it is followed. */
export function MonthBoletos() {
  const [open, setOpen] = useState(false)
  if (!can(useUser(), requestMonthBoletos.id)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileZip size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Boletos do mês
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title="Boletos do mês">
        <AskMonth onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function AskMonth({ onClose }: { readonly onClose: () => void }) {
  const [today] = useState(() => dayIn(new Date()).day)
  const [year = 0, month = 0] = today.split('-').map(Number)
  // The month before, this one and the three to come.
  const months = [-1, 0, 1, 2, 3].map(more => shift({ year, month }, more))
  const [chosen, choose] = useState('1')
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const { send } = useCall(requestMonthBoletos)
  const go = useNavigate()
  async function ask() {
    setBusy(true)
    refuse(null)
    try {
      const { data } = await send({ body: months[Number(chosen)] ?? { year, month } }, { quiet: true })
      await go({ to: `/${exports.path}/${data.uuid}` })
    } catch (error) {
      refuse(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <>
      <p>Um PDF por conta em aberto que tem boleto emitido, em um ZIP preparado em segundo plano.</p>
      <Select
        mt="md"
        label="Vencimento em"
        allowDeselect={false}
        data={months.map((each, at) => ({ value: String(at), label: showMonth(each.year, each.month) }))}
        value={chosen}
        onChange={value => choose(value ?? '1')}
      />
      <DialogFoot refusals={[refusal]} onClose={onClose}>
        <BusyButton busy={busy} doing="Pedindo…" onClick={() => void ask()}>
          Preparar ZIP
        </BusyButton>
      </DialogFoot>
    </>
  )
}
