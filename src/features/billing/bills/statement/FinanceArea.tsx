import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { date } from '#kernel/field.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { PayCopies } from '#features/billing/bills/boleto/SlipPanel.tsx'
import { BillChip } from '#features/billing/bills/bill/BillChip.tsx'
import {
  downloadStatement,
  mailStatement,
  type ClientStatement,
  type OpenBill,
  type StatementLine,
} from '#features/billing/bills/statement/api.ts'
import { StatementDialog } from '#features/billing/bills/statement/StatementDialog.tsx'
import { useStatement } from '#features/billing/bills/statement/useStatement.web.ts'
import { isDayText } from '#parts/period/period.ts'
import { Figures } from '#parts/figures/Figures.tsx'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { callPath } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'
import pay from '#features/billing/bills/slip/slip.module.css'

interface Props {
  readonly client: { readonly uuid: string }
}
/** A statement starts this many days ago by default. */
const back = 180
const fields = { from: date('De', { required: true }), to: date('Até', { required: true }) } as const

/** What a client owes, and what moved it: people of the client read their own. */
export default function FinanceArea({ client }: Props) {
  const user = useUser()
  const [{ from, to }, type] = useState<Readonly<Record<'from' | 'to', unknown>>>(() => {
    const today = dayIn(new Date()).day
    return { from: dayAfter(today, -back), to: today }
  })
  const [shown, show] = useState({ from: String(from), to: String(to) })
  const [mailing, mail] = useState(false)
  const { data, error, isPending, refetch } = useStatement(client.uuid, shown)
  const change = (part: Readonly<Partial<Record<'from' | 'to', unknown>>>) => {
    const next = { from, to, ...part }
    type(next)
    if (isDayText(next.from) && isDayText(next.to) && next.from <= next.to) show({ from: next.from, to: next.to })
  }
  return (
    <div className={styles.board}>
      <Bar className={styles.bar}>
        <Input name="from" field={fields.from} value={from} onChange={value => change({ from: value })} />
        <Input name="to" field={fields.to} value={to} onChange={value => change({ to: value })} />
        <span className={styles.grow} />
        {can(user, mailStatement.id) && (
          <Button variant="default" size="compact-md" onClick={() => mail(true)}>
            Enviar extrato
          </Button>
        )}
        {can(user, downloadStatement.id) && (
          <SavePdf
            url={callPath(downloadStatement, { id: client.uuid, query: shown })}
            name="extrato.pdf"
            query={shown}
          >
            Baixar em PDF
          </SavePdf>
        )}
      </Bar>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Statement statement={data} />
      ) : (
        <Skeletons waiting={isPending} lines={6} height={28} />
      )}
      {mailing && <StatementDialog client={client.uuid} period={shown} onClose={() => mail(false)} />}
    </div>
  )
}

function Statement({ statement }: { readonly statement: ClientStatement }) {
  const user = useUser()
  const { open, lines, opening, closing, to } = statement
  const owed = open.reduce((sum, { left }) => sum + Math.round(left * 100), 0) / 100
  const late = open.filter(({ days }) => days > 0)
  const owes = isStaff(user) ? 'Deve' : 'Você deve'
  return (
    <>
      <Figures
        big
        all={[
          ['Em aberto hoje', showMoney(owed)],
          ['Em atraso', late.length ? `${late.length} de ${open.length}` : 'Nada'],
          [`${owes} em ${showDate(to)}`, showMoney(closing)],
        ]}
      />
      <Card title="Em aberto">
        {open.length === 0 ? (
          <p className="meta">{isStaff(user) ? 'Nenhuma conta em aberto.' : 'Tudo pago: nenhuma conta em aberto.'}</p>
        ) : (
          <List wrap>
            {open.map(bill => (
              <OpenRow key={bill.uuid} bill={bill} />
            ))}
          </List>
        )}
      </Card>
      <Card title="Movimento" beside={<span className="meta">{`Devia antes: ${showMoney(opening)}`}</span>}>
        {lines.length === 0 ? <p className="meta">Nenhum movimento no período.</p> : <Movements lines={lines} />}
      </Card>
    </>
  )
}

function OpenRow({ bill: { uuid, text, due, left, today, line, pix, why, state } }: { readonly bill: OpenBill }) {
  const shows = can(useUser(), 'bills-to-receive.show')
  return (
    <li>
      <div>
        {shows ? <Link to={`/bills-to-receive/${uuid}`}>{text}</Link> : <strong>{text}</strong>}
        <div className="meta">
          {`Vencimento ${showDate(due)}`}
          {today !== left &&
            ` · ${showMoney(today)} ${today > left ? 'com multa e juros' : 'com o desconto'}, se pagar hoje`}
          {why && ` · ${why}`}
        </div>
        <div className={pay.acts}>
          <PayCopies line={line} pix={pix} />
        </div>
      </div>
      <BillChip row={{ state, due_date: due }} />
      <strong className="num">{showMoney(left)}</strong>
    </li>
  )
}

function Movements({ lines }: { readonly lines: readonly StatementLine[] }) {
  const shows = can(useUser(), 'bills-to-receive.show')
  return (
    <Table
      look="plain"
      cards
      label="Movimento"
      step={100}
      rows={lines}
      keyOf={(_, at) => at}
      columns={[
        {
          key: 'text',
          title: 'O quê',
          names: true,
          className: styles.name,
          cell: ({ text, note, bill }) => (
            <>
              {shows ? <Link to={`/bills-to-receive/${bill}`}>{text}</Link> : text}
              {note && <div className="meta">{note}</div>}
            </>
          ),
        },
        { key: 'day', title: 'Dia', label: 'Dia', phone: 'half', cell: ({ day }) => showDate(day) },
        {
          key: 'asked',
          title: 'Conta',
          label: 'Conta',
          phone: 'half',
          numeric: true,
          cell: ({ kind, amount }) => kind === 'conta' && showMoney(amount),
        },
        {
          key: 'paid',
          title: 'Recebido',
          label: 'Recebido',
          phone: 'half',
          numeric: true,
          cell: ({ kind, amount }) => kind === 'recebimento' && showMoney(amount),
        },
        {
          key: 'balance',
          title: 'Saldo devedor',
          label: 'Saldo devedor',
          phone: 'half',
          numeric: true,
          cell: ({ balance }) => showMoney(balance),
        },
      ]}
    />
  )
}
