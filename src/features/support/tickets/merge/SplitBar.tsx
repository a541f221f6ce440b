import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { count } from '#kernel/text.ts'
import { splitTicket } from '#features/support/tickets/ticket/api.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { reasonOf } from '#web/api-error.ts'
import { sendCall } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/support/tickets/messages/message.module.css'

interface Props {
  readonly ticket: { readonly uuid: string }
  /** The uuids of what goes. */
  readonly chosen: ReadonlySet<string>
  readonly onEnd: () => void
}

/** The name of a new ticket for the marked messages, and what becomes of them. */
export function SplitBar({ ticket, chosen, onEnd }: Props) {
  const queries = useQueryClient()
  const go = useNavigate()
  const [name, call] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const words = count(chosen.size, { one: 'mensagem', many: 'mensagens', gender: 'f' })
  async function split(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    refuse(null)
    try {
      const { message, data } = await sendCall(
        splitTicket,
        { id: ticket.uuid, body: { name: name.trim(), messages: [...chosen] } },
        { quiet: true },
      )
      onEnd()
      await queries.invalidateQueries()
      toast(message)
      await go({ to: `/${tickets.path}/${data.uuid}` })
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.split} aria-label="Separar em outro chamado" onSubmit={event => void split(event)}>
      <p>
        <strong>{words} em um chamado novo</strong>, do mesmo cliente e do mesmo solicitante. Anexos vão junto, notas
        continuam notas, e os dois chamados ficam relacionados. Marque acima o que vai.
      </p>
      <TextInput
        label="Título do chamado novo"
        data-autofocus
        maxLength={160}
        value={name}
        error={refusal}
        onChange={event => call(event.currentTarget.value)}
      />
      <div className={styles.splitActs}>
        <BusyButton type="submit" busy={busy} doing="Separando…" disabled={!name.trim() || !chosen.size}>
          {`Separar ${words}`}
        </BusyButton>
        <Button variant="subtle" color="gray" onClick={onEnd}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
