import { Button } from '@mantine/core'
import { IconCheck, IconCircle, IconClock, IconNumber0, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useRef, useState, type KeyboardEvent } from 'react'
import { outcomes, tallyOf, type Cell, type Outcome, type YearRow } from '#features/collects/month/months.ts'
import styles from '#features/collects/month/year.module.css'
import { saidLapsed } from '#parts/tenure/tenure.ts'
import { label, type Period } from '#parts/period/period.ts'

/** Rows drawn at first: twelve cells each. */
const step = 150
const icons = {
  prazo: IconCheck,
  atrasada: IconClock,
  ausente: IconX,
  zerada: IconNumber0,
  dispensada: IconCircle,
  aberta: null,
  'nao-esperada': null,
} as const satisfies Record<Outcome, unknown>

interface Props {
  readonly months: readonly Period[]
  readonly rows: readonly YearRow[]
}

/** Clients by months: one letter a month, arrow keys between them, the coleta a click away. */
export function YearTable({ months, rows }: Props) {
  const [shown, show] = useState(step)
  const grid = useRef<HTMLTableElement>(null)
  const tallies = months.map((_, i) => tallyOf(rows.flatMap(({ cells }) => cells[i] ?? [])))
  const named = months.map(label)
  return (
    <div className={styles.frame} tabIndex={-1} role="region" aria-label="Doze meses">
      <table ref={grid} onKeyDown={event => move(event, grid.current)}>
        <caption className="sr-only">Coletas de {named.join(', ')}. Setas andam; Enter abre a coleta.</caption>
        <thead>
          <tr>
            <th scope="col">Cliente</th>
            {named.map(name => (
              <th key={name} scope="col">
                {name.slice(0, 3)}
                <span>{name.slice(-2)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, i) => (
            <Row key={row.fistel.uuid} row={row} at={i} named={named} />
          ))}
        </tbody>
        <tfoot>
          {totals.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {tallies.map((tally, i) => (
                <td key={named[i]} className="num">
                  {tally ? of(tally) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tfoot>
      </table>
      {rows.length > shown && (
        <Button variant="subtle" onClick={() => show(shown + step)}>
          Mostrar mais ({rows.length - shown})
        </Button>
      )}
    </div>
  )
}

type Tallied = NonNullable<ReturnType<typeof tallyOf>>
const totals: readonly { readonly name: string; readonly of: (tally: Tallied) => string }[] = [
  { name: 'Taxa de entrega', of: ({ missing }) => `${100 - missing}%` },
  { name: 'No prazo', of: ({ onTime }) => `${onTime}%` },
  { name: 'Em atraso', of: ({ late }) => `${late}%` },
  { name: 'Ausentes', of: ({ missing }) => `${missing}%` },
]

interface RowProps {
  readonly row: YearRow
  readonly at: number
  readonly named: readonly string[]
}
const Row = memo(function Row({ row, at, named }: RowProps) {
  const { client, fistel, service, empresa, lapsed, cells } = row
  return (
    <tr>
      <th scope="row">
        <Link to={`/clients/${client.uuid}?tab=coletas`}>{client.name}</Link>
        <span className="meta">
          {[service, fistel.name, empresa?.name, lapsed && saidLapsed(lapsed)].filter(Boolean).join(' · ')}
        </span>
      </th>
      {cells.map((cell, i) => (
        <td key={named[i]} data-outcome={cell.outcome}>
          <Mark cell={cell} of={`${client.name}, ${named[i]}`} first={at === 0 && i === 0} place={`${at} ${i}`} />
        </td>
      ))}
    </tr>
  )
})

interface MarkProps {
  readonly cell: Cell
  /** 'Vale Net, out/2026'. */
  readonly of: string
  /** Where Tab comes in; from there arrows go on. */
  readonly first: boolean
  readonly place: string
}
function Mark({ cell: { outcome, late, collect }, of, first, place }: MarkProps) {
  const { letter, name } = outcomes[outcome]
  const Icon = icons[outcome]
  const said = `${of}: ${name.toLowerCase()}${outcome === 'zerada' && late ? ', em atraso' : ''}`
  const common = {
    tabIndex: first ? 0 : -1,
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
function move(event: KeyboardEvent, grid: HTMLTableElement | null) {
  const by = moves[event.key]
  const from = event.target instanceof HTMLElement ? event.target : null
  const [row, column] = (from?.dataset.place ?? '').split(' ').map(Number)
  if (!by || !grid || !from || row === undefined || column === undefined) return
  event.preventDefault()
  const rows = grid.tBodies[0]?.rows.length ?? 1
  const within = (n: number, most: number) => Math.min(Math.max(n, 0), most - 1)
  const place = `${within(row + by[0], rows)} ${within(column + by[1], 12)}`
  const to = grid.querySelector<HTMLElement>(`[data-place="${place}"]`)
  if (!to) return
  from.tabIndex = -1
  to.tabIndex = 0
  to.focus()
}
