import { ActionIcon, Button, Checkbox, Menu, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { can, permission } from '#kernel/access.ts'
import { actOf, callsOf } from '#kernel/call.ts'
import { addTemplateSteps } from '#features/support/tickets/ticket/api.ts'
import { ticketSteps, type TicketStep } from '#features/support/tickets/ticket/steps.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { fullTime } from '#web/ui/time.ts'
import styles from '#features/support/tickets/steps/steps.module.css'

const calls = callsOf(ticketSteps)
const [finishStep, reopenStep] = [actOf(ticketSteps, 'concluir'), actOf(ticketSteps, 'reabrir')]

interface Props {
  readonly ticket: { readonly id: number; readonly uuid: string }
  /** May the ticket change? */
  readonly open: boolean
}

/** What is to be done in a ticket, ticked by whom and when; colleagues alone see it. */
export function Steps({ ticket, open }: Props) {
  const user = useUser()
  const renew = useRenewal(addTemplateSteps)
  const [refusal, refuse] = useState<string | null>(null)
  const may = (verb: string) => open && can(user, permission(ticketSteps, verb))
  const query = { 'filter[ticket_id]': ticket.id, active: 'true', pagination: 'false', sort: 'id' }
  const { data } = useAnswer(calls.list, { query }, { enabled: can(user, calls.list.id) })
  const steps = data?.data ?? []
  /** A refusal is shown beside the steps. */
  async function act(work: () => Promise<unknown>) {
    refuse(null)
    try {
      await work()
      return true
    } catch (error) {
      refuse(reasonOf(error))
      return false
    } finally {
      await renew()
    }
  }
  const quiet = { quiet: true } as const
  if (!data || (!steps.length && !may('store'))) return null
  const finished = steps.filter(({ done }) => done).length
  return (
    <Card
      className={styles.card ?? ''}
      title={<>Passos {steps.length > 0 && <span className="meta">{`${finished}/${steps.length}`}</span>}</>}
    >
      <ul className={styles.steps}>
        {steps.map(step => (
          <Step
            key={step.uuid}
            step={step}
            ticks={may(step.done ? 'reabrir' : 'concluir')}
            removes={may('destroy')}
            onTick={() =>
              act(() => sendCall(step.done ? reopenStep : finishStep, { id: step.uuid, body: undefined }, quiet))
            }
            onRemove={() => void act(() => sendCall(calls.remove, { id: step.uuid }, quiet))}
          />
        ))}
      </ul>
      {may('store') && (
        <NewStep
          onAdd={(name, required) =>
            act(() => sendCall(calls.create, { body: { ticket_id: ticket.id, name, required } }, quiet))
          }
        />
      )}
      {open && can(user, addTemplateSteps.id) && (
        <FromTemplate
          onChoose={template =>
            void act(() => sendCall(addTemplateSteps, { id: ticket.uuid, body: { template } }, quiet))
          }
        />
      )}
      {refusal && (
        <p role="alert" className="wrong">
          {refusal}
        </p>
      )}
    </Card>
  )
}

interface StepRowProps {
  readonly step: TicketStep
  readonly ticks: boolean
  readonly removes: boolean
  readonly onTick: () => Promise<unknown>
  readonly onRemove: () => void
}

function Step({ step: { name, required, done, done_user, done_at }, ticks, removes, onTick, onRemove }: StepRowProps) {
  // It is shown ticked at once, and as the server has it once that is known.
  const [pressed, press] = useState<boolean | null>(null)
  const tick = () => {
    if (pressed !== null) return
    press(!done)
    void onTick().finally(() => press(null))
  }
  const who = nameOfRef(done_user)
  const told = done && done_at ? `${who || 'Alguém'}, ${fullTime(done_at)}` : required ? 'Obrigatório' : undefined
  return (
    <li>
      <Checkbox label={name} description={told} checked={pressed ?? done} disabled={!ticks} onChange={tick} />
      {removes && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Tirar o passo ${name}`} onClick={onRemove}>
          <IconX size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

function NewStep({ onAdd }: { readonly onAdd: (name: string, required: boolean) => Promise<boolean> }) {
  const [name, call] = useState('')
  const [required, require] = useState(false)
  async function add(event: FormEvent) {
    event.preventDefault()
    if (name.trim() && (await onAdd(name.trim(), required))) call('')
  }
  return (
    <form className={styles.fresh} onSubmit={event => void add(event)}>
      <TextInput
        aria-label="Novo passo"
        placeholder="Novo passo"
        maxLength={200}
        value={name}
        onChange={event => call(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!name.trim()}>
        Adicionar
      </Button>
      {name.trim() && (
        <Checkbox
          label="Obrigatório para finalizar"
          checked={required}
          onChange={event => require(event.currentTarget.checked)}
        />
      )}
    </form>
  )
}

function FromTemplate({ onChoose }: { readonly onChoose: (template: number) => void }) {
  const able = can(useUser(), permission(ticketTemplates, 'index'))
  const [open, setOpen] = useState(false)
  const query = { 'filter[has_steps]': 'true', pagination: 'false', active: 'true', sort: 'name', columns: 'name' }
  const { data } = useAnswer(callsOf(ticketTemplates).list, { query }, { enabled: able && open })
  if (!able) return null
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm">
          Passos de um modelo…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(data?.data ?? []).map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => onChoose(id)}>
            {name}
          </Menu.Item>
        ))}
        {data && !data.data.length && <Menu.Label>Nenhum modelo tem passos</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}
