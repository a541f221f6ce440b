import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import { bankDayFrom } from '#kernel/calendar.ts'
import { callsOf } from '#kernel/call.ts'
import { isLocked } from '#kernel/resource.ts'
import { showDate, showInstant, showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { ItemsArea } from '#features/billing/bills/bill/ItemsArea.tsx'
import { monthInWords } from '#features/billing/bills/bill/months.ts'
import { SlipPanel } from '#features/billing/bills/boleto/SlipPanel.tsx'
import { readDunning } from '#features/billing/bills/dunning/api.ts'
import { DunningArea } from '#features/billing/bills/dunning/DunningArea.tsx'
import type { BillQuote } from '#features/billing/bills/payments/api.ts'
import { billPayments } from '#features/billing/bills/payments/payments.ts'
import { PaymentsArea, toReceive } from '#features/billing/bills/payments/PaymentsArea.tsx'
import { useQuote } from '#features/billing/bills/payments/useQuote.web.ts'
import { Figures } from '#parts/figures/Figures.tsx'
import { OrderLinks } from '#parts/order/OrderLinks.tsx'
import { nameOfRef } from '#web/kinds/Show.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/billing/bills/story.module.css'

interface Props {
  readonly row: ReadRow['row']
  /** A button that opens its form, for who may change it. */
  readonly edit: ReactNode
}

/** A bill in the order in which one asks for it: what is owed, how it is paid, what came in, what was written, where it comes from. */
export default function BillStory({ row, edit }: Props) {
  const user = useUser()
  const client = isRecord(row.client) ? String(row.client.uuid) : ''
  return (
    <div className={styles.story}>
      <div className={styles.main}>
        <Owed row={row} />
        <SlipPanel bill={row} open={!isLocked(bills, row)} client={nameOfRef(row.client)} due={String(row.due_date)} />
        {can(user, callsOf(billPayments).list.id) && (
          <section aria-labelledby="bill-payments">
            <h2 id="bill-payments">Recebimentos</h2>
            <PaymentsArea bill={toReceive(row)} />
          </section>
        )}
        {can(user, readDunning.id) && (
          <section aria-labelledby="bill-letters">
            <h2 id="bill-letters">Cobrança</h2>
            <DunningArea bill={row.uuid} client={client} />
          </section>
        )}
      </div>
      <div className={styles.side}>
        <Card title="De onde vem" beside={edit}>
          <Origin row={row} client={client} />
        </Card>
        <Card title="Itens">
          <ItemsArea items={row.items} />
        </Card>
      </div>
    </div>
  )
}

/** What it costs today and until when, or how it ended. */
function Owed({ row }: Pick<Props, 'row'>) {
  const isOpen = row.downloaded !== true && row.called_off !== true
  const { data } = useQuote(row.uuid, isOpen)
  if (!isOpen) return <Ended row={row} />
  const due = String(row.due_date)
  const inTime = bankDayFrom(due)
  return (
    <Card title="Quanto e até quando">
      <Figures
        big
        all={[
          ['Para pagar hoje', showMoney(data?.total ?? Number(row.left))],
          ['Vencimento', showDate(due)],
        ]}
      />
      <p className="meta">
        {[...(data ? partsOf(data) : []), inTime !== due && `vence em dia sem banco: em tempo até ${showDate(inTime)}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Card>
  )
}

/** How the price of today comes about; nothing where it is just what is left. */
function partsOf({ left, fine, interest, discount, early }: BillQuote): readonly string[] {
  const parts = [
    ...(fine > 0 ? [`${showMoney(fine)} de multa`] : []),
    ...(interest > 0 ? [`${showMoney(interest)} de juros`] : []),
    ...(discount > 0 ? [`menos ${showMoney(discount)} de desconto`] : []),
  ]
  return [
    ...(parts.length ? [`faltam ${showMoney(left)}, ${parts.join(', ')}`] : []),
    ...(early && discount > 0 ? [`o desconto vale até ${showDate(early.until)}`] : []),
  ]
}

function Ended({ row }: Pick<Props, 'row'>) {
  const isPaid = row.downloaded === true
  const moment = isPaid ? row.downloaded_at : row.called_off_at
  const day = isPaid && row.paid_on ? showDate(String(row.paid_on)) : moment ? showInstant(String(moment)) : '—'
  return (
    <Card title={isPaid ? 'Paga' : 'Cancelada'}>
      <Figures
        big
        all={[
          ['Recebido', showMoney(Number(row.received))],
          [isPaid ? 'Último recebimento' : 'Cancelada em', day],
          ['Vencimento', showDate(String(row.due_date))],
        ]}
      />
    </Card>
  )
}

/** Its client, and the contract or the order of service that it was made from. */
function Origin({ row, client }: Pick<Props, 'row'> & { readonly client: string }) {
  const user = useUser()
  const name = nameOfRef(row.client)
  const month = typeof row.competence === 'string' && row.competence ? row.competence : null
  return (
    <ul className={styles.origin}>
      <li>
        <span>Cliente</span>
        {can(user, 'clients.show') ? <Link to={`/clients/${client}?tab=financeiro`}>{name}</Link> : <span>{name}</span>}
      </li>
      {month && (
        <li>
          <span>Contrato</span>
          {can(user, 'clients.show') ? (
            <Link to={`/clients/${client}`}>{`Mensalidade de ${monthInWords(month)}`}</Link>
          ) : (
            <span>{`Mensalidade de ${monthInWords(month)}`}</span>
          )}
        </li>
      )}
      <OrderLinks as="bill" id={row.id} />
      <li>
        <span>Tipo</span>
        <span>{nameOfRef(row.finance_type)}</span>
      </li>
      <li>
        <span>Emissão</span>
        <span>{showDate(String(row.issue_date))}</span>
      </li>
      <li>
        <span>Conta corrente</span>
        <span>{nameOfRef(row.checking_account) || 'Nenhuma'}</span>
      </li>
    </ul>
  )
}
