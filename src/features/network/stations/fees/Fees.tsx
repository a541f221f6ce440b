import { Select } from '@mantine/core'
import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { sheetTypes } from '#kernel/sheet.ts'
import { showDate, showDecimal, showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { feeNames, notInSum, nextYear } from '#features/network/stations/fees/estimate.ts'
import { fees } from '#features/network/stations/fees/table.ts'
import { downloadFees, type FeeRow, type FeeYear } from '#features/network/stations/fees/api.ts'
import type { useFees } from '#features/network/stations/fees/useFees.web.ts'
import { stations } from '#features/network/stations/stations.ts'
import { FileNotes } from '#parts/file/FileNotes.tsx'
import { useFile } from '#parts/file/useFile.web.ts'
import { callPath } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/network/stations/fees/fees.module.css'

interface Props {
  readonly found: ReturnType<typeof useFees>
  readonly client: string
  readonly year: number
  readonly onYear: (year: number) => void
}

/** The estimate shows each station: its total, what is in no sum, and the sources. */
export function Fees({ found: { data: answer, error, isPending, refetch }, client, year, onYear }: Props) {
  if (error && !answer) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!answer) return <Skeletons waiting={isPending} lines={8} height={28} />
  const { data } = answer
  return (
    <div className={styles.fees}>
      <YearBar client={client} year={year} onYear={onYear} empty={!data.lines.length} />
      {data.lines.length ? (
        <Estimate data={data} />
      ) : (
        <EmptyState title="Nenhuma estação" text="As taxas são estimadas das estações ativas do cliente." />
      )}
      <Sources data={data} />
    </div>
  )
}

function YearBar({ client, year, onYear, empty }: Omit<Props, 'found'> & { readonly empty: boolean }) {
  const user = useUser()
  const [next] = useState(() => nextYear(dayIn(new Date()).day))
  const query = useMemo(() => ({ year, format: 'xlsx' as const }), [year])
  const { busy, outcome, download, dismiss } = useFile({
    url: callPath(downloadFees, { client, query }),
    type: sheetTypes.xlsx,
    query,
    name: `taxas-de-estacoes-${year}.xlsx`,
  })
  return (
    <>
      <Bar>
        <Select
          aria-label="Ano"
          data={[next + 1, next, next - 1, next - 2, next - 3].map(String)}
          value={String(year)}
          allowDeselect={false}
          onChange={chosen => chosen && onYear(Number(chosen))}
        />
        <StatusChip tone="info">Estimativa</StatusChip>
        {can(user, downloadFees.id) && (
          <BusyButton
            variant="default"
            busy={busy}
            doing="Gerando…"
            disabled={empty}
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
            onClick={() => void download()}
          >
            Baixar planilha
          </BusyButton>
        )}
      </Bar>
      <FileNotes outcome={outcome} onClose={dismiss} />
    </>
  )
}

function Estimate({ data: { year, due_on, lines, totals, left, without_condecine } }: { readonly data: FeeYear }) {
  const open = left.filter(({ settled }) => !settled)
  const unknown = open.reduce((sum, { count: n }) => sum + n, 0)
  return (
    <>
      <p className={styles.sum}>
        {unknown < lines.length ? (
          <>
            <strong className="num">{showMoney(totals.total)}</strong> estimados para {year}
          </>
        ) : (
          `Nenhuma estação tem o que a estimativa de ${year} pede`
        )}
        ; TFF, CFRP e Condecine vencem em {showDate(due_on)}.
      </p>
      {(unknown > 0 || without_condecine > 0) && (
        <Band tone="atencao">
          <IconInfoCircle size={20} stroke={1.5} aria-hidden />
          <div>
            <strong>{`Fora da conta: ${count(unknown, stations.text)}`}</strong>
            <ul>
              {open.map(({ key, label, count: n }) => (
                <li key={key}>{`${n} ${label}`}</li>
              ))}
              {without_condecine > 0 && (
                <li>{`${without_condecine} na conta sem a Condecine, que a tabela não tem`}</li>
              )}
            </ul>
          </div>
        </Band>
      )}
      <Table
        label="Taxas por estação"
        caption={`Taxas estimadas por estação em ${year}`}
        rows={lines}
        columns={columnsOf(totals)}
        keyOf={({ uuid }) => uuid}
        step={200}
        cards
      />
    </>
  )
}

const showReais = (reais: number | null) => (reais === null ? '—' : showDecimal(reais, 2))
const columnsOf = (totals: FeeYear['totals']): readonly Column<FeeRow>[] => [
  {
    key: 'name',
    title: 'Estação',
    names: true,
    totals: ['Total (R$)'],
    cell: ({ uuid, name }) => <Link to={`/stations/${uuid}`}>{name}</Link>,
  },
  {
    key: 'service',
    title: 'Serviço',
    label: 'Serviço',
    phone: 'half',
    totals: [''],
    cell: ({ service }) => service ?? '',
  },
  ...feeNames.map(([fee, label]): Column<FeeRow> => ({
    key: fee,
    title: `${label} (R$)`,
    label,
    phone: 'half',
    numeric: true,
    totals: [showReais(totals[fee])],
    cell: row => (row.why ? '' : showReais(row[fee])),
  })),
  {
    key: 'total',
    title: 'Total (R$)',
    label: 'Total',
    phone: 'half',
    numeric: true,
    totals: [showReais(totals.total)],
    cell: ({ total, why }) => (why ? '' : showReais(total)),
  },
  {
    key: 'why',
    title: 'Fora da conta',
    label: 'Fora da conta',
    phone: 'line',
    totals: [''],
    cell: ({ why }) => (why ? notInSum[why] : ''),
  },
]

const Sources = ({ data: { terms } }: { readonly data: FeeYear }) => (
  <Card title="De onde vêm os valores">
    <p className="meta">
      A TFI é devida quando a estação é licenciada; as outras, todo ano, por estação licenciada em 31 de dezembro.
      Renovações e mudanças de classe podem dever a TFI outra vez, e não estão na conta. O que vale é a guia da Anatel e
      a da Ancine.
    </p>
    <Table
      label="Tabela de taxas"
      look="plain"
      cards
      rows={terms}
      keyOf={({ fee, service }) => `${fee} ${service}`}
      columns={[
        { key: 'fee', title: 'Taxa', names: true, cell: ({ fee, service }) => `${fees[fee]}, serviço ${service}` },
        {
          key: 'value',
          title: 'Valor',
          label: 'Valor',
          phone: 'half',
          numeric: true,
          cell: ({ value, share }) => (value === null ? `${showDecimal(share ?? 0)}\u00a0% da TFI` : showMoney(value)),
        },
        { key: 'from', title: 'Desde', label: 'Desde', phone: 'half', cell: ({ from }) => showDate(from) },
        {
          key: 'source',
          title: 'Fonte',
          phone: 'line',
          cell: ({ source, trust }) => (
            <>
              {source} {trust === 'conferir' && <StatusChip tone="atencao">Conferir</StatusChip>}
            </>
          ),
        },
      ]}
    />
  </Card>
)
