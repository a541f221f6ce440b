import { Button } from '@mantine/core'
import { useState } from 'react'
import { filterName } from '#kernel/condition.ts'
import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { OwnTickets } from '#features/support/tickets/OwnTickets.tsx'
import { DueHour } from '#features/support/tickets/due/DueHour.tsx'
import { MacroBulk } from '#features/support/tickets/macros/MacroBulk.tsx'
import { PriorityChip } from '#features/support/tickets/ticket/PriorityChip.tsx'
import { StateChip } from '#features/support/tickets/ticket/StateChip.tsx'
import { ticketStates, tickets } from '#features/support/tickets/ticket/tickets.ts'
import { MineOnly } from '#parts/person/MineOnly.tsx'
import { PersonName } from '#parts/person/PersonName.tsx'
import { SetPerson } from '#parts/person/SetPerson.tsx'
import { useRefOptions } from '#web/kinds/useRef.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { toSearch, type Search } from '#web/table/address.ts'
import { useSearch, type ListedRow } from '#web/table/useList.ts'
import { ago, fullTime } from '#web/ui/time.ts'
import styles from '#features/support/tickets/ticket/tickets.module.css'

/** Shows all tickets to staff, and to clients their own. */
export default function TicketList() {
  return isStaff(useUser()) ? <DeskList /> : <OwnTickets />
}

function Spoken({ row: { spoken_at, spoken_user, created_at } }: { readonly row: ListedRow }) {
  const [now] = useState(() => Date.now())
  const who = nameOfRef(spoken_user).split(' ')[0]
  return (
    <>
      {typeof spoken_at === 'string' ? (
        <time dateTime={spoken_at} title={fullTime(spoken_at)}>
          {ago(spoken_at, now)}
          {who && ` · ${who}`}
        </time>
      ) : (
        'Nada escrito'
      )}
      <small className={styles.age}>aberto {ago(created_at, now).replace(/\/\d{4}$/, '')}</small>
    </>
  )
}

/** Shows its state, and the day until which it rests. */
const StateAndDay = ({ row: { status, remind_on } }: { readonly row: ListedRow }) => (
  <>
    <StateChip status={status} />
    {typeof remind_on === 'string' && <small className={styles.day}>Lembrar em {showDate(remind_on)}</small>}
  </>
)

const cells = {
  priority: ({ priority }: ListedRow) => <PriorityChip value={priority} />,
  owner: ({ owner }: ListedRow) => <PersonName person={owner} />,
  reply_by: ({ reply_by }: ListedRow) => (reply_by === null ? null : <DueHour due={reply_by} />),
  status: (row: ListedRow) => <StateAndDay row={row} />,
  spoken_at: (row: ListedRow) => <Spoken row={row} />,
}

const DeskList = () => (
  <ListScreen
    resource={tickets}
    cells={cells}
    head={<Quick />}
    bulk={(rows, clear) => (
      <>
        <SetPerson of={tickets} uuids={rows.map(({ uuid }) => uuid)} empty="fica sem dono" onDone={clear} />
        <MacroBulk uuids={rows.map(({ uuid }) => uuid)} onDone={clear} />
      </>
    )}
  />
)

/** What is looked for again and again, a press each. */
function Quick() {
  const { search, open } = useSearch(tickets)
  const [today] = useState(() => dayIn(new Date()).day)
  const { data: states = [] } = useRefOptions('statuses', {}, true, { model: 'Ticket' })
  const idOf = (name: string) => states.find(({ label }) => label === name)?.value
  const [ours, theirs] = [idOf(ticketStates.open), idOf(ticketStates.waiting)]
  const [owner, status] = [filterName('owner_id'), filterName('status_id')]
  const [rests, later] = [filterName('remind_on'), filterName('remind_on', 'gte')]
  const press = (label: string, wanted: Search) => {
    const on = Object.entries(wanted).every(([name, value]) => search[name] === value)
    const others = Object.entries(search).filter(([name]) => name !== 'page' && !Object.hasOwn(wanted, name))
    // A filter for what is empty is put in the address as it is.
    const next: Search = { ...Object.fromEntries(others), ...(!on && wanted) }
    return (
      <Button
        key={label}
        variant={on ? 'light' : 'default'}
        aria-pressed={on}
        onClick={() => open(toSearch(next).slice(1))}
      >
        {label}
      </Button>
    )
  }
  return (
    <div className={styles.quick} role="group" aria-label="Filtros rápidos">
      <MineOnly of={tickets} by="owner_id" />
      {press('Sem dono', { [owner]: '' })}
      {ours !== undefined && press('Aguardando nós', { [status]: ours, [rests]: '' })}
      {theirs !== undefined && press('Aguardando cliente', { [status]: theirs })}
      {press('Com lembrete', { [later]: today })}
    </div>
  )
}
