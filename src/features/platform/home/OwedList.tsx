import { Link } from '@tanstack/react-router'
import { can, type User } from '#kernel/access.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import type { Tone } from '#kernel/field.ts'
import { listOwed, type OwedThing } from '#features/platform/home/api.ts'
import { PayLine } from '#features/billing/bills/boleto/PayLine.tsx'
import { slipFileName } from '#features/billing/bills/slip/file-name.ts'
import { cutoffDay, periodOf, previous } from '#parts/period/period.ts'
import { distance } from '#features/regulatory/obligations/when.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/platform/home/home.module.css'

/** All that waits for people of a client, in one list: each line leads to where it is done. */
export function OwedList({ today }: { readonly today: string }) {
  const user = useUser()
  // What was just done elsewhere is gone from it at once.
  const { data: answer, error, isPending, refetch } = useAnswer(listOwed, {}, { staleTime: 0 })
  const data = answer?.data
  const several = new Set(data?.map(({ client }) => client.uuid)).size > 1
  return (
    <Card
      className={styles.panel}
      title={<>O que falta da sua parte {data && data.length > 0 && <span className="meta">{data.length}</span>}</>}
    >
      <Awaited waiting={isPending} lines={5} height={48}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && !data.length && (
          <p className={styles.empty}>Tudo em dia: nenhuma coleta, documento, conta ou resposta espera por você.</p>
        )}
        {data && data.length > 0 && (
          <List wrap className={styles.owed}>
            {data.map(each => (
              <Line key={`${each.kind} ${each.client.uuid} ${each.uuid}`} owed={each} {...{ today, several, user }} />
            ))}
          </List>
        )}
      </Awaited>
    </Card>
  )
}

interface OwedLineProps {
  readonly owed: OwedThing
  readonly today: string
  /** The client is named: there are others. */
  readonly several: boolean
  readonly user: User
}
function Line({ owed, today, several, user }: OwedLineProps) {
  const { client, fistel, bar_code } = owed
  const { words, to, about } = taskOf(owed, user)
  const [tone, standing] = standingOf(owed, today)
  const facts = [about, several && client.name, fistel && `fistel ${fistel}`, deadlineWords(owed, today)]
    .filter(Boolean)
    .join(' · ')
  return (
    <li>
      <div>
        {to ? <Link to={to}>{words}</Link> : <strong>{words}</strong>}
        {facts && <div className="meta">{facts}</div>}
        {owed.kind === 'conta' && (
          <PayLine bill={owed.uuid} line={bar_code} file={slipFileName(client.name, owed.due ?? today)} />
        )}
      </div>
      <StatusChip tone={tone}>{standing}</StatusChip>
    </li>
  )
}

/** By when the office wants a coleta, to have time to check it; its last day is beside it. */
function deadlineWords({ kind, due }: OwedThing, today: string) {
  const day = kind === 'coleta' && due !== null && cutoffDay(previous(periodOf(due)))
  return day && day >= today && `até ${showDate(day)}, há tempo de conferir`
}

/** What is to be done, where, and what it is about. */
function taskOf({ kind, uuid, name, client, amount }: OwedThing, user: User) {
  switch (kind) {
    case 'pergunta':
      return {
        words: `Responder: ${name}`,
        to: `/collects/${uuid}`,
        about: 'A consultoria espera a resposta para enviar a coleta',
      }
    case 'coleta':
      return { words: `Preencher a coleta de ${name}`, to: `/collects/${uuid}`, about: null }
    case 'documento':
      return { words: `Enviar ${name}`, to: `/clients/${client.uuid}?tab=documentos`, about: null }
    case 'conta':
      return {
        words: `Pagar ${showMoney(amount ?? 0)}`,
        to: can(user, 'bills-to-receive.show')
          ? `/bills-to-receive/${uuid}`
          : can(user, 'clients.extrato')
            ? `/clients/${client.uuid}?tab=financeiro`
            : null,
        about: name,
      }
    case 'chamado':
      return { words: `Responder: ${name}`, to: `/tickets/${uuid}`, about: 'A consultoria escreveu por último' }
  }
}

/** Answers the state in a word and a day: only what depends on the client is late. */
function standingOf({ kind, due, late }: OwedThing, today: string): readonly [Tone, string] {
  if (kind === 'chamado' || kind === 'pergunta') return ['info', 'Espera sua resposta']
  if (due === null) return ['erro', 'Faltando']
  if (kind === 'coleta')
    return late ? ['erro', `Atrasada, era até ${showDate(due)}`] : ['atencao', `Até ${showDate(due)}`]
  if (late) return ['erro', `Venceu ${kind === 'conta' ? distance(due, today) : `em ${showDate(due)}`}`]
  return ['atencao', due === today ? 'Vence hoje' : `Vence em ${showDate(due)}`]
}
