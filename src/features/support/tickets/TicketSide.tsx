import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can, permission } from '#kernel/access.ts'
import { isLocked } from '#kernel/resource.ts'
import { showMonth } from '#kernel/show.ts'
import { DueHour } from '#features/support/tickets/due/DueHour.tsx'
import { numbered } from '#features/support/tickets/ticket/conversation.ts'
import { MergeActs } from '#features/support/tickets/merge/MergeDialog.tsx'
import { PriorityChip } from '#features/support/tickets/ticket/PriorityChip.tsx'
import { Reminder } from '#features/support/tickets/due/Reminder.tsx'
import { Steps } from '#features/support/tickets/steps/Steps.tsx'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { linesOf } from '#parts/line/line.ts'
import { PersonName } from '#parts/person/PersonName.tsx'
import { nameOfRef } from '#web/kinds/Show.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { Card } from '#web/ui/Card.tsx'
import { fullTime } from '#web/ui/time.ts'
import styles from '#features/support/tickets/ticket/tickets.module.css'

/** What a ticket may be about: its field, and where that opens. */
const ties = [
  ['station', 'Estação', 'stations'],
  ['station_link', 'Enlace', 'station-links'],
  ['collect', 'Coleta', 'collects'],
  ['bill', 'Cobrança', 'bills-to-receive'],
  ['document', 'Documento', 'documents'],
] as const

interface Props {
  readonly row: ReadRow['row']
  readonly joined: readonly { readonly id: number; readonly uuid: string; readonly name: string }[]
}

/** Shows staff the data and steps of a ticket; on a small screen it starts folded. */
export function TicketSide({ row, joined }: Props) {
  const user = useUser()
  const open = row.active && !isLocked(tickets, row)
  const related = [...linesOf(row.related), ...linesOf(row.related_by)].map(({ ticket }) => ticket).filter(isRecord)
  const others = related.filter(({ id }, at) => related.findIndex(each => each.id === id) === at)
  return (
    <details className={styles.side} open={!matchMedia('(max-width: 991px)').matches}>
      <summary>Sobre o chamado</summary>
      <Card>
        <dl className={styles.facts}>
          <Fact label="Cliente">
            <Opened path="clients" of={row.client} />
          </Fact>
          <Fact label="Solicitante">{nameOfRef(row.requester) || 'Ninguém do cliente ainda'}</Fact>
          <Fact label="Responsável">
            <PersonName person={row.owner} inline />
          </Fact>
          {isRecord(row.team) && <Fact label="Equipe">{nameOfRef(row.team)}</Fact>}
          <Fact label="Prioridade">
            <PriorityChip value={row.priority} />
          </Fact>
          {!isLocked(tickets, row) && typeof row.reply_by === 'string' && (
            <Fact label="Responder até">
              <DueHour due={row.reply_by} />
            </Fact>
          )}
          <Fact label="Lembrar em">
            <Reminder uuid={row.uuid} day={row.remind_on} able={open && can(user, permission(tickets, 'update'))} />
          </Fact>
          <Fact label="Assunto">
            {nameOfRef(row.module)} · {nameOfRef(row.type)}
          </Fact>
          {ties.map(
            ([field, label, path]) =>
              isRecord(row[field]) && (
                <Fact key={field} label={label}>
                  <Opened path={path} of={coletaName(row[field])} />
                </Fact>
              ),
          )}
          {others.length > 0 && (
            <Fact label="Relacionados">
              <Listed of={others} />
            </Fact>
          )}
          {joined.length > 0 && (
            <Fact label="Mesclados aqui">
              <Listed of={joined} />
            </Fact>
          )}
          <Fact label="Aberto em">{fullTime(row.created_at)}</Fact>
        </dl>
        <div className={styles.acts}>
          <MergeActs row={row} />
        </div>
      </Card>
      <Steps ticket={row} open={open} />
    </details>
  )
}

/** A coleta is named by its month, since its client appears above. */
const coletaName = (of: unknown) =>
  isRecord(of) && typeof of.year === 'number' && typeof of.month === 'number'
    ? { ...of, name: showMonth(of.year, of.month) }
    : of

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Opened({ path, of }: { readonly path: string; readonly of: unknown }) {
  const user = useUser()
  if (!isRecord(of)) return null
  return can(user, `${path}.show`) ? <Link to={`/${path}/${String(of.uuid)}`}>{nameOfRef(of)}</Link> : nameOfRef(of)
}

const Listed = ({ of }: { readonly of: readonly Readonly<Record<string, unknown>>[] }) => (
  <ul>
    {of.map(each => (
      <li key={String(each.id)}>
        <Link to={`/tickets/${String(each.uuid)}`}>
          {numbered(each.id)} {String(each.name)}
        </Link>
      </li>
    ))}
  </ul>
)
