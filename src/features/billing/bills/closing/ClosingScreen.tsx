import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { actOf } from '#kernel/call.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { billStates, billTones } from '#features/billing/bills/bill/standing.ts'
import { monthInWords } from '#features/billing/bills/bill/months.ts'
import { previewBilling } from '#features/billing/bills/billing/api.ts'
import { closeBilling, type ClosingBoard } from '#features/billing/bills/closing/api.ts'
import { CloseDialog } from '#features/billing/bills/closing/CloseDialog.tsx'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import type { ClosingRow, StepStanding } from '#features/billing/bills/closing/schema.ts'
import {
  closingSteps,
  isStuck,
  stepNames,
  stepStates,
  stepTones,
  type ClosingStep,
} from '#features/billing/bills/closing/steps.ts'
import {
  closingFilters,
  closingPlaceOf,
  useClosingMonth,
  useLastClosing,
  type ClosingFilter,
} from '#features/billing/bills/closing/useClosing.web.ts'
import { PeriodInput } from '#features/regulatory/collects/coleta/PeriodInput.tsx'
import { Figures } from '#parts/figures/Figures.tsx'
import { monthParameter } from '#parts/period/monthParameter.web.ts'
import { monthKey, periodOf } from '#parts/period/period.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { Progress } from '#parts/progress/Progress.tsx'
import { useCall } from '#web/call.ts'
import { choiceParameter, useAddress } from '#web/route/search.ts'
import { useUser } from '#web/session/store.ts'
import { Table, type Column } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Situations } from '#web/ui/Situations.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

const filters = Object.keys(closingFilters).flatMap(name => (isFilter(name) ? [name] : []))
function isFilter(name: string): name is ClosingFilter {
  return name in closingFilters
}
const closingParameters = { mes: monthParameter(periodOf), so: choiceParameter(['', ...filters], '') }

/** What is about to be done: to which bills, and which steps. */
interface AskedClosing {
  readonly bills: readonly string[]
  readonly steps: readonly ClosingStep[]
}

/** A month of bills on one board: of each its note, boleto, mail and payment, what did not come out, and the act over all. */
export default function ClosingScreen() {
  const user = useUser()
  const [{ mes: month, so: only }, change] = useAddress(closingParameters)
  const last = useLastClosing(month)
  const isWorking = last !== null && isGoing(last)
  const { data, error, isPending, refetch } = useClosingMonth(month, isWorking)
  const [asked, ask] = useState<AskedClosing | null>(null)
  const rows = data?.data.rows ?? []
  const may = can(user, closeBilling.id)
  const open = rows.filter(row => closingPlaceOf(row) !== 'pronto' && row.bill !== 'cancelada').map(({ uuid }) => uuid)
  return (
    <Page
      title="Fechar o faturamento"
      crumbs={[{ label: 'Contas a receber', to: '/bills-to-receive' }]}
      actions={
        may && (
          <Button disabled={!open.length} onClick={() => ask({ bills: open, steps: stepNames })}>
            {`Fechar ${monthInWords(month)}`}
          </Button>
        )
      }
    >
      <Bar className={styles.bar}>
        <PeriodInput
          label="Mês faturado"
          value={periodOf(`${month}-01`)}
          onChange={period => change({ mes: monthKey(period), so: '' })}
        />
        {can(user, previewBilling.id) && (
          <Button component={Link} to={`/bills-to-receive/faturar?mes=${month}`} variant="default">
            Faturar o mês
          </Button>
        )}
      </Bar>
      {last && <LastClosing row={last} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Board
          board={data.data}
          only={only}
          onPick={so => change({ so: so === only ? '' : so })}
          onAsk={may ? ask : null}
        />
      ) : (
        <Skeletons waiting={isPending} lines={10} height={36} table />
      )}
      {asked && <CloseDialog title="Fechar o faturamento" month={month} {...asked} onClose={() => ask(null)} />}
    </Page>
  )
}

/** The last act over the month: how far it is, and the way to stop it. */
function LastClosing({ row }: { readonly row: NonNullable<ReturnType<typeof useLastClosing>> }) {
  const stop = actOf(billClosings, 'cancelar')
  const { send, sending } = useCall(stop)
  const mayStop = can(useUser(), stop.id)
  const going = isGoing(row)
  if (row.state === 'concluido') return null
  return (
    <Band tone={going ? 'info' : 'atencao'} role="status">
      <Group gap="6px 16px">
        <Link to={`/${billClosings.path}/${row.uuid}`}>{row.name}</Link>
        <Progress of={row} wide />
        {typeof row.error === 'string' && <span>{row.error}</span>}
      </Group>
      {going && mayStop && (
        <Button
          variant="default"
          disabled={sending}
          onClick={() => void send({ id: row.uuid, body: undefined }).catch(() => undefined)}
        >
          Parar
        </Button>
      )}
    </Band>
  )
}

interface ClosingBoardProps {
  readonly board: ClosingBoard
  readonly only: string
  readonly onPick: (only: ClosingFilter) => void
  readonly onAsk: ((asked: AskedClosing) => void) | null
}
function Board({ board: { rows }, only, onPick, onAsk }: ClosingBoardProps) {
  if (!rows.length)
    return <EmptyState title="Nenhuma conta neste mês" text="Fature o mês primeiro: as contas feitas aparecem aqui." />
  const shown = only ? rows.filter(row => closingPlaceOf(row) === only) : rows
  const failed = shown.filter(row => stepNames.some(step => row[step].state === 'falhou'))
  const done = (step: ClosingStep) => `${rows.filter(row => row[step].state === 'feito').length} de ${rows.length}`
  return (
    <div className={styles.board}>
      <Figures
        big
        all={[
          ['Contas', rows.length],
          ['Notas', done('note')],
          ['Boletos', done('slip')],
          ['Enviadas', done('mail')],
          ['Pagas', `${rows.filter(({ bill }) => bill === 'paga').length} de ${rows.length}`],
        ]}
      />
      <Bar className={styles.bar}>
        <Situations
          only={only}
          onPick={key => isFilter(key) && onPick(key)}
          all={filters.map(key => ({
            key,
            ...situationOf(rows.filter(row => closingPlaceOf(row) === key).length, key),
          }))}
        />
        {onAsk && failed.length > 0 && (
          <Button
            variant="default"
            onClick={() => onAsk({ bills: failed.map(({ uuid }) => uuid), steps: failedSteps(failed) })}
          >
            {`Tentar de novo o que não saiu (${failed.length})`}
          </Button>
        )}
      </Bar>
      <Table
        key={only}
        label="Fechamento do mês"
        cards
        step={100}
        rows={shown}
        keyOf={({ uuid }) => uuid}
        columns={columnsFor(onAsk)}
      />
    </div>
  )
}
const situationOf = (many: number, key: ClosingFilter) => ({
  count: many,
  label: many === 1 && key === 'pronto' ? 'pronta' : closingFilters[key],
})

/** What failed; a mail that went without it goes again. */
const failedSteps = (rows: readonly ClosingRow[]) =>
  stepNames.filter(step => step === 'mail' || rows.some(row => row[step].state === 'falhou'))

const columnsFor = (onAsk: ClosingBoardProps['onAsk']): readonly Column<ClosingRow>[] => [
  {
    key: 'client',
    title: 'Cliente',
    names: true,
    className: styles.name,
    cell: ({ client, company }) => (
      <>
        <Link to={`/clients/${client.uuid}?tab=financeiro`}>{client.name}</Link>
        {company && <div className="meta">{company.name}</div>}
      </>
    ),
  },
  {
    key: 'bill',
    title: 'Conta',
    phone: 'line',
    className: styles.step,
    cell: ({ uuid, subject, due, value }) => (
      <>
        <Link to={`/bills-to-receive/${uuid}`}>{subject}</Link>
        <div className="meta">{`${showMoney(value)} · vence em ${showDate(due)}`}</div>
      </>
    ),
  },
  ...stepNames.map((step): Column<ClosingRow> => ({
    key: step,
    title: closingSteps[step],
    label: closingSteps[step],
    phone: 'line',
    className: styles.step,
    cell: row => (
      <StepCell
        standing={row[step]}
        onRetry={
          onAsk && row[step].state === 'falhou' && row.bill !== 'paga'
            ? () => onAsk({ bills: [row.uuid], steps: step === 'mail' ? [step] : [step, 'mail'] })
            : null
        }
      />
    ),
  })),
  {
    key: 'paid',
    title: 'Pagamento',
    label: 'Pagamento',
    phone: 'line',
    cell: ({ bill }) => <StatusChip tone={billTones[bill]}>{billStates[bill]}</StatusChip>,
  },
]

/** Where a step of a bill is; what hinders it is written out, with the page where it is cured beside it. */
function StepCell({
  standing: { state, text, path },
  onRetry,
}: {
  readonly standing: StepStanding
  readonly onRetry: (() => void) | null
}) {
  const stuck = isStuck(state)
  return (
    <>
      <StatusChip tone={stepTones[state]} title={text}>
        {stepStates[state]}
      </StatusChip>
      {(state !== 'a-fazer' || path) && (
        <div className="meta">{path && !stuck ? <Link to={path}>{text}</Link> : text}</div>
      )}
      {path && stuck && (
        <div>
          <Link to={path}>Acertar</Link>
        </div>
      )}
      {onRetry && (
        <Button variant="subtle" size="compact-sm" px={0} onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
    </>
  )
}
