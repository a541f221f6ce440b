import { Link, useParams } from '@tanstack/react-router'
import { can, isStaff, permission } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { isLocked, type AnyResource } from '#kernel/resource.ts'
import { Conversation } from '#features/support/tickets/conversation/Conversation.tsx'
import { numbered, withoutRequester } from '#features/support/tickets/ticket/conversation.ts'
import { DueHour } from '#features/support/tickets/due/DueHour.tsx'
import { RequesterInput } from '#features/support/tickets/RequesterInput.tsx'
import { StateChip } from '#features/support/tickets/ticket/StateChip.tsx'
import { ticketMessages, tickets } from '#features/support/tickets/ticket/tickets.ts'
import { TicketSide } from '#features/support/tickets/TicketSide.tsx'
import { useAnswer } from '#web/call.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { DetailScreen, EditForm, Facts, useRow } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { Band } from '#web/ui/Band.tsx'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'
import { fullTime } from '#web/ui/time.ts'
import styles from '#features/support/tickets/ticket/tickets.module.css'

/** A ticket: its conversation first, with what it is about beside it. */
export default function TicketScreen() {
  const staff = isStaff(useUser())
  const shown = useShown()
  return (
    <DetailScreen resource={shown} {...(!staff && { list: 'Meus chamados' })} facts={row => <TicketFacts row={row} />}>
      {(read, writable) => (staff ? <Areas read={read} writable={writable} /> : <Told read={read} />)}
    </DetailScreen>
  )
}

/** A ticket, which nobody takes whose it is already. */
function useShown(): AnyResource {
  const user = useUser()
  const { uuid = '' } = useParams({ strict: false })
  const { data } = useRow(tickets, uuid)
  const { assumir, ...others } = tickets.actions ?? {}
  return {
    ...tickets,
    actions: data?.row.owner_id === user.id || !assumir ? others : { assumir, ...others },
  }
}

function TicketFacts({ row }: { readonly row: ReadRow['row'] }) {
  const staff = isStaff(useUser())
  const settled = isLocked(tickets, row)
  return (
    <>
      <StateChip status={row.status} />
      <span className="id">{numbered(row.id)}</span>
      {staff && !settled && <DueHour due={row.reply_by} />}
      <span>{nameOfRef(row.client)}</span>
      <span>
        Aberto por {nameOfRef(row.opened_user) || 'alguém'} em {fullTime(row.created_at)}
      </span>
      {settled && nameOfRef(row.closed_user) && <span>Fechado por {nameOfRef(row.closed_user)}</span>}
    </>
  )
}

const areas = [
  { name: 'conversa', label: 'Conversa' },
  { name: 'dados', label: 'Dados' },
] as const

interface JoinedTicket {
  readonly id: number
  readonly uuid: string
  readonly name: string
}
/** Those that go on in a ticket: their words are read with its own. */
function useJoined(id: number): readonly JoinedTicket[] {
  const query = { 'filter[merged_id]': id, pagination: 'false', columns: 'name', sort: 'id' }
  const { data } = useAnswer(callsOf(tickets).list, { query })
  return data?.data ?? noTickets
}
const noTickets: readonly JoinedTicket[] = []

const useSpeaks = (row: ReadRow['row']) =>
  can(useUser(), permission(ticketMessages, 'store')) && row.active && !isLocked(tickets, row)

function Areas({ read, writable }: { readonly read: ReadRow; readonly writable: boolean }) {
  const [tab, show] = useTab(areas.map(({ name }) => name))
  const { row } = read
  const joined = useJoined(row.id)
  const open = useSpeaks(row)
  useFieldGuide(writable ? { open: () => show('dados') } : {})
  return (
    <Tabs tabs={areas} shown={tab} onShow={show}>
      {tab === 'conversa' ? (
        <div className={styles.desk}>
          <div>
            <Onward row={row} />
            <Conversation ticket={row} joined={joined.map(({ id }) => id)} open={open} />
          </div>
          <TicketSide row={row} joined={joined} />
        </div>
      ) : writable ? (
        <EditForm
          resource={withoutRequester(tickets)}
          read={read}
          helper={form => (
            <div className={styles.besides}>
              <RequesterInput form={form} />
            </div>
          )}
        />
      ) : (
        <Facts resource={tickets} row={row} />
      )}
    </Tabs>
  )
}

/** Shows clients the conversation and the composer. */
function Told({ read: { row } }: { readonly read: ReadRow }) {
  const joined = useJoined(row.id)
  return (
    <div className={styles.told}>
      <Onward row={row} />
      <Conversation ticket={row} joined={joined.map(({ id }) => id)} open={useSpeaks(row)} />
    </div>
  )
}

function Onward({ row }: { readonly row: ReadRow['row'] }) {
  if (!isRecord(row.merged)) return null
  return (
    <Band tone="info" className={styles.onward ?? ''}>
      <div>
        A conversa continua no chamado{' '}
        <Link to={`/tickets/${String(row.merged.uuid)}`}>
          {numbered(row.merged.id)} {nameOfRef(row.merged)}
        </Link>
        .
      </div>
    </Band>
  )
}
