import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import { isLocked, type RowOf } from '#kernel/resource.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import {
  cancelBillBoleto,
  downloadBoleto,
  issueBillBoleto,
  readBillPaying,
} from '#features/billing/bills/boleto/api.ts'
import { sheetsOf } from '#features/billing/bills/boleto/sheets.server.ts'
import { waysToPay } from '#features/billing/bills/boleto/ways.server.ts'
import { whyNoLine } from '#features/billing/bills/boleto/ways.ts'
import { monthZip, zipBoletos } from '#features/billing/bills/boleto/zip.server.ts'
import { slipFileName } from '#features/billing/bills/slip/file-name.ts'
import { layCancelling, layRegistration, slipProgress } from '#features/billing/bills/registration/lay.server.ts'
import { dueStandingOf } from '#features/billing/bills/remittance/due.server.ts'
import { goesByFile, providers } from '#features/billing/bills/slip/registrations.ts'
import { readSlip } from '#features/billing/bills/slip/numbers.ts'
import { printSlips } from '#features/billing/bills/slip/print.server.ts'
import { cancelSlip, issueSlip, liveSlip } from '#features/billing/bills/slip/slips.server.ts'
import { leftCents } from '#features/billing/bills/payments/receive.server.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import type { Key } from '#server/rows.ts'
import { serve } from '#server/serve.ts'

type PayableBill = RowOf<typeof bills>

/** Throws where nobody is to pay the bill any more. */
function refuseSettled({ downloaded, called_off }: Pick<PayableBill, 'downloaded' | 'called_off'>) {
  if (downloaded) throw problem('conflict', 'Esta conta já foi paga.')
  if (called_off) throw problem('conflict', 'Esta conta foi cancelada.')
}

/** Issues a bill's boleto in the caller's transaction; a repeated or parallel call finds the existing one. */
export async function issueBoleto(ctx: Ctx, which: Key) {
  const bill = await ctx.rows(bills).hold(which)
  if (!bill.active) throw problem('conflict', 'Conta a receber inativa: reative antes.')
  if (await liveSlip(ctx.sql, bill.id)) return { bill, fresh: false, slip: null }
  refuseSettled(bill)
  if (isLocked(bills, bill)) throw problem('conflict')
  if (bill.bar_code)
    throw problem('conflict', 'A conta já tem a linha digitável de outro boleto: apague-a antes de emitir este.')
  const { id, client_id, checking_account_id, due_date, billet_number, late_fine, late_interest } = bill
  const today = dayIn(new Date()).day
  const slip = await issueSlip(
    ctx,
    {
      id,
      client_id,
      checking_account_id,
      due_date,
      cents: leftCents(bill),
      fine: late_fine ?? 0,
      interest: late_interest ?? 0,
    },
    today,
  )
  const numbered = { billet_number: billet_number ?? slip.shown }
  await ctx.rows(bills).put(id, numbered, undefined, 'emitir-boleto')
  await slip.keep()
  await layRegistration(ctx, id)
  return { bill: await ctx.rows(bills).find(id), fresh: true, slip }
}

/** Takes a bill's boleto back, here and where a provider registered it, in the caller's transaction; answers it as it was. */
export async function cancelBoleto(ctx: Ctx, which: Key) {
  const bill = await ctx.rows(bills).hold(which)
  const slip = await liveSlip(ctx.sql, bill.id)
  if (!slip) throw problem('conflict', 'Esta conta não tem boleto emitido.')
  refuseSettled(bill)
  await cancelSlip(ctx, slip)
  const atProvider = await layCancelling(ctx, slip)
  const isOurs = bill.billet_number === slip.shown
  const cleared = { bar_code: null, ...(isOurs && { billet_number: null }) }
  await ctx.rows(bills).put(bill.id, cleared, undefined, 'cancelar-boleto')
  return { bill: await ctx.rows(bills).find(bill.id), slip, atProvider }
}

const issue = serve(issueBillBoleto, async (ctx, { id }) => {
  const { bill, slip } = await issueBoleto(ctx, id)
  return doneAnswer(200, slip ? whatFollows(slip) : 'O boleto já estava emitido.', bill)
})

/** What has to happen before anybody can pay what was just issued. */
function whatFollows({ provider, registration }: Pick<IssuedSlip, 'provider' | 'registration'>) {
  if (provider)
    return `Boleto na fila do registro: até o ${providers[provider]} responder, ninguém consegue pagar pelo código de barras.`
  return `Boleto emitido. ${
    goesByFile({ registration }) ? 'Ele vai ao banco na próxima remessa' : 'Registre-o no banco'
  }: até a resposta dele, ninguém consegue pagar pelo código de barras.`
}
type IssuedSlip = Awaited<ReturnType<typeof issueSlip>>

const cancel = serve(cancelBillBoleto, async (ctx, { id }) => {
  const { bill, slip, atProvider } = await cancelBoleto(ctx, id)
  const message = atProvider
    ? `Boleto cancelado aqui. O cancelamento no ${providers[slip.provider ?? 'asaas']} está na fila: acompanhe na conta.`
    : slip.registered_at && !slip.provider
      ? 'Boleto cancelado aqui. No banco ele continua registrado: peça a baixa lá também.'
      : 'Boleto cancelado.'
  return doneAnswer(200, message, bill)
})

const payment = serve(readBillPaying, async (ctx, { id }) => {
  const bill = await ctx.rows(bills).find(id)
  const ways = (await waysToPay(ctx.sql, [bill.id], dayIn(new Date()).day)).get(bill.id)
  // A settled bill has its boleto to be read still, and nothing to pay.
  const slip = await liveSlip(ctx.sql, bill.id)
  const isOffice = isStaff(ctx.user)
  const due = ways && slip && isOffice ? await dueStandingOf(ctx.sql, slip, bill.due_date) : null
  return {
    data: {
      line: ways?.line ?? null,
      unregistered: isOffice ? (ways?.unregistered ?? null) : null,
      why: ways ? whyNoLine(ways) : null,
      number: ways?.number ?? slip?.shown ?? null,
      state: bill.slip_state,
      refusal: ways?.refusal ?? null,
      pix: ways?.pix ?? null,
      total: (ways?.cost.total ?? 0) / 100,
      warnings: ways
        ? [...(due?.text ? [due.text] : []), ...contradictions(bill, due?.text ? slip?.due_date : null)]
        : [],
      changeable_due: slip && due?.changes ? slip.due_date : null,
      provider: isOffice ? (slip?.provider ?? null) : null,
      test: slip?.environment === 'homologacao',
      progress: isOffice ? await slipProgress(ctx.sql, bill.id) : [],
    },
  }
})

/** What the digits say otherwise than the bill; nothing is put right in silence. `known`: a due day that is explained elsewhere. */
function contradictions(bill: PayableBill, known: string | null | undefined): readonly string[] {
  const read = bill.bar_code ? readSlip(bill.bar_code, bill.due_date) : null
  if (!read) return bill.bar_code ? ['A linha digitável não fecha com os dígitos verificadores.'] : []
  const cents = leftCents(bill)
  const due = read.kind === 'banco' ? read.due_date : null
  return [
    ...(read.cents && read.cents !== cents
      ? [`A linha digitável cobra ${showMoney(read.cents / 100)}, e da conta faltam ${showMoney(cents / 100)}.`]
      : []),
    ...(due && due !== bill.due_date && due !== known
      ? [`A linha digitável vence em ${showDate(due)}, e a conta, em ${showDate(bill.due_date)}.`]
      : []),
  ]
}

const print = serve(downloadBoleto, async (ctx, { id }) => {
  const bill = await ctx.rows(bills).find(id)
  refuseSettled(bill)
  const { bytes, payer } = await boletoPdf(ctx, bill.id)
  return new Answer(200, bytes, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(slipFileName(payer, bill.due_date))}`,
  })
})

/** Answers a visible bill's boleto as PDF, and who pays it. */
export async function boletoPdf(ctx: Ctx, bill: number) {
  const sheet = (await sheetsOf(ctx.sql, [bill])).get(bill)
  if (!sheet)
    throw problem(
      'conflict',
      (await liveSlip(ctx.sql, bill))
        ? 'O boleto ainda não tem linha digitável: ela vem com a resposta de quem o registra.'
        : 'Esta conta não tem boleto emitido.',
    )
  const [bytes = Buffer.alloc(0)] = await printSlips([sheet], { user: ctx.user.id }, new Date())
  return { bytes, payer: sheet.payer.name }
}

/** The boletos of bills: issued, cancelled, printed and paid. */
export const boletosOnServer: ServerFeature = {
  operations: () => [issue, cancel, payment, print, monthZip],
  works: [zipBoletos],
}
