import { IconCheck, IconCircle, IconClock, IconNumber0, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, type KeyboardEvent } from 'react'
import type { MonthCell, YearRow } from '#features/regulatory/month/schema.ts'
import { tallyOf } from '#features/regulatory/month/months.ts'
import { outcomes, type MonthOutcome } from '#features/regulatory/month/outcomes.ts'
import styles from '#features/regulatory/month/year.module.css'
import { lapsedInWords } from '#parts/tenure/tenure.ts'
import { label, type Period } from '#parts/period/period.ts'
import { Table, type Column } from '#web/table/Table.tsx'

const icons = {
  prazo: IconCheck,
  atrasada: IconClock,
  ausente: IconX,
  zerada: IconNumber0,
  dispensada: IconCircle,
  aberta: null,
  'nao-esperada': null,
} as const satisfies Record<MonthOutcome, unknown>

interface Props {
  readonly months: readonly Period[]
  readonly rows: readonly YearRow[]
}

/** Clients by months: one letter a month, arrow keys between them, the coleta a click away. */
export function YearTable({ months, rows }: Props) {
  const columns = useMemo(() => columnsOf(months, rows), [months, rows])
  return (
    <Table
      label="Doze meses"
      caption={`Coletas de ${months.map(label).join(', ')}. Setas andam; Enter abre a coleta.`}
      columns={columns}
      rows={rows}
      keyOf={({ fistel }) => fistel.uuid}
      step={150}
      look="scrolling"
      className={styles.year}
      tabIndex={-1}
      onKeyDown={move}
    />
  )
}

type Tallied = NonNullable<ReturnType<typeof tallyOf>>
const totals: readonly { readonly name: string; readonly of: (tally: Tallied) => string }[] = [
  { name: 'Taxa de entrega', of: ({ missing }) => `${100 - missing}%` },
  { name: 'No prazo', of: ({ onTime }) => `${onTime}%` },
  { name: 'Em atraso', of: ({ late }) => `${late}%` },
  { name: 'Ausentes', of: ({ missing }) => `${missing}%` },
]

const columnsOf = (months: readonly Period[], rows: readonly YearRow[]): readonly Column<YearRow>[] => [
  {
    key: 'client',
    title: 'Cliente',
    totals: totals.map(({ name }) => name),
    names: true,
    className: styles.client,
    cell: ({ client, fistel, service, empresa, lapsed }) => (
      <>
        <Link to={`/clients/${client.uuid}?tab=coletas`}>{client.name}</Link>
        <span className="meta">
          {[lapsed && lapsedInWords(lapsed), service, fistel.name, empresa?.name].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  ...months.map(label).map((name, i): Column<YearRow> => {
    const tally = tallyOf(rows.flatMap(({ cells }) => cells[i] ?? []))
    return {
      key: name,
      title: (
        <>
          {name.slice(0, 3)}
          <br />
          {name.slice(-2)}
        </>
      ),
      totals: totals.map(({ of }) => (tally ? of(tally) : '–')),
      className: styles.month,
      cell: ({ client, cells }, at) =>
        cells[i] && <Mark cell={cells[i]} of={`${client.name}, ${name}`} place={`${at} ${i}`} />,
    }
  }),
]

interface MarkProps {
  readonly cell: MonthCell
  /** 'Vale Net, out/2026'. */
  readonly of: string
  /** Row and column; Tab comes in at the first, and from there arrows go on. */
  readonly place: string
}
function Mark({ cell: { outcome, late, collect }, of, place }: MarkProps) {
  const { letter, name } = outcomes[outcome]
  const Icon = icons[outcome]
  const said = `${of}: ${name.toLowerCase()}${outcome === 'zerada' && late ? ', em atraso' : ''}`
  const common = {
    tabIndex: place === '0 0' ? 0 : -1,
    'data-outcome': outcome,
    'data-place': place,
    'aria-label': said,
    title: said,
    className: styles.mark,
  }
  const drawn = (
    <>
      {Icon && <Icon size={12} stroke={2} aria-hidden />}
      <span aria-hidden>{letter}</span>
    </>
  )
  return collect ? (
    <Link to={`/collects/${collect}`} {...common}>
      {drawn}
    </Link>
  ) : (
    <span role="img" {...common}>
      {drawn}
    </span>
  )
}

const moves: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
  Home: [0, -11],
  End: [0, 11],
}
/** Arrows go from cell to cell; the one that has the focus is where Tab comes back to. */
function move(event: KeyboardEvent<HTMLElement>) {
  const by = moves[event.key]
  const { target, currentTarget: grid } = event
  const from = target instanceof HTMLElement ? target : null
  const [row, column] = (from?.dataset.place ?? '').split(' ').map(Number)
  if (!by || !from || row === undefined || column === undefined) return
  event.preventDefault()
  const within = (n: number, most: number) => Math.min(Math.max(n, 0), most - 1)
  const place = `${within(row + by[0], grid.querySelectorAll('tbody tr').length)} ${within(column + by[1], 12)}`
  const to = grid.querySelector<HTMLElement>(`[data-place="${place}"]`)
  if (!to) return
  from.tabIndex = -1
  to.tabIndex = 0
  to.focus()
}
