import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { showDecimal } from '#kernel/show.ts'
import { grownBy } from '#features/regulatory/collects/compare/compare.ts'
import type { MonthRow } from '#features/regulatory/month/schema.ts'
import {
  isStrange,
  accessesInWords,
  showReceived,
  stateOf,
  states,
  urgencyOf,
} from '#features/regulatory/month/month.ts'
import { useRowKeys } from '#features/regulatory/month/useRowKeys.web.ts'
import { label, type Period } from '#parts/period/period.ts'
import { filling } from '#features/regulatory/collects/coleta/steps.ts'
import { PersonName } from '#parts/person/PersonName.tsx'
import { Lapsed } from '#parts/tenure/Lapsed.tsx'
import { shortNames } from '#web/kinds/shortNames.ts'
import { marking } from '#web/table/marking.tsx'
import { Table, type Column } from '#web/table/Table.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/regulatory/month/quadro.module.css'

/** Where the link over the filters leads. */
export const boardId = 'coletas-do-mes'

interface Props {
  readonly rows: readonly MonthRow[]
  /** `rows` are some of these: the table shows what differs among them. */
  readonly among: readonly MonthRow[]
  readonly period: Period
  readonly today: string
  readonly busy: boolean
  /** Coletas, by uuid. */
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** Repeats the month before and finishes. */
  readonly onRepeat?: (row: MonthRow) => void
}

/** The month's coletas, one a row; on a phone, one a card. It is drawn again only when what it shows changes. */
export const QuadroTable = memo(function QuadroTable({
  rows,
  among,
  period,
  today,
  busy,
  selected,
  onSelect,
  onRepeat,
}: Props) {
  const keys = useRowKeys()
  const called = shortNames(among.flatMap(({ person }) => person ?? []))
  const companies = new Set(among.map(({ empresa }) => empresa)).size
  return (
    <Table
      {...keys}
      id={boardId}
      label="Coletas do mês"
      caption={`Coletas de ${label(period)}. Setas andam; Enter abre a coleta.`}
      columns={[
        marking({
          rows,
          selected,
          onSelect,
          label: 'Marcar todas',
          keyOf: ({ collect }) => collect?.uuid ?? null,
          labelOf: ({ client, fistel }) => `Marcar ${client.name}, fistel ${fistel.name}`,
        }),
        {
          key: 'client',
          title: 'Cliente',
          names: true,
          className: styles.client,
          cell: ({ collect, client: { name } }) =>
            collect ? <Link to={`/collects/${collect.uuid}`}>{name}</Link> : <span>{name}</span>,
        },
        {
          key: 'state',
          title: 'Situação',
          phone: 'line',
          cell: row => <Standing row={row} late={urgencyOf(row, period, today).late} />,
        },
        {
          key: 'accesses',
          title: 'Acessos',
          numeric: true,
          unit: 'acessos',
          cell: row => (row.collect?.accesses === null && !row.collect.zeroed ? <Unreceived /> : accessesInWords(row)),
        },
        {
          key: 'before',
          title: 'Anterior',
          numeric: true,
          unit: 'antes',
          cell: ({ before }) => showReceived(before),
        },
        {
          key: 'change',
          title: 'Variação',
          numeric: true,
          cell: row =>
            repeats(row) && onRepeat ? (
              <Button
                variant="default"
                size="compact-xs"
                miw="max-content"
                disabled={busy}
                aria-label={`Confirmar sem mudanças: ${row.client.name}`}
                onClick={() => onRepeat(row)}
              >
                Sem mudanças
              </Button>
            ) : (
              <Growth row={row} />
            ),
        },
        {
          key: 'fistel',
          title: 'Fistel',
          cell: ({ fistel, service }) => (
            <>
              <span className="id">{fistel.name}</span> <span className="meta">{service}</span>
            </>
          ),
        },
        {
          key: 'person',
          title: 'Responsável',
          phone: 'line',
          cell: ({ person }) =>
            person ? (
              <PersonName person={person} called={called.get(person.id)} />
            ) : (
              <span className={styles.nobody}>Sem responsável</span>
            ),
        },
        ...(companies > 1 ? [company] : []),
      ]}
      rows={rows}
      keyOf={({ fistel }) => fistel.uuid}
      told={({ collect }) => ({ 'data-selected': (collect && selected.has(collect.uuid)) || undefined })}
      // What is urgent comes first, and a page of thousands would only be scrolled past.
      step={200}
      look="scrolling"
      cards
    />
  )
})

const company: Column<MonthRow> = {
  key: 'empresa',
  title: 'Empresa',
  phone: 'none',
  className: styles.empresa,
  cell: ({ empresa }) => <span title={empresa ?? undefined}>{empresa}</span>,
}

/** Nothing is not zero. */
const Unreceived = () => (
  <>
    <span aria-hidden title="Nada recebido ainda">
      —
    </span>
    <span className="sr-only">nada recebido</span>
  </>
)

const Standing = ({ row, late }: { readonly row: MonthRow; readonly late: boolean }) => {
  const { name, tone } = states[stateOf(row)]
  return (
    <span className={styles.chips}>
      <StatusChip tone={tone}>{name}</StatusChip>
      {late && <StatusChip tone="erro">Atrasada</StatusChip>}
      <Lapsed day={row.lapsed} />
    </span>
  )
}

/** The commonest month: nothing came in yet, and there is last month's to repeat. */
const repeats = (row: MonthRow) =>
  row.collect !== null &&
  filling.includes(states[stateOf(row)].name) &&
  !row.collect.accesses &&
  !row.collect.zeroed &&
  (row.before ?? 0) > 0

function Growth({ row }: { readonly row: MonthRow }) {
  const { collect, before } = row
  if (!collect?.accesses || !before) return null
  const share = grownBy({ before, after: collect.accesses }) ?? 0
  return (
    <span data-strange={isStrange(row) || undefined}>
      {share > 0 && '+'}
      {showDecimal(share)}&nbsp;%
    </span>
  )
}
