import * as z from 'zod'
import { problem } from '#kernel/problem.ts'
import { daysTo } from '#kernel/clock.ts'
import { asaasKeysOf, lackingKeysOf } from '#features/billing/bills/registration/credentials.server.ts'
import { itemSlip } from '#features/billing/bills/registration/item.server.ts'
import { isRegistering } from '#features/billing/bills/registration/lay.server.ts'
import type { StatedCharge } from '#features/billing/bills/registration/money.server.ts'
import {
  cancelNotTaken,
  chargeStated,
  isPaidCharge,
  isReturnedCharge,
  slipCancelled,
  slipGone,
  slipRefused,
  slipRegistered,
  type RegisteredSlip,
} from '#features/billing/bills/registration/outcome.server.ts'
import { noteExternal, type SlipSource } from '#features/billing/bills/registration/source.server.ts'
import { readSlip } from '#features/billing/bills/slip/numbers.ts'
import { asaasTestUrl, asaasUrl } from '#parts/asaas/settings.server.ts'
import {
  asaasCustomer,
  AsaasRefusal,
  asaasLater,
  sayToAsaas,
  type AsaasConversation,
} from '#parts/asaas/talk.server.ts'
import type { Integration, SentItem, Talk } from '#parts/integration/integration.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

// Boletos registered by Asaas (API v3, cobranças), as its public documentation describes it. Not proved against the service: how soon a
// new charge is found by `externalReference`, and what it answers about a boleto it is still registering; the latter is tried again.

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .transform(text => text.slice(0, 10))
const payment = z.object({
  id: z.string().min(1).max(60),
  status: z.string().max(60),
  value: z.number(),
  dueDate: day,
  externalReference: z.string().nullish(),
  deleted: z.boolean().nullish(),
  clientPaymentDate: day.nullish(),
  confirmedDate: day.nullish(),
  paymentDate: day.nullish(),
})
type AsaasPayment = z.infer<typeof payment>
const payments = z.object({ data: z.array(payment) })
const field = z.object({ identificationField: z.string().max(80), nossoNumero: z.coerce.string().max(30).nullish() })
const qrCode = z.object({ payload: z.string().min(1).max(2_000), expirationDate: z.string().max(40).nullish() })
const removed = z.object({ deleted: z.boolean() })

const pathOf = (id: string) => `payments/${encodeURIComponent(id)}`
const cents = (reais: number) => Math.round(reais * 100)
const reais = (amount: number) => amount / 100

/** The charge in our words. The day is the one the payer paid on, as far as Asaas names it. */
const stated = ({ id, status, value, deleted, ...on }: AsaasPayment): StatedCharge & { readonly deleted: boolean } => ({
  id,
  status,
  cents: cents(value),
  paid_on: on.clientPaymentDate ?? on.confirmedDate ?? on.paymentDate ?? null,
  deleted: deleted ?? false,
})

/** Charges there under our reference that were not removed. */
async function chargesOf(talking: AsaasConversation, { uuid }: SlipSource): Promise<readonly AsaasPayment[]> {
  const { data } = await sayToAsaas(talking, payments, `payments?externalReference=${uuid}`)
  return data.filter(each => each.externalReference === uuid && !each.deleted)
}

/** BOLETO has a Pix of its own by the documentation; UNDEFINED would also let the payer choose a card, with another fee. */
const requestOf = (slip: SlipSource, customer: string) => ({
  customer,
  billingType: 'BOLETO',
  value: reais(slip.cents),
  dueDate: slip.due_date,
  description: `Conta nº ${slip.document}`,
  externalReference: slip.uuid,
  postalService: false,
  ...(slip.fine > 0 && { fine: { value: slip.fine, type: 'PERCENTAGE' } }),
  ...(slip.interest > 0 && { interest: { value: slip.interest } }),
  ...(slip.discount_until && {
    discount: {
      value: reais(slip.discount_cents),
      type: 'FIXED',
      dueDateLimitDays: Math.max(0, daysTo(slip.due_date, slip.discount_until)),
    },
  }),
})

/** The one charge of the boleto: it is looked for before a second is made. */
async function chargeOf(db: Sql, talking: AsaasConversation, slip: SlipSource, attempt: number) {
  if (slip.external_id) return sayToAsaas(talking, payment, pathOf(slip.external_id))
  const [there, ...others] = attempt > 1 ? await chargesOf(talking, slip) : []
  if (others.length)
    throw new AsaasRefusal(409, [
      { code: '', message: `O Asaas tem ${others.length + 1} cobranças deste boleto: remova lá as que sobram.` },
    ])
  const made =
    there ?? (await sayToAsaas(talking, payment, 'payments', requestOf(slip, await asaasCustomer(talking, slip.payer))))
  await noteExternal(db, slip.id, made.id)
  return made
}

const expiry = (text: string | null | undefined) => {
  const at = text ? new Date(`${text.trim().replace(' ', 'T')}${/[Z+]|-\d\d:\d\d$/.test(text) ? '' : '-03:00'}`) : null
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

/** Line, bars, number and Pix of a charge. Throws `Unanswered` where they are not the charge's, or not there yet. */
async function answerOf(talking: AsaasConversation, slip: SlipSource, charge: AsaasPayment): Promise<RegisteredSlip> {
  const { identificationField, nossoNumero } = await sayToAsaas(
    talking,
    field,
    `${pathOf(charge.id)}/identificationField`,
  ).catch((error: unknown) => {
    if (!(error instanceof AsaasRefusal)) throw error
    throw asaasLater(talking, 'a linha digitável ainda não veio')
  })
  const read = readSlip(identificationField, slip.due_date)
  if (read?.kind !== 'banco') throw asaasLater(talking, 'a linha digitável veio ilegível')
  if (read.cents !== slip.cents || read.due_date !== slip.due_date)
    throw asaasLater(talking, 'a linha digitável veio com outro valor ou vencimento')
  const pix = await sayToAsaas(talking, qrCode, `${pathOf(charge.id)}/pixQrCode`).catch((error: unknown) => {
    // An account of Asaas without a Pix key has boletos all the same.
    if (error instanceof AsaasRefusal) return null
    throw error
  })
  return {
    external: charge.id,
    bars: read.bars,
    shown: nossoNumero || slip.shown,
    pix: pix && { text: pix.payload, until: expiry(pix.expirationDate) },
  }
}

async function register(db: Sql, talking: AsaasConversation, slip: SlipSource, attempt: number): Promise<SentItem> {
  if (slip.cancelled) {
    // The act that cancels it waits for this one, and then knows what it is called there.
    const [there] = attempt > 1 && !slip.external_id ? await chargesOf(talking, slip) : []
    if (there) await noteExternal(db, slip.id, there.id)
    return slipGone()
  }
  const charge = await chargeOf(db, talking, slip, attempt)
  if (charge.deleted) return slipRefused(slip, [{ code: '', message: 'A cobrança foi removida no Asaas' }])
  if (isPaidCharge(charge) || isReturnedCharge(charge)) return chargeStated(slip, stated(charge), '')
  if (cents(charge.value) !== slip.cents || charge.dueDate !== slip.due_date)
    return slipRefused(slip, [{ code: '', message: 'A cobrança no Asaas tem outro valor ou vencimento' }])
  return slipRegistered(slip, await answerOf(talking, slip, charge))
}

async function cancel(db: Sql, talking: AsaasConversation, slip: SlipSource): Promise<SentItem> {
  if (await isRegistering(db, slip)) throw asaasLater(talking, 'o registro deste boleto ainda está a caminho')
  const there = slip.external_id
    ? [await sayToAsaas(talking, payment, pathOf(slip.external_id))]
    : await chargesOf(talking, slip)
  for (const charge of there) {
    if (charge.deleted) continue
    if (isPaidCharge(charge) || isReturnedCharge(charge)) {
      const refused = cancelNotTaken(slip, [
        { code: charge.status, message: 'A cobrança já foi paga no Asaas, e não pode mais ser cancelada' },
      ])
      const { settle } = chargeStated(slip, stated(charge), '')
      return {
        ...refused,
        settle: async ctx => {
          await settle?.(ctx)
          await refused.settle?.(ctx)
        },
      }
    }
    const { deleted } = await sayToAsaas(talking, removed, pathOf(charge.id), undefined, 'DELETE')
    if (!deleted) throw asaasLater(talking, 'a cobrança ainda não foi removida')
  }
  return slipCancelled(
    slip,
    there.length ? `Boleto ${slip.shown} cancelado também no Asaas.` : `O boleto ${slip.shown} não chegou ao Asaas.`,
  )
}

/** What became of a charge a notice speaks of, read from Asaas itself: the notice is no proof. */
async function consult(talking: AsaasConversation, slip: SlipSource, charge: string, event: string): Promise<SentItem> {
  const there = await sayToAsaas(talking, payment, pathOf(charge))
  if (there.id !== charge || (slip.external_id !== charge && there.externalReference !== slip.uuid))
    return { state: 'falhou', why: `A cobrança ${charge} do Asaas não é deste boleto: confira lá.` }
  return chargeStated(slip, stated(there), event)
}

const off = 'O Asaas está desligado: defina ASAAS_URL ou ASAAS_TEST_URL.'
const urlOf = (config: Config, { environment }: Pick<SlipSource, 'environment'>) =>
  config.of(environment === 'producao' ? asaasUrl : asaasTestUrl)

/** Opens a conversation with the keys of an account. Throws a 409 where the installation never calls Asaas, or has no key. */
export async function talkToAsaas(
  db: Sql,
  config: Config,
  talk: Talk,
  owner: Pick<SlipSource, 'account' | 'environment'>,
): Promise<AsaasConversation> {
  const url = urlOf(config, owner)
  if (url === null) throw problem('conflict', off)
  return { talk, base: new URL(url), token: (await asaasKeysOf(db, config, owner)).token }
}

/** Reads nothing of worth: whether Asaas takes the key. */
export async function tryAsaas(talking: AsaasConversation) {
  await sayToAsaas(talking, z.object({ data: z.array(z.unknown()) }), 'payments?limit=1')
}

/** Boletos that Asaas registers, and whose payment it states. */
export const asaasCharges: Integration = {
  key: 'asaas-cobranca',
  lacking: (config, db) =>
    config.of(asaasUrl) === null && config.of(asaasTestUrl) === null ? off : lackingKeysOf(db, 'asaas'),
  send: async (item, talk, { config, sql: db }) => {
    const { slip, act, charge, event } = await itemSlip(db, item)
    const talking = await talkToAsaas(db, config, talk, slip)
    try {
      if (act === 'registrar') return await register(db, talking, slip, item.attempt)
      return act === 'cancelar' ? await cancel(db, talking, slip) : await consult(talking, slip, charge, event)
    } catch (error) {
      if (!(error instanceof AsaasRefusal)) throw error
      // A charge that is not there any more is as good as cancelled.
      if (act === 'cancelar')
        return error.status === 404
          ? slipCancelled(slip, `O Asaas não tem mais o boleto ${slip.shown}.`)
          : cancelNotTaken(slip, error.reasons)
      return act === 'registrar'
        ? slipRefused(slip, error.reasons)
        : { state: 'falhou', why: `O Asaas não mostrou a cobrança: ${error.reasons[0]?.message ?? ''}` }
    }
  },
}
