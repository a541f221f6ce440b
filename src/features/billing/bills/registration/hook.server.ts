import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { receiveChargeNotice } from '#features/billing/bills/registration/api.ts'
import { chargeHookTokens } from '#features/billing/bills/registration/credentials.server.ts'
import { layAct } from '#features/billing/bills/registration/lay.server.ts'
import { chargedSlip } from '#features/billing/bills/registration/source.server.ts'
import { sameSecret } from '#server/secret.ts'
import { serve } from '#server/serve.ts'

/** What of a charge concerns a boleto; Asaas also sends notices of who looked at it. */
const isNews = (event: string) => !/VIEWED|CREATED|UPDATED/.test(event)

/**
 * A notice of Asaas is trusted only as a hint that a charge of ours changed: the queue then reads the charge from Asaas, once for
 * each notice. Accounts see their own boletos alone, whatever the notice names. One about an unknown charge is answered, or Asaas
 * would resend it forever.
 */
export const chargeHook = serve(receiveChargeNotice, async (ctx, { body: { id, event, payment } }) => {
  const given = ctx.request.headers['asaas-access-token'] ?? ''
  const tokens = await chargeHookTokens(ctx.sql, ctx.config)
  // Every one is compared, whichever it is.
  const proved = tokens.filter(({ token }) => sameSecret(token, given))
  const [first] = proved
  if (!first) throw problem('forbidden', 'O token não confere.')
  if (!payment || !isNews(event)) return { received: true }
  const found = (await chargedSlip(ctx.sql, payment)).find(slip =>
    proved.some(({ account, environment }) => account === slip.account && environment === slip.environment),
  )
  if (found) {
    await layAct(ctx, found, 'consultar', { id, event, charge: payment.id })
    return { received: true }
  }
  const { rows: fresh } = await sql`
    insert into webhook_events (origin, event_id, event) values (${`asaas-cobranca:${first.account}`}, ${id}, ${event})
    on conflict do nothing returning event_id`.execute(ctx.sql)
  if (!fresh.length) return { received: true }
  const text = `Aviso ${event} do Asaas sobre ${payment.id}, que não é boleto nosso.`.slice(0, 255)
  const { rows } = await sql<{ id: number }>`
    insert into integration_queues (integration, kind, name, state, empresa_id, ended_at)
    select 'asaas-cobranca', 'consulta', 'Aviso de cobrança desconhecida', 'enviado', a.empresa_id, now()
    from checking_accounts a where a.id = ${first.account} returning id`.execute(ctx.sql)
  await sql`
    insert into integration_queues_logs (parent_id, position, at, outcome, message)
    values (${rows[0]?.id}, 0, now(), 'pedido', ${text})`.execute(ctx.sql)
  return { received: true }
})
