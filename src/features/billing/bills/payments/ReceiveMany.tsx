import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import type { AnswerOf } from '#kernel/call.ts'
import { dayIn } from '#kernel/clock.ts'
import { choice, date, money, ref } from '#kernel/field.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { costOn } from '#features/billing/bills/bill/charges.ts'
import { listedDebt } from '#features/billing/bills/bill/listed-debt.web.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { receivePayments } from '#features/billing/bills/payments/api.ts'
import { paymentMethods } from '#features/billing/bills/payments/payments.ts'
import { isDayText } from '#parts/period/period.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { newKey } from '#web/api.ts'
import { useCall } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { useUser } from '#web/session/store.ts'
import type { ListedRow } from '#web/table/useList.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

const billText = { one: 'conta', many: 'contas', gender: 'f' } as const
const fields = {
  paid_on: date('Recebido em', { required: true }),
  method: choice(paymentMethods, 'Forma'),
  checking_account_id: ref('checking-accounts', 'Conta corrente', { hint: 'Em branco, a de cada conta' }),
} as const

interface Props {
  readonly rows: readonly ListedRow[]
  readonly onDone: () => void
}

/** A button that receives the marked bills together. */
export function ReceiveMany({ rows, onDone }: Props) {
  const [open, setOpen] = useState(false)
  if (!can(useUser(), receivePayments.id)) return null
  return (
    <>
      <Button variant="default" disabled={!rows.length} onClick={() => setOpen(true)}>
        Receber
      </Button>
      {open && <ReceiveManyDialog rows={rows} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  )
}

type ReceivedMany = AnswerOf<typeof receivePayments>['data']

/** The marked bills that are owed, what is typed of each, and what becomes of them. */
function useReceivingMany(rows: readonly ListedRow[]) {
  // Sent again, it is the same act.
  const [reference] = useState(newKey)
  const [today] = useState(() => dayIn(new Date()).day)
  const [day, setDay] = useState<unknown>(today)
  const [method, setMethod] = useState<unknown>(null)
  const [account, setAccount] = useState<unknown>(null)
  const [typed, type] = useState<Readonly<Record<string, unknown>>>({})
  const [result, settle] = useState<ReceivedMany | null>(null)
  const { busy, refusal, run } = useSendingActs()
  const { send } = useCall(receivePayments)
  const on = isDayText(day) ? day : today
  const lines = rows
    .filter(row => row.active && !row.downloaded_at && !row.called_off_at)
    .map(row => {
      const cost = costOn(listedDebt(row), on)
      const value = row.uuid in typed ? typed[row.uuid] : cost.total / 100
      return { row, cost, value, paid: typeof value === 'number' ? cents(value) : 0 }
    })
  const paying = lines.filter(({ paid }) => paid > 0)
  const request = () =>
    run(async () => {
      const answer = await send(
        {
          body: {
            paid_on: on,
            method: typeof method === 'string' && method in paymentMethods ? method : null,
            checking_account_id: typeof account === 'number' ? account : null,
            reference,
            payments: paying.map(({ row, paid }) => ({ bill: row.uuid, value: paid / 100 })),
          },
        },
        { quiet: true, timeout: 120_000 },
      )
      settle(answer.data)
      return answer
    })
  return {
    day,
    setDay,
    method,
    setMethod,
    account,
    setAccount,
    lines,
    type: (uuid: string, value: unknown) => type({ ...typed, [uuid]: value }),
    total: paying.reduce((sum, { paid }) => sum + paid, 0),
    paying: paying.length,
    settled: rows.length - lines.length,
    result,
    busy,
    refusal,
    request,
    ready: isDayText(day) && paying.length > 0,
  }
}
type ReceivingMany = ReturnType<typeof useReceivingMany>

function ReceiveManyDialog({ rows, onDone, onClose }: Props & { readonly onClose: () => void }) {
  const form = useReceivingMany(rows)
  const { result } = form
  const close = () => {
    onClose()
    if (result) onDone()
  }
  return (
    <Dialog opened settled={result !== null} onClose={close} title="Receber" size="lg">
      {result ? (
        <Received rows={rows} result={result} onClose={close} />
      ) : (
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void form.request()
          }}
        >
          <ManyFields form={form} />
          <DialogFoot refusals={[form.refusal]} onClose={close}>
            <BusyButton type="submit" busy={form.busy} doing="Registrando…" disabled={!form.ready}>
              {`Receber ${count(form.paying, billText)}: ${showMoney(form.total / 100)}`}
            </BusyButton>
          </DialogFoot>
        </form>
      )}
    </Dialog>
  )
}

function ManyFields({ form }: { readonly form: ReceivingMany }) {
  return (
    <>
      <div className={styles.fields}>
        <Input name="payment_paid_on" field={fields.paid_on} value={form.day} onChange={form.setDay} />
        <Input name="payment_method" field={fields.method} value={form.method} onChange={form.setMethod} />
        <Input
          name="payment_account"
          field={fields.checking_account_id}
          value={form.account}
          onChange={form.setAccount}
        />
      </div>
      {form.settled > 0 && (
        <p className={styles.said}>
          {`${count(form.settled, billText)} de fora: já ${form.settled === 1 ? 'paga, cancelada ou inativa' : 'pagas, canceladas ou inativas'}.`}
        </p>
      )}
      <div className={styles.many}>
        {form.lines.map(({ row, cost, value }) => (
          <Input
            key={row.uuid}
            name={`payment_${row.uuid}`}
            field={money(String(row.name), { required: true, hint: costInWords(String(row.due_date), cost) })}
            value={value}
            onChange={typed => form.type(row.uuid, typed)}
          />
        ))}
      </div>
      <p className="meta">
        Valor vazio ou zero deixa a conta de fora. Uma conta recusada fica como está, com o motivo, e as outras são
        recebidas.
      </p>
    </>
  )
}

/** How the sum that is proposed comes about. */
function costInWords(due: string, { days, fine, interest, discount }: ReturnType<typeof costOn>) {
  if (discount > 0) return `Vence em ${showDate(due)}; com o desconto de ${showMoney(discount / 100)}`
  if (days > 0) return `Venceu em ${showDate(due)}; com ${showMoney((fine + interest) / 100)} de multa e juros`
  return `Vence em ${showDate(due)}`
}

interface ReceivedProps {
  readonly rows: readonly ListedRow[]
  readonly result: ReceivedMany
  readonly onClose: () => void
}
/** What was recorded, and why the rest was not. */
function Received({ rows, result: { received, refused }, onClose }: ReceivedProps) {
  const nameOf = (uuid: string) => String(rows.find(row => row.uuid === uuid)?.name ?? uuid)
  const sum = received.reduce((all, { value }) => all + cents(value), 0) / 100
  return (
    <>
      <p>
        <strong>{`${count(received.length, billText)}: ${showMoney(sum)} recebidos.`}</strong>{' '}
        {received.length > 0 && 'Cada recebimento se estorna na própria conta.'}
      </p>
      {refused.length > 0 && (
        <>
          <p role="alert" className="wrong">{`${count(refused.length, billText)} de fora:`}</p>
          <List boxed wrap aria-label="Contas recusadas">
            {refused.map(({ bill, why }) => (
              <li key={bill}>
                <div>
                  <Link to={`/bills-to-receive/${bill}`}>{nameOf(bill)}</Link>
                  <div className="meta">{why}</div>
                </div>
              </li>
            ))}
          </List>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Fechar</Button>
      </Group>
    </>
  )
}
