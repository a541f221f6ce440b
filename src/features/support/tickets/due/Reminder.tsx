import { Button, Group, Popover, TextInput } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { callsOf } from '#kernel/call.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { typedDate } from '#kernel/typed.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { reasonOf } from '#web/api-error.ts'
import { useCall } from '#web/call.ts'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  readonly uuid: string
  readonly day: unknown
  readonly able: boolean
}

/** Until when a ticket rests: a day is a press or two away, and so is taking it back. */
export function Reminder({ uuid, day, able }: Props) {
  const { send } = useCall(callsOf(tickets).update)
  const [open, setOpen] = useState(false)
  const [typed, type] = useState('')
  const [refusal, refuse] = useState<string | null>(null)
  const set = typeof day === 'string' ? day : null
  const said = set === null ? 'Sem lembrete' : showDate(set)
  if (!able) return said
  async function put(remind_on: string | null) {
    refuse(null)
    try {
      await send({ id: uuid, body: { remind_on } }, { quiet: true })
      setOpen(false)
      type('')
      toast(remind_on === null ? 'Lembrete retirado.' : `Fora da fila até ${showDate(remind_on)}.`)
    } catch (error) {
      refuse(reasonOf(error))
    }
  }
  const read = typedDate(typed)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          leftSection={<IconBell size={14} stroke={1.5} aria-hidden />}
          aria-label={`Lembrar em: ${said}`}
          onClick={() => setOpen(!open)}
        >
          {said}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={event => {
            event.preventDefault()
            if (read === null) refuse('Informe uma data que exista.')
            else void put(read)
          }}
        >
          <Group gap={8} mb={8}>
            {soon.map(([label, days]) => (
              <Button key={days} variant="default" onClick={() => void put(dayAfter(dayIn(new Date()).day, days))}>
                {label}
              </Button>
            ))}
          </Group>
          <TextInput
            label="Ou no dia"
            placeholder="dd/mm/aaaa"
            value={typed}
            error={refusal}
            onChange={event => type(event.currentTarget.value)}
          />
          <Group justify="space-between" mt={8} gap={8}>
            <Button type="submit" disabled={!typed.trim()}>
              Lembrar
            </Button>
            {set !== null && (
              <Button variant="subtle" color="gray" onClick={() => void put(null)}>
                Tirar o lembrete
              </Button>
            )}
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

const soon = [
  ['Amanhã', 1],
  ['Em 3 dias', 3],
  ['Em 1 semana', 7],
] as const
