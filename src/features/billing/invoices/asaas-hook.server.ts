import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import { receiveAsaasNotice } from '#features/billing/invoices/api.ts'
import { hookTokens } from '#features/billing/invoices/credentials.server.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { sameSecret } from '#server/secret.ts'
import { serve } from '#server/serve.ts'

/**
 * An Asaas notice is trusted only as a hint that a note changed: the queue then reads its state from Asaas. A repeated one is
 * processed once; one about an unknown note is answered, or Asaas would resend it forever.
 */
export const asaasHook = serve(receiveAsaasNotice, async (ctx, { body }) => {
  const given = ctx.request.headers['asaas-access-token'] ?? ''
  const tokens = await hookTokens(ctx.sql, ctx.config)
  // Every one is compared, whichever it is.
  const of = tokens.filter(({ token }) => sameSecret(token, given)).map(({ empresa }) => empresa)
  if (!of.length) throw problem('forbidden', 'O token não confere.')
  const { rows: fresh } = await sql`
      insert into webhook_events (origin, event_id, event) values ('asaas', ${body.id}, ${body.event})
      on conflict do nothing returning event_id`.execute(ctx.sql)
  if (!fresh.length || !body.invoice) return { received: true }
  const { rows } = await sql<{ uuid: string }>`
      select i.uuid from service_invoices i join service_invoice_sources s on s.invoice_id = i.id
      where s.external_id = ${body.invoice.id} and i.empresa_id = any(${of}::bigint[])`.execute(ctx.sql)
  const [found] = rows
  if (!found) {
    const text = `Aviso ${body.event} do Asaas sobre ${body.invoice.id}, que não é nota nossa.`.slice(0, 255)
    const { rows: notes } = await sql<{ id: number }>`
        insert into integration_queues (integration, kind, name, state, empresa_id, ended_at)
        values ('asaas', 'consulta', 'Aviso de nota desconhecida', 'enviado', ${of[0]}, now()) returning id`.execute(
      ctx.sql,
    )
    await sql`
        insert into integration_queues_logs (parent_id, position, at, outcome, message)
        values (${notes[0]?.id}, 0, now(), 'pedido', ${text})`.execute(ctx.sql)
    return { received: true }
  }
  const { rows: woken } = await sql<{ uuid: string }>`
      update integration_queues set next_attempt_at = null, updated_at = now()
      where integration = 'asaas' and key = any(${[`${found.uuid}:emitir`, `${found.uuid}:cancelar`]}::text[]) and state = 'pendente'
      returning uuid`.execute(ctx.sql)
  for (const { uuid } of woken) ctx.tell({ of: integrationQueues, uuid })
  return { received: true }
})
