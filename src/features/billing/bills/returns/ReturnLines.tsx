import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showDate, showMoney } from '#kernel/show.ts'
import type { PreviewedReturn, PreviewedReturnLine } from '#features/billing/bills/returns/api.ts'
import { returnVerdicts, verdictTones, type ReturnVerdict } from '#features/billing/bills/returns/verdicts.ts'
import { Counters } from '#parts/verdicts/Counters.tsx'
import { Table, type Column } from '#web/table/Table.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/bills/returns/returns.module.css'

const isVerdict = (name: string): name is ReturnVerdict => name in returnVerdicts
const columns: readonly Column<PreviewedReturnLine>[] = [
  { key: 'at', title: 'Linha', numeric: true, label: 'Linha', cell: ({ at }) => at },
  {
    key: 'verdict',
    title: 'O que se faz',
    cell: ({ verdict }) => <StatusChip tone={verdictTones[verdict]}>{returnVerdicts[verdict]}</StatusChip>,
  },
  {
    key: 'said',
    title: 'O que o banco diz',
    className: styles.said,
    phone: 'line',
    cell: ({ said, note }) => (
      <>
        {said}
        {note && <small>{note}</small>}
      </>
    ),
  },
  { key: 'number', title: 'Nosso número', className: 'id', label: 'Nosso número', cell: ({ number }) => number },
  {
    key: 'bill',
    title: 'Conta',
    names: true,
    className: styles.bill,
    cell: ({ bill }) => bill && <Link to={`/bills-to-receive/${bill.uuid}`}>{bill.name}</Link>,
  },
  { key: 'day', title: 'Dia', label: 'Dia', cell: ({ day }) => day && showDate(day) },
  {
    key: 'value',
    title: 'Boleto',
    numeric: true,
    label: 'Boleto',
    cell: ({ value }) => (value === null ? '' : showMoney(value)),
  },
  {
    key: 'paid',
    title: 'Pago',
    numeric: true,
    label: 'Pago',
    cell: ({ paid }) => (paid === null ? '' : showMoney(paid)),
  },
  {
    key: 'fee',
    title: 'Tarifa',
    numeric: true,
    label: 'Tarifa',
    cell: ({ fee }) => (fee === null ? '' : showMoney(fee)),
  },
]

/** Each line of a return in words, and how many of each kind there are. */
export function ReturnLines({ seen }: { readonly seen: PreviewedReturn }) {
  const [shown, show] = useState<ReturnVerdict | null>(null)
  const kinds = Object.keys(returnVerdicts)
    .filter(isVerdict)
    .filter(kind => seen.counts[kind])
  const rows = shown ? seen.lines.filter(({ verdict }) => verdict === shown) : seen.lines
  return (
    <>
      <Counters
        counters={kinds.map(kind => ({
          show: kind,
          said: `${seen.counts[kind] ?? 0} · ${returnVerdicts[kind]}`,
          tone: verdictTones[kind],
        }))}
        shown={shown}
        onShow={kind => show(kind === shown ? null : kind)}
      />
      <Table
        key={shown}
        label="Linhas do retorno"
        columns={columns}
        rows={rows}
        keyOf={({ at }) => at}
        step={200}
        look="scrolling"
        cards
      />
    </>
  )
}
