import { sql } from 'kysely'
import { bills } from '#features/billing/bills/bill/bills.ts'
import {
  recordPaidCharge,
  recordRefundedCharge,
  type StatedCharge,
} from '#features/billing/bills/registration/money.server.ts'
import { slipSource, type SlipSource } from '#features/billing/bills/registration/source.server.ts'
import { providers } from '#features/billing/bills/slip/registrations.ts'
import { lineOf } from '#features/billing/bills/slip/numbers.ts'
import { lockBillsOf, markRefused, markRegistered } from '#features/billing/bills/slip/slips.server.ts'
import type { SentItem } from '#parts/integration/integration.server.ts'
import { record } from '#server/audit.ts'
import type { Ctx } from '#server/operation.ts'

/** What a provider answered of a boleto it registered. */
export interface RegisteredSlip {
  readonly external: string
  readonly bars: string
  /** Nosso número as it prints it. */
  readonly shown: string
  /** Copia e cola, and until when it is good; null where it has none, or where that is not limited. */
  readonly pix: { readonly text: string; readonly until: string | null } | null
}
/** Why a provider refuses, in its own words. */
export interface ProviderReason {
  readonly code: string
  readonly message: string
}
const inWords = (reasons: readonly ProviderReason[]) =>
  reasons
    .map(({ code, message }) => (code ? `${code}: ${message}` : message))
    .join(' ')
    .replace(/[.\s]+$/, '')
    .slice(0, 900)

/** Locks a boleto with its bill, and answers it as it is now. */
async function heldSlip(ctx: Ctx, { id }: SlipSource): Promise<SlipSource | null> {
  await lockBillsOf(ctx, [id])
  await sql`select 1 from bill_slips where id = ${id} for update`.execute(ctx.sql)
  return slipSource(ctx.sql, id)
}

async function note(ctx: Ctx, { bill_id, bill_uuid }: SlipSource, event: string, words: string) {
  await record(ctx, bills, bill_id, event, { slip_state: [null, words] })
  ctx.tell({ of: bills, uuid: bill_uuid })
}

/** The provider has it: from now on it can be paid. One that was cancelled here meanwhile only learns what it is called there. */
export const slipRegistered = (slip: SlipSource, answer: RegisteredSlip): SentItem => ({
  state: 'enviado',
  note: `Boleto ${answer.shown} registrado no ${providers[slip.provider]}.`,
  settle: async ctx => {
    const now = await heldSlip(ctx, slip)
    if (!now) return
    await sql`
      update bill_slips set external_id = ${answer.external}, bars = ${answer.bars}, line = ${lineOf(answer.bars)}, shown = ${answer.shown},
        pix = ${answer.pix?.text ?? null}, pix_until = ${answer.pix?.until ?? null}::timestamptz where id = ${slip.id}`.execute(
      ctx.sql,
    )
    if (now.cancelled) return
    await sql`
      update bills_to_receive set billet_number = ${answer.shown}, version = version + 1, updated_at = now()
      where id = ${slip.bill_id} and billet_number = ${now.shown} and billet_number <> ${answer.shown}`.execute(ctx.sql)
    await markRegistered(ctx, slip.id)
    await note(ctx, slip, 'registrar-boleto', 'registrado')
  },
})

/** The provider does not take it, for the reasons it gives; nobody tries again until a person does. */
export const slipRefused = (slip: SlipSource, reasons: readonly ProviderReason[]): SentItem => ({
  state: 'falhou',
  why: inWords(reasons),
  settle: async ctx => {
    const now = await heldSlip(ctx, slip)
    if (!now || now.cancelled) return
    await markRefused(ctx, slip.id, inWords(reasons))
    await note(ctx, slip, 'registrar-boleto', 'recusado')
  },
})

/** The boleto was cancelled here before the provider had it, or has it until the act that follows. */
export const slipGone = (): SentItem => ({
  state: 'enviado',
  note: 'O boleto foi cancelado aqui antes de ser registrado.',
})

export const slipCancelled = (slip: SlipSource, words: string): SentItem => ({
  state: 'enviado',
  note: words,
  settle: ctx => note(ctx, slip, 'cancelar-boleto', words),
})
export const cancelNotTaken = (slip: SlipSource, reasons: readonly ProviderReason[]): SentItem => ({
  state: 'falhou',
  why: inWords(reasons),
  settle: ctx => note(ctx, slip, 'cancelar-boleto', inWords(reasons)),
})

const paidStatuses: readonly string[] = ['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'DUNNING_RECEIVED']
const returnedStatus = /REFUND|CHARGEBACK/
export const isPaidCharge = ({ status }: Pick<StatedCharge, 'status'>) => paidStatuses.includes(status)
export const isReturnedCharge = ({ status }: Pick<StatedCharge, 'status'>) => returnedStatus.test(status)

/** What a charge comes to, as Asaas states it now. `event` only ever asks a person to look. */
export const chargeStated = (
  slip: SlipSource,
  charge: StatedCharge & { readonly deleted: boolean },
  event: string,
): SentItem => ({
  state: 'enviado',
  note: `No Asaas a cobrança ${charge.id} está ${charge.deleted ? 'removida' : charge.status}.`,
  settle: async ctx => {
    const now = await heldSlip(ctx, slip)
    if (!now) return
    if (now.external_id === null)
      await sql`update bill_slips set external_id = ${charge.id} where id = ${slip.id}`.execute(ctx.sql)
    const charged = { ...now, external_id: now.external_id ?? charge.id }
    if (charge.deleted && now.registered && !now.cancelled && charged.external_id === charge.id) {
      await markRefused(ctx, slip.id, 'A cobrança foi removida no Asaas')
      await note(ctx, slip, 'registrar-boleto', 'recusado')
    } else if (isPaidCharge(charge)) await recordPaidCharge(ctx, charged, charge)
    if (isReturnedCharge(charge) || returnedStatus.test(event)) await recordRefundedCharge(ctx, charged, charge)
  },
})
