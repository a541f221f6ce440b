import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { bills, type Bill } from '#features/billing/bills/bill/bills.ts'
import {
  chargeOn,
  debtOf,
  splitDebtFirst,
  type BillDebt,
  type MoneySplit,
} from '#features/billing/bills/bill/charges.ts'
import {
  asaasSource,
  billPayments,
  returnSource,
  type BillPayment,
  type PaymentMethod,
} from '#features/billing/bills/payments/payments.ts'
import { cents, netCents, type BillAmounts } from '#features/billing/bills/bill/standing.ts'
import type { Ctx } from '#server/operation.ts'

/** Money that came in for a bill, in reais. */
export interface ReceivedMoney {
  /** The day it came in, 'AAAA-MM-DD'. */
  readonly paid_on: string
  readonly value: number
  readonly checking_account_id: number | null
  readonly method?: PaymentMethod | null
  /** Who says so: 'manual', or what reads a bank's files. */
  readonly source: string
  /** It is unique in its source: a repeat counts once. */
  readonly reference?: string | null
  /** These are its fine, interest and discount; without them, the bill is paid first. */
  readonly charges?: PaymentCharges
}
export interface PaymentCharges {
  readonly fine: number
  readonly interest: number
  readonly discount: number
}
export interface ReceivedPayment {
  readonly payment: BillPayment
  /** False where the same reference had counted already. */
  readonly fresh: boolean
  /** Reais of the bill nobody paid yet, and of this payment that nobody owed. */
  readonly left: number
  readonly over: number
}

const now = () => new Date().toISOString()

/** Cents of a bill nobody paid yet, before fine, interest and a discount for paying early. */
export const leftCents = (bill: Pick<Bill, 'received'> & BillAmounts) =>
  Math.max(0, netCents(bill) - cents(bill.received))

export const billDebt = (bill: Omit<Bill, 'items'>): BillDebt => debtOf({ ...bill, left_cents: leftCents(bill) })

/**
 * Records a payment of a bill; nothing else may. It locks the bill, counts each reference of a source once, and marks the bill as
 * paid when nothing is left. An excess is stored with the payment and returned as `over`.
 */
export async function receive(
  ctx: Ctx,
  bill: number | string,
  money: ReceivedMoney,
  event = 'receber',
): Promise<ReceivedPayment> {
  const held = await ctx.rows(bills).hold(bill)
  const known = await knownPayment(ctx, held.id, money)
  if (known) return { payment: known, fresh: false, left: leftCents(held) / 100, over: known.over }
  refuseUnfit(held, money)
  const debt = billDebt(held)
  const paid = cents(money.value)
  const split = money.charges ? splitSaid(paid, debt.left, money.charges) : splitDebtFirst(paid, debt, money.paid_on)
  const payment = await ctx.rows(billPayments).create({
    bill_id: held.id,
    paid_on: money.paid_on,
    value: paid / 100,
    settled: split.settled / 100,
    fine: split.fine / 100,
    interest: split.interest / 100,
    discount: split.discount / 100,
    over: split.over / 100,
    ...dueOf(split, debt, money.paid_on),
    method: money.method ?? null,
    checking_account_id: money.checking_account_id,
    source: money.source,
    reference: money.reference ?? null,
    user_id: ctx.user.id || null,
  })
  const left = debt.left - split.settled
  await settle(ctx, held, cents(held.received) + split.settled, left === 0, event)
  return { payment, fresh: true, left: left / 100, over: split.over / 100 }
}

/** What the rates ask for of what this payment settles: of all of it when it settles all. */
function dueOf({ settled }: MoneySplit, { left, due, rates }: BillDebt, on: string) {
  const { fine, interest } = chargeOn(Math.min(settled, left), due, on, rates)
  return { fine_due: fine / 100, interest_due: interest / 100 }
}

/** What somebody says of the money: what is more than the bill with its fine and interest is over. */
function splitSaid(paid: number, left: number, charges: PaymentCharges): MoneySplit {
  const [fine, interest, discount] = [cents(charges.fine), cents(charges.interest), cents(charges.discount)]
  const settles = paid - fine - interest + discount
  if (settles < 0) throw invalid({ value: 'O valor é menor do que a multa e os juros.' })
  if (discount > left) throw invalid({ discount: `O desconto é maior do que o que falta: ${showMoney(left / 100)}.` })
  const settled = Math.min(settles, left)
  return { settled, fine, interest, discount, over: settles - settled }
}

/**
 * The payment this source named already; two that name the same at once wait for each other. What a bank named counts again once its
 * payment was taken back: the money is in the account all the same.
 */
async function knownPayment(ctx: Ctx, bill: number, { source, reference }: ReceivedMoney) {
  if (!reference) return null
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${source} ${reference}`}, 87))`.execute(ctx.sql)
  const { rows } = await sql<{ id: number; bill_id: number }>`
    select id, bill_id from bill_payments
    where source = ${source} and reference = ${reference} and (reversed_at is null or source <> ${returnSource})`.execute(
    ctx.sql,
  )
  const [row] = rows
  if (!row) return null
  if (row.bill_id !== bill) throw problem('conflict', 'Este recebimento já foi registrado em outra conta.')
  return ctx.rows(billPayments).find(row.id)
}

function refuseUnfit(bill: Bill, { paid_on, value }: ReceivedMoney) {
  if (!bill.active) throw problem('conflict', 'Conta a receber inativa: reative antes de receber.')
  if (bill.called_off) throw problem('conflict', 'A conta está cancelada: reabra antes de receber.')
  if (cents(value) <= 0) throw invalid({ value: 'Informe quanto entrou.' })
  if (paid_on > dayIn(new Date()).day) throw invalid({ paid_on: 'Informe um dia que já chegou.' })
}

/** Writes the sum of its payments to the bill; its amounts are final from the first one on. */
async function settle(ctx: Ctx, bill: Bill, received: number, paid: boolean, event: string) {
  const { rows } = await sql<{ day: string | null }>`
    select max(paid_on)::text as day from bill_payments
    where bill_id = ${bill.id} and settled > 0 and reversed_at is null and deleted_at is null`.execute(ctx.sql)
  await ctx.rows(bills).put(
    bill.id,
    {
      received: received / 100,
      downloaded: paid,
      downloaded_at: paid ? (bill.downloaded_at ?? now()) : null,
      paid_on: paid ? (rows[0]?.day ?? null) : null,
      fixed: true,
    },
    undefined,
    event,
  )
}

/**
 * Takes back a payment: it stays to be read, with who took it back and why, and the bill owes again what it had settled. Money that a bank
 * states in a file is in the account all the same: its line waits for another bill.
 */
export async function reverse(ctx: Ctx, key: number | string, reason: string): Promise<BillPayment> {
  const seen = await ctx.rows(billPayments).find(key)
  // Always the bill first: two that reverse, or one that receives meanwhile, wait for each other.
  const bill = await ctx.rows(bills).hold(seen.bill_id)
  const payment = await ctx.rows(billPayments).hold(seen.id)
  if (payment.reversed_at)
    throw problem(
      'conflict',
      `Este recebimento já foi estornado, em ${showDate(dayIn(new Date(payment.reversed_at)).day)}.`,
    )
  if (!bill.active) throw problem('conflict', 'Conta a receber inativa: reative antes de estornar.')
  const taken = await ctx
    .rows(billPayments)
    .update(payment.id, { reversed_at: now(), reversed_by_id: ctx.user.id, reason }, undefined, 'estornar')
  if (payment.source === returnSource || payment.source === asaasSource)
    await sql`
      update bank_return_lines set state = 'espera', note = ${`O recebimento foi estornado: ${reason}`.slice(0, 500)},
        version = version + 1, updated_at = now()
      where payment_id = ${payment.id} and state in ('aplicada', 'colocada')`.execute(ctx.sql)
  const received = cents(bill.received) - cents(payment.settled)
  await settle(ctx, bill, received, bill.downloaded && payment.settled === 0, 'estornar')
  return taken
}

/** Reverses a bill's payments and answers their count. Throws a 403 if the user may not reverse one. */
export async function reverseAll(ctx: Ctx, bill: number, reason: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from bill_payments where bill_id = ${bill} and reversed_at is null and deleted_at is null order by id desc`.execute(
    ctx.sql,
  )
  if (rows.length && !can(ctx.user, 'bill-payments.estornar'))
    throw problem('forbidden', 'A conta tem recebimentos, e o seu perfil não estorna: peça a quem pode.')
  for (const { id } of rows) await reverse(ctx, id, reason)
  return rows.length
}
