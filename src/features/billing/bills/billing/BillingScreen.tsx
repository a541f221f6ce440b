import type { PlannedBill } from '#features/billing/bills/billing/schema.ts'
import { dueMonths, type DueMonth } from '#features/billing/bills/billing/kinds.ts'
import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { ref } from '#kernel/field.ts'
import { showDate, showInstant, showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { BillingExceptions } from '#features/billing/bills/billing/BillingExceptions.tsx'
import {
  billMonth,
  undoBilling,
  type BillingPreview,
  type BillingRun,
  type Unbilled,
} from '#features/billing/bills/billing/api.ts'
import { linesTotal } from '#features/billing/bills/billing/contracts.ts'
import { monthInWords } from '#features/billing/bills/bill/months.ts'
import { useBilling, useBillingActs } from '#features/billing/bills/billing/useBilling.web.ts'
import { PeriodInput } from '#features/regulatory/collects/coleta/PeriodInput.tsx'
import { Figures } from '#parts/figures/Figures.tsx'
import { monthKey, periodOf } from '#parts/period/period.ts'
import { monthParameter } from '#parts/period/monthParameter.web.ts'
import { choiceParameter, useAddress } from '#web/route/search.ts'
import { Input } from '#web/kinds/Input.tsx'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

const billText = { one: 'conta', many: 'contas', gender: 'f' } as const
const billingParameters = {
  mes: monthParameter(periodOf),
  vence: choiceParameter(['', ...Object.keys(dueMonths)], ''),
}
const isDue = (name: string): name is DueMonth => name in dueMonths

/** The screen previews a month's bills from contracts: each client's bill, or why it gets none, before any is made. */
export default function BillingScreen() {
  const [{ mes: month, vence }, change] = useAddress(billingParameters)
  const due = isDue(vence) ? vence : null
  const { data, error, isPending, refetch } = useBilling(month, due)
  // These remain until the user picks another month: the preview is redrawn meanwhile.
  const [left, tell] = useState<readonly Unbilled[]>([])
  return (
    <Page title="Faturar o mês" crumbs={[{ label: 'Contas a receber', to: '/bills-to-receive' }]}>
      <Bar className={styles.bar}>
        <PeriodInput
          label="Mês faturado"
          value={periodOf(`${month}-01`)}
          onChange={period => {
            tell([])
            change({ mes: monthKey(period) })
          }}
        />
        <SegmentedControl
          aria-label="Vencimento"
          data={[
            { value: 'mesmo', label: 'Vence no próprio mês' },
            { value: 'seguinte', label: 'Vence no mês seguinte' },
          ]}
          value={due ?? data?.due ?? 'seguinte'}
          onChange={vence => change({ vence })}
        />
      </Bar>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Preview key={`${month} ${data.due} ${data.runs.length}`} preview={data} left={left} onLeft={tell} />
      ) : (
        <Skeletons waiting={isPending} lines={10} height={36} table />
      )}
    </Page>
  )
}

/** What was unticked, as 'client' or 'client line'. */
type Unticked = ReadonlySet<string>
const chosenOf = (bills: readonly PlannedBill[], off: Unticked): readonly PlannedBill[] =>
  bills.flatMap(bill => {
    const lines = bill.lines.filter(({ key }) => !off.has(`${bill.client.uuid} ${key}`))
    return off.has(bill.client.uuid) || !lines.length ? [] : [{ ...bill, lines, total: linesTotal(lines) }]
  })

interface BillingPreviewProps {
  readonly preview: BillingPreview
  /** The last request did not make these. */
  readonly left: readonly Unbilled[]
  readonly onLeft: (left: readonly Unbilled[]) => void
}
function Preview({ preview, left, onLeft }: BillingPreviewProps) {
  const { bills, exceptions, runs, month } = preview
  const [off, turn] = useState<Unticked>(new Set())
  const flip = (key: string) => {
    const next = new Set(off)
    if (!next.delete(key)) next.add(key)
    turn(next)
  }
  const chosen = chosenOf(bills, off)
  return (
    <div className={styles.board}>
      {runs.map(run => (
        <RunBand key={run.uuid} run={run} month={month} onLeft={onLeft} />
      ))}
      {left.length > 0 && (
        <Band tone="atencao" role="alert">
          <div>
            <strong>{`${left.length === 1 ? 'Uma ficou' : `${left.length} ficaram`} de fora`}</strong>
            <ul>
              {left.map(({ client, reason }) => (
                <li key={client}>{`${client}: ${reason}`}</li>
              ))}
            </ul>
          </div>
        </Band>
      )}
      <Figures
        big
        all={[
          ['Contas a fazer', chosen.length],
          ['Total', showMoney(linesTotal(chosen.map(({ total }) => ({ value: total }))))],
          ['De fora', exceptions.length],
        ]}
      />
      {bills.length === 0 ? (
        <EmptyState
          title="Nada a faturar neste mês"
          text={exceptions.length ? 'Abaixo, por que cada cliente ficou de fora.' : 'Nenhum cliente cadastrado.'}
        />
      ) : (
        <PlannedTable bills={bills} off={off} onFlip={flip} />
      )}
      {bills.length > 0 && <BillIt preview={preview} chosen={chosen} onLeft={onLeft} />}
      <BillingExceptions exceptions={exceptions} />
    </div>
  )
}

interface PlannedTableProps {
  readonly bills: readonly PlannedBill[]
  readonly off: Unticked
  readonly onFlip: (key: string) => void
}
const PlannedTable = ({ bills, off, onFlip }: PlannedTableProps) => (
  <Table
    label="Contas a fazer"
    cards
    step={100}
    rows={bills}
    keyOf={({ client }) => client.uuid}
    told={({ client }) => ({ 'data-off': off.has(client.uuid) })}
    columns={[
      {
        key: 'client',
        title: 'Cliente',
        names: true,
        className: styles.name,
        cell: ({ client, company }) => (
          <Checkbox
            label={client.name}
            description={company}
            checked={!off.has(client.uuid)}
            onChange={() => onFlip(client.uuid)}
          />
        ),
      },
      {
        key: 'lines',
        title: 'De que é feita',
        phone: 'line',
        cell: ({ client, lines, notes }) => (
          <div className={styles.items}>
            {lines.map(({ key, name, value }) =>
              lines.length === 1 ? (
                <span key={key}>{`${name}: ${showMoney(value)}`}</span>
              ) : (
                <Checkbox
                  key={key}
                  size="xs"
                  label={`${name}: ${showMoney(value)}`}
                  disabled={off.has(client.uuid)}
                  checked={!off.has(client.uuid) && !off.has(`${client.uuid} ${key}`)}
                  onChange={() => onFlip(`${client.uuid} ${key}`)}
                />
              ),
            )}
            {notes.length > 0 && <span className="meta">{`Atenção: ${notes.join('; ')}.`}</span>}
          </div>
        ),
      },
      { key: 'due', title: 'Vencimento', label: 'Vencimento', phone: 'half', cell: ({ due }) => showDate(due) },
      {
        key: 'total',
        title: 'Total',
        label: 'Total',
        phone: 'half',
        numeric: true,
        cell: bill => showMoney(chosenOf([bill], off)[0]?.total ?? 0),
      },
    ]}
  />
)

const fields = {
  type: ref('finance-types', 'Tipo', { required: true }),
  account: ref('checking-accounts', 'Conta corrente'),
} as const

interface BillItProps {
  readonly preview: BillingPreview
  readonly chosen: readonly PlannedBill[]
  readonly onLeft: (left: readonly Unbilled[]) => void
}
function BillIt({ preview, chosen, onLeft }: BillItProps) {
  const { month, due, finance_type } = preview
  const may = can(useUser(), billMonth.id)
  const [type, setType] = useState<unknown>(finance_type?.id ?? null)
  const [account, setAccount] = useState<unknown>(null)
  const { busy, refusal, bill } = useBillingActs(onLeft)
  if (!may) return null
  return (
    <Bar of="foot" className={styles.foot}>
      <Input
        name="finance_type_id"
        field={fields.type}
        value={type}
        known={type === finance_type?.id ? finance_type?.name : undefined}
        onChange={setType}
      />
      <Input name="checking_account_id" field={fields.account} value={account} onChange={setAccount} />
      <span className={styles.grow}>
        {refusal && (
          <span role="alert" className="wrong">
            {refusal}
          </span>
        )}
      </span>
      <BusyButton
        busy={busy}
        doing="Fazendo as contas…"
        disabled={!chosen.length || typeof type !== 'number'}
        onClick={() =>
          typeof type === 'number' &&
          void bill({
            month,
            due,
            finance_type_id: type,
            checking_account_id: typeof account === 'number' ? account : null,
            bills: chosen.map(({ client, lines, total, due: day }) => ({
              client: client.uuid,
              lines: lines.map(({ key }) => key),
              total,
              due: day,
            })),
          })
        }
      >
        {`Fazer ${count(chosen.length, billText)} de ${monthInWords(month)}`}
      </BusyButton>
    </Bar>
  )
}

interface RunBandProps {
  readonly run: BillingRun
  readonly month: string
  readonly onLeft: (left: readonly Unbilled[]) => void
}
/** A billing that was done, and the way back while nothing of it was paid. */
function RunBand({ run, month, onLeft }: RunBandProps) {
  const { uuid, created_at, by, bills, total, kept, slipped } = run
  const user = useUser()
  const may = can(user, undoBilling.id)
  const { busy, refusal, undo } = useBillingActs(onLeft)
  const open = bills - kept - slipped
  const stay = (many: number, why: string) => (many ? [`${many} ${why} ${many === 1 ? 'fica' : 'ficam'}`] : [])
  async function confirmUndo() {
    const text = `${[
      `${count(open, billText)} ${open === 1 ? 'deixa' : 'deixam'} de existir`,
      ...stay(kept, 'com recebimento, baixa ou cancelamento'),
      ...stay(slipped, 'com boleto'),
    ].join('; ')}.`
    if (await confirm({ title: `Desfazer o faturamento de ${monthInWords(month)}?`, text, act: 'Desfazer' }))
      await undo(uuid)
  }
  return (
    <Band tone="info">
      <div>
        <strong>{`${count(bills, billText)} de ${monthInWords(month)}, ${showMoney(total)}`}</strong>
        <div className="meta">
          {[
            `feitas em ${showInstant(created_at)}`,
            by && `por ${by}`,
            kept > 0 && `${kept} já com recebimento, baixa ou cancelamento`,
            slipped > 0 && `${slipped} com boleto`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {refusal && (
          <p role="alert" className="wrong">
            {refusal}
          </p>
        )}
      </div>
      {open + slipped > 0 && can(user, 'bills-to-receive.fechamento') && (
        <Button component={Link} to={`/bills-to-receive/fechamento?mes=${month}`}>
          Fechar o faturamento
        </Button>
      )}
      {may && open > 0 && (
        <Button variant="default" disabled={busy} onClick={() => void confirmUndo()}>
          Desfazer faturamento
        </Button>
      )}
    </Band>
  )
}
