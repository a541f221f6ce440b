import { can, permission } from '#kernel/access.ts'
import { isLocked } from '#kernel/resource.ts'
import { TicketThread } from '#features/tickets/TicketThread.tsx'
import { ticketMessages, tickets } from '#features/tickets/tickets.ts'
import { nameOfRef, Show } from '#web/kinds/Show.tsx'
import { DetailScreen, EditForm, Facts, type ReadRow } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'
import { fullTime } from '#web/ui/time.ts'

/** A ticket: its conversation first, then what it is about. */
const TicketScreen = () => (
  <DetailScreen resource={tickets} facts={row => <TicketFacts row={row} />}>
    {(read, writable) => <Areas read={read} writable={writable} />}
  </DetailScreen>
)
export default TicketScreen

function TicketFacts({ row }: { readonly row: ReadRow['row'] }) {
  const settled = isLocked(tickets, row)
  return (
    <>
      <Show field={tickets.fields.status} value={row.status} />
      <span>{nameOfRef(row.client)}</span>
      <span>
        {nameOfRef(row.module)} · {nameOfRef(row.type)}
      </span>
      <span>
        Aberto por {nameOfRef(row.opened_user) || 'alguém'} em {fullTime(row.created_at)}
      </span>
      {!settled && typeof row.reply_by === 'string' && <span>Responder até {fullTime(row.reply_by)}</span>}
      {settled && <span>Fechado por {nameOfRef(row.closed_user)}</span>}
    </>
  )
}

const areas = [
  { name: 'conversa', label: 'Conversa' },
  { name: 'dados', label: 'Dados' },
] as const

function Areas({ read, writable }: { readonly read: ReadRow; readonly writable: boolean }) {
  const user = useUser()
  const [tab, show] = useTab(areas.map(({ name }) => name))
  const { row } = read
  const speaks = row.active && !isLocked(tickets, row) && can(user, permission(ticketMessages, 'store'))
  return (
    <Tabs tabs={areas} shown={tab} onShow={show}>
      {tab === 'conversa' ? (
        <TicketThread id={row.id} open={speaks} />
      ) : writable ? (
        <EditForm resource={tickets} read={read} />
      ) : (
        <Facts resource={tickets} row={row} />
      )}
    </Tabs>
  )
}
