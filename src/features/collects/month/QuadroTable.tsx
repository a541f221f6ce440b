import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showDecimal, showInteger } from '#kernel/show.ts'
import { grownBy } from '#features/collects/compare/compare.ts'
import { isStrange, stateOf, states, urgencyOf, type MonthRow } from '#features/collects/month/month.ts'
import { label, type Period } from '#parts/period/period.ts'
import { filling } from '#features/collects/steps.ts'
import { Lapsed } from '#parts/tenure/Lapsed.tsx'
import { marks } from '#web/table/marks.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/collects/month/quadro.module.css'

/** Rows drawn at first: what is urgent comes first, and a page of thousands would only be scrolled past. */
const step = 200

interface Props {
  readonly rows: readonly MonthRow[]
  readonly period: Period
  readonly today: string
  readonly busy: boolean
  /** Coletas, by uuid. */
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** Repeats the month before and finishes. */
  readonly onRepeat?: (uuid: string) => void
}

export function QuadroTable({ rows, period, today, busy, selected, onSelect, onRepeat }: Props) {
  const [shown, show] = useState(step)
  const opened = rows.flatMap(({ collect }) => (collect ? [collect.uuid] : []))
  const marked = opened.filter(uuid => selected.has(uuid)).length
  const mark = (uuids: readonly string[], on: boolean) => onSelect(marks(selected, uuids, on))
  return (
    <div className={styles.frame} tabIndex={0} role="region" aria-label="Coletas do mês">
      <table>
        <caption className="sr-only">Coletas de {label(period)}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.mark}>
              <Checkbox
                size="xs"
                aria-label="Marcar todas"
                checked={opened.length > 0 && marked === opened.length}
                indeterminate={marked > 0 && marked < opened.length}
                onChange={e => mark(opened, e.currentTarget.checked)}
              />
            </th>
            <th scope="col">Cliente</th>
            <th scope="col">Situação</th>
            <th scope="col" className="num">
              Acessos
            </th>
            <th scope="col" className="num">
              Anterior
            </th>
            <th scope="col" className="num">
              Variação
            </th>
            <th scope="col">Fistel</th>
            <th scope="col">Empresa</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(row => (
            <Row
              key={row.fistel.uuid}
              row={row}
              strange={isStrange(row)}
              late={urgencyOf(row, period, today).late}
              busy={busy}
              marked={row.collect !== null && selected.has(row.collect.uuid)}
              onMark={mark}
              onRepeat={onRepeat}
            />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button variant="subtle" onClick={() => show(shown + step)}>
          Mostrar mais ({rows.length - shown})
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  readonly row: MonthRow
  readonly strange: boolean
  readonly late: boolean
  readonly busy: boolean
  readonly marked: boolean
  readonly onMark: (uuids: readonly string[], on: boolean) => void
  readonly onRepeat: Props['onRepeat']
}
function Row({ row, strange, late, busy, marked, onMark, onRepeat }: RowProps) {
  const { collect, client, fistel, service, empresa, before, lapsed } = row
  const state = stateOf(row)
  const { name, tone } = states[state]
  const waits = collect !== null && filling.includes(name)
  // The commonest month: nothing came in yet, and there is last month's to repeat.
  const repeats = waits && collect.accesses === 0 && !collect.zeroed && before !== null && before > 0
  return (
    <tr data-selected={marked || undefined}>
      <td className={styles.mark}>
        {collect && (
          <Checkbox
            size="xs"
            aria-label={`Marcar ${client.name}, fistel ${fistel.name}`}
            checked={marked}
            onChange={e => onMark([collect.uuid], e.currentTarget.checked)}
          />
        )}
      </td>
      <th scope="row">
        {collect ? <Link to={`/collects/${collect.uuid}`}>{client.name}</Link> : <span>{client.name}</span>}
      </th>
      <td>
        <span className={styles.chips}>
          <StatusChip tone={tone}>{name}</StatusChip>
          {late && <StatusChip tone="erro">Atrasada</StatusChip>}
          <Lapsed day={lapsed} />
        </span>
      </td>
      <td className="num" data-label="acessos">
        {collect ? (collect.zeroed ? 'zerada' : showInteger(collect.accesses)) : '—'}
      </td>
      <td className="num" data-label="antes">
        {before === null ? '—' : showInteger(before)}
      </td>
      <td className="num" data-strange={strange || undefined}>
        {repeats && onRepeat && (
          <Button
            variant="default"
            size="compact-xs"
            miw="max-content"
            disabled={busy}
            aria-label={`Confirmar sem mudanças: ${client.name}`}
            onClick={() => onRepeat(collect.uuid)}
          >
            Sem mudanças
          </Button>
        )}
        {collect && collect.accesses > 0 && before ? <Growth before={before} after={collect.accesses} /> : ''}
      </td>
      <td>
        <span className="id">{fistel.name}</span> <span className="meta">{service}</span>
      </td>
      <td className={styles.cut}>{empresa}</td>
    </tr>
  )
}

function Growth(change: { readonly before: number; readonly after: number }) {
  const share = grownBy(change) ?? 0
  return `${share > 0 ? '+' : ''}${showDecimal(share)}\u00a0%`
}
