import { Button } from '@mantine/core'
import { can } from '#kernel/access.ts'
import { showDate, showInstant } from '#kernel/show.ts'
import { pauseDunning, readDunning } from '#features/billing/bills/dunning/api.ts'
import { dunningStepInWords } from '#features/billing/bills/dunning/dunning.ts'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { mailStates, mailTones, type MailState } from '#parts/outbox/outbox.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

interface Props {
  readonly bill: string
  readonly client: string
}
const isState = (state: string | null): state is MailState => state !== null && state in mailStates

/** What was written to the client about a bill, and what comes next. */
export function DunningArea({ bill, client }: Props) {
  const pauses = can(useUser(), pauseDunning.id)
  const { data, error, isPending, refetch } = useAnswer(readDunning, { id: bill })
  const { busy, refusal, run } = useSendingActs()
  const { send } = useCall(pauseDunning)
  const pause = (paused: boolean) => run(() => send({ id: client, body: { paused } }, { quiet: true, timeout: 60_000 }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={3} height={32} />
  const next = data.next && `O próximo aviso vai em ${showDate(data.next)}, ou no dia útil seguinte.`
  return (
    <>
      <NoMail />
      <Bar>
        <span className={styles.grow}>{data.stopped ?? next ?? 'Não há mais aviso na régua.'}</span>
        {pauses && (
          <Button variant="default" disabled={busy} onClick={() => void pause(!data.paused)}>
            {data.paused ? 'Retomar a cobrança do cliente' : 'Pausar a cobrança do cliente'}
          </Button>
        )}
      </Bar>
      {refusal && (
        <p role="alert" className="wrong">
          {refusal}
        </p>
      )}
      {data.sent.length === 0 ? (
        <p className="meta">Nenhum aviso enviado sobre esta conta.</p>
      ) : (
        <List boxed wrap aria-label="Avisos enviados">
          {data.sent.map(({ step, at, recipient, skipped, mail }) => (
            <li key={step}>
              <div>
                <strong>{`Aviso ${dunningStepInWords(step)}`}</strong>
                <div className="meta">{`${showInstant(at)} · ${skipped ? 'não foi: o dia dele já tinha passado quando a régua mudou' : (recipient ?? 'ninguém para avisar: o cliente está sem e-mail')}`}</div>
              </div>
              {isState(mail) && <StatusChip tone={mailTones[mail]}>{mailStates[mail]}</StatusChip>}
            </li>
          ))}
        </List>
      )}
    </>
  )
}
