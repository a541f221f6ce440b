import { sql } from 'kysely'
import { Problem } from '#kernel/problem.ts'
import { showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { asaasSource } from '#features/billing/bills/payments/payments.ts'
import { receive } from '#features/billing/bills/payments/receive.server.ts'
import { addProviderLine, isLineInForce, type ProviderLine } from '#features/billing/bills/returns/charges.server.ts'
import { takeTurn } from '#features/billing/bills/returns/turn.server.ts'
import type { SlipSource } from '#features/billing/bills/registration/source.server.ts'
import type { Ctx } from '#server/operation.ts'

// Money that Asaas states by its API is written down once, whatever came first: its notice, a second notice or our own answer. It has a
// line among those of returns, so that what settles no bill waits where a person decides.

/** A charge as Asaas states it. */
export interface StatedCharge {
  readonly id: string
  /** Its word for the state: 'RECEIVED'. */
  readonly status: string
  /** Cents; with fine and interest, or less a discount, where it was paid so. */
  readonly cents: number
  /** The day the payer paid, 'AAAA-MM-DD'; null where Asaas names none. */
  readonly paid_on: string | null
}

const lineOfCharge = (slip: SlipSource, charge: StatedCharge) =>
  ({
    provider: 'asaas',
    name: 'Avisos do Asaas',
    account: slip.account,
    empresa_id: slip.empresa_id,
    number: slip.shown,
    payer: slip.payer.document,
    payer_name: slip.payer.name,
    value: slip.cents / 100,
    occurred_on: charge.paid_on,
    slip_id: slip.id,
    bill_id: slip.bill_id,
  }) as const

interface BillNow {
  readonly downloaded: boolean
  readonly called_off: boolean
  readonly active: boolean
  readonly deleted: boolean
}
/** Why money for a bill is not written by itself; null where it is. */
function refusalOf(bill: BillNow | undefined, slip: SlipSource, charge: StatedCharge): string | null {
  if (slip.external_id !== null && slip.external_id !== charge.id)
    return `É de outra cobrança do Asaas com a mesma referência (${charge.id}): o boleto daqui é a ${slip.external_id}.`
  if (charge.status === 'RECEIVED_IN_CASH')
    return 'No Asaas alguém marcou como recebido em dinheiro: o valor não entrou na conta do Asaas.'
  if (charge.cents <= 0 || !charge.paid_on) return 'O Asaas não diz quanto entrou, ou em que dia.'
  if (!bill || bill.deleted) return 'A conta foi excluída.'
  if (bill.downloaded) return 'A conta já estava paga.'
  if (bill.called_off) return 'A conta foi cancelada: reabra, se o dinheiro é dela.'
  return bill.active ? null : 'A conta está inativa: reative antes.'
}

const refusalIn = (thrown: unknown): string => {
  if (!(thrown instanceof Problem)) throw thrown
  return Object.values(thrown.detail.errors ?? {}).flat()[0] ?? thrown.message
}

/** Records a paid charge once, in the caller's transaction; answers what came of it. */
export async function recordPaidCharge(ctx: Ctx, slip: SlipSource, charge: StatedCharge): Promise<string> {
  if (slip.environment === 'homologacao')
    return 'Pagamento simulado em homologação: nada entrou, e nada foi registrado.'
  await takeTurn(ctx)
  const reference = `asaas/${charge.id}`
  const { rows } = await sql<BillNow>`
    select downloaded, called_off, active, deleted_at is not null as deleted from bills_to_receive where id = ${slip.bill_id} for update`.execute(
    ctx.sql,
  )
  if (await isLineInForce(ctx, reference)) return 'Este pagamento já estava registrado.'
  const words = `Cobrança recebida pelo Asaas (${charge.status})`
  const line = { ...lineOfCharge(slip, charge), reference, said: words, paid: charge.cents / 100 }
  const waits = async (note: string) => {
    await addProviderLine(ctx, { ...line, state: 'espera', verdict: 'conflito', note, payment_id: null })
    return `${showMoney(charge.cents / 100)} espera em Dinheiro sem conta: ${note}`
  }
  const refused = refusalOf(rows[0], slip, charge)
  if (refused !== null) return waits(refused)
  try {
    const { payment, fresh } = await receive(ctx, slip.bill_id, {
      paid_on: charge.paid_on ?? '',
      value: charge.cents / 100,
      checking_account_id: slip.account,
      method: 'boleto',
      source: asaasSource,
      reference: charge.id,
    })
    if (!fresh) return 'Este pagamento já estava registrado.'
    const note = slip.cancelled ? 'Pago pelo boleto que foi cancelado aqui.' : null
    await addProviderLine(ctx, { ...line, state: 'aplicada', verdict: 'recebe', note, payment_id: payment.id })
  } catch (thrown) {
    return waits(refusalIn(thrown))
  }
  ctx.tell({ of: bills, uuid: slip.bill_uuid })
  return `${showMoney(charge.cents / 100)} recebido.`
}

/** Money that went back to the payer: a person takes the payment back and explains the line. */
export async function recordRefundedCharge(ctx: Ctx, slip: SlipSource, charge: StatedCharge): Promise<string> {
  if (slip.environment === 'homologacao') return 'Devolução simulada em homologação: nada mudou.'
  await takeTurn(ctx)
  const reference = `asaas/${charge.id}/estorno`
  if (await isLineInForce(ctx, reference)) return 'Esta devolução já espera por uma decisão.'
  const { rows } = await sql`
    select 1 from bill_payments where source = ${asaasSource} and reference = ${charge.id} and reversed_at is null`.execute(
    ctx.sql,
  )
  const note = rows.length
    ? 'O dinheiro desta conta foi devolvido ou contestado no Asaas: confira lá, estorne o recebimento na conta e explique esta linha.'
    : 'Devolvido ou contestado no Asaas; aqui não há recebimento em vigor desta cobrança. Confira, e explique esta linha.'
  const line: ProviderLine = {
    ...lineOfCharge(slip, charge),
    reference,
    said: `Cobrança devolvida ou contestada no Asaas (${charge.status})`,
    paid: null,
    state: 'espera',
    verdict: 'estorno',
    note,
    payment_id: null,
  }
  await addProviderLine(ctx, line)
  return 'A devolução espera por uma decisão em Dinheiro sem conta.'
}
