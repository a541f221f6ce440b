import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { PeriodInput } from '#features/regulatory/collects/coleta/PeriodInput.tsx'
import { downloadSummary, readSummary, sendSummary, type ClientSummary } from '#features/regulatory/regularity/api.ts'
import { chosenOf, summaryText } from '#features/regulatory/regularity/summary.ts'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { periodOf } from '#parts/period/period.ts'
import { messageOf } from '#web/api-error.ts'
import { callPath, useAnswer, useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/regulatory/regularity/regularity.module.css'

interface Props {
  readonly client: string
  readonly onClose: () => void
}

/** What was done and what is missing in a month, chosen line by line, to be copied or sent. */
export function SummaryDialog({ client, onClose }: Props) {
  const [month, look] = useState(() => dayIn(new Date()).day.slice(0, 7))
  const read = useAnswer(readSummary, { id: client, query: { month } }, { staleTime: 0 })
  return (
    <Dialog opened onClose={onClose} title="Resumo para enviar" size="lg">
      <NoMail />
      <div className={styles.summary}>
        <PeriodInput
          label="Mês"
          value={periodOf(`${month}-01`)}
          onChange={next => look(`${next.year}-${String(next.month).padStart(2, '0')}`)}
        />
        {read.error && !read.data ? (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        ) : read.data ? (
          <SummaryChoice key={month} summary={read.data} onClose={onClose} />
        ) : (
          <Skeletons waiting={read.isPending} lines={5} height={24} />
        )}
      </div>
    </Dialog>
  )
}

const parts = [
  ['Feito', true],
  ['Falta', false],
] as const

function SummaryChoice({ summary, onClose }: { readonly summary: ClientSummary; readonly onClose: () => void }) {
  const { lines, subject } = summary
  const [left, leave] = useState<readonly string[]>([])
  const chosen = chosenOf(lines, left)
  const turn = (key: string) =>
    leave(before => (before.includes(key) ? before.filter(each => each !== key) : [...before, key]))
  const text = summaryText(subject, chosen)
  if (!lines.length) return <p className="meta">Nada neste mês.</p>
  return (
    <>
      <div className={styles.lines}>
        {parts.map(([title, done]) => {
          const own = lines.filter(line => line.done === done)
          return (
            own.length > 0 && (
              <Checkbox.Group key={title} label={title} value={chosenOf(own, left).map(({ key }) => key)}>
                {own.map(({ key, text: said }) => (
                  <Checkbox key={key} value={key} label={said} my={6} onChange={() => turn(key)} />
                ))}
              </Checkbox.Group>
            )
          )
        })}
      </div>
      <pre className={styles.preview} aria-label="Como fica" tabIndex={0}>
        {text}
      </pre>
      <SummaryActs summary={summary} left={left} text={text} onClose={onClose} />
    </>
  )
}

interface SummaryActsProps {
  readonly summary: ClientSummary
  /** Keys of the lines that do not go. */
  readonly left: readonly string[]
  readonly text: string
  readonly onClose: () => void
}
function SummaryActs({ summary: { client, month, contacts, lines }, left, text, onClose }: SummaryActsProps) {
  const user = useUser()
  const chosen = chosenOf(lines, left).map(({ key }) => key)
  const [email, choose] = useState(contacts[0]?.email ?? null)
  const { send } = useCall(sendSummary)
  const sending = useMutation({
    mutationFn: (to: string) => send({ id: client.uuid, body: { month, lines: chosen, email: to } }, { quiet: true }),
    onSuccess: ({ message }) => {
      toast(message)
      onClose()
    },
  })
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast('Resumo copiado.')
    } catch {
      toast('O navegador não deixou copiar: selecione o texto e copie.')
    }
  }
  const sends = can(user, sendSummary.id)
  return (
    <>
      {sends && contacts.length > 0 && (
        <Select
          label="Para"
          data={contacts.map(contact => ({ value: contact.email, label: `${contact.name} · ${contact.email}` }))}
          value={email}
          onChange={choose}
          allowDeselect={false}
        />
      )}
      {sends && !contacts.length && <p className="meta">O cliente está sem usuário e sem e-mail: copie o texto.</p>}
      {sending.error && <p role="alert">{messageOf(sending.error)}</p>}
      <Group justify="flex-end">
        {can(user, downloadSummary.id) && chosen.length > 0 && (
          <SavePdf
            url={callPath(downloadSummary, { id: client.uuid, query: { month } })}
            name="resumo.pdf"
            query={{ month, ...(left.length && { left: left.join(',') }) }}
          >
            Baixar PDF
          </SavePdf>
        )}
        <Button variant="default" disabled={!chosen.length} onClick={() => void copy()}>
          Copiar
        </Button>
        {sends && contacts.length > 0 && (
          <BusyButton
            busy={sending.isPending}
            doing="Enviando…"
            disabled={!chosen.length || !email}
            onClick={() => email && sending.mutate(email)}
          >
            Enviar por e-mail
          </BusyButton>
        )}
      </Group>
    </>
  )
}
