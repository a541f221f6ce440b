import { sql } from 'kysely'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { slipSource, type SlipSource } from '#features/billing/bills/registration/source.server.ts'
import { providers, type SlipProvider } from '#features/billing/bills/slip/registrations.ts'
import { liveSlip, type BillSlip } from '#features/billing/bills/slip/slips.server.ts'
import { enqueue, type QueuedItem } from '#parts/integration/enqueue.server.ts'
import type { IntegrationKey, QueueState } from '#parts/integration/integration.ts'
import { withdraw } from '#parts/integration/withdraw.server.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** What is requested of a provider about a boleto. */
export type SlipAct = 'registrar' | 'cancelar' | 'consultar'
const verbs: Readonly<Record<SlipAct, string>> = {
  registrar: 'Registrar',
  cancelar: 'Cancelar',
  consultar: 'Consultar',
}
export const integrationOf: Readonly<Record<SlipProvider, IntegrationKey>> = {
  asaas: 'asaas-cobranca',
  bb: 'bb-cobranca',
}
const keyOf = ({ uuid }: Pick<SlipSource, 'uuid'>, act: SlipAct) => `${uuid}:${act}`

/** Queues an act, in the caller's transaction; each `notice` about a boleto has a consultation of its own. */
export const layAct = (
  ctx: Pick<Ctx, 'sql' | 'user' | 'request' | 'tell'>,
  slip: SlipSource,
  act: SlipAct,
  notice: { readonly id: string; readonly event: string; readonly charge: string } | null = null,
): Promise<QueuedItem> =>
  enqueue(ctx, {
    integration: integrationOf[slip.provider],
    name: `${verbs[act]} o boleto ${slip.shown}`,
    key: notice ? `${keyOf(slip, act)}:${notice.id}` : keyOf(slip, act),
    client_id: slip.client_id,
    empresa_id: slip.empresa_id,
    about: { text: slip.bill.slice(0, 255), path: `/${bills.path}/${slip.bill_uuid}` },
    payload: { slip: slip.id, act, ...(notice && { charge: notice.charge, event: notice.event }) },
    payload_extras: { environment: slip.environment },
  })

/** Queues the registration of the boleto a bill has now; null where nobody but a person registers it. */
export async function layRegistration(ctx: Ctx, bill: number): Promise<QueuedItem | null> {
  const slip = await liveSlip(ctx.sql, bill)
  const source = slip?.provider ? await slipSource(ctx.sql, slip.id) : null
  return source && layAct(ctx, source, 'registrar')
}

/**
 * Has the provider cancel a boleto that was cancelled here, in the caller's transaction. One whose registration was never tried is
 * taken out of the queue instead. Answers whether the provider is called.
 */
export async function layCancelling(ctx: Ctx, slip: BillSlip): Promise<boolean> {
  const source = slip.provider ? await slipSource(ctx.sql, slip.id) : null
  if (!source) return false
  const { rows } = await sql<{ state: QueueState; attempts: number }>`
    select state, attempts from integration_queues
    where integration = ${integrationOf[source.provider]} and key = ${keyOf(source, 'registrar')} for update`.execute(
    ctx.sql,
  )
  const [item] = rows
  if (item?.state === 'pendente') await withdraw(ctx, keyOf(source, 'registrar'))
  if (item?.state === 'pendente' && item.attempts === 0) return false
  await layAct(ctx, source, 'cancelar')
  return true
}

/** Whether the registration of a boleto is being tried just now: what is decided about it meanwhile waits for its end. */
export async function isRegistering(db: Sql, slip: SlipSource): Promise<boolean> {
  const { rows } = await sql`
    select 1 from integration_queues
    where integration = ${integrationOf[slip.provider]} and key = ${keyOf(slip, 'registrar')} and state = 'processando'`.execute(
    db,
  )
  return rows.length > 0
}

/** How far the registration of a boleto is, or the cancelling of one, as the office reads it. */
export interface SlipProgress {
  readonly act: 'registrar' | 'cancelar'
  readonly number: string
  readonly provider: string
  /** False: nobody tries any more. */
  readonly waits: boolean
  readonly attempts: number
  readonly last_at: string | null
  readonly next_at: string | null
  readonly why: string | null
}

/** What waits or failed at providers about the boletos of a bill: the registration of the live one, and cancellings. */
export async function slipProgress(db: Sql, bill: number): Promise<readonly SlipProgress[]> {
  const { rows } = await sql<Omit<SlipProgress, 'provider'> & { provider: SlipProvider }>`
    select case when q.key = s.uuid || ':cancelar' then 'cancelar' else 'registrar' end as act, s.shown as number, s.provider,
      q.state in ('pendente', 'processando') as waits, q.attempts, q.next_attempt_at::text as next_at,
      (select max(l.at)::text from integration_queues_logs l where l.parent_id = q.id) as last_at,
      coalesce(q.error, (select l.message from integration_queues_logs l where l.parent_id = q.id and l.message is not null
        order by l.position desc limit 1)) as why
    from bill_slips s
    join integration_queues q on q.key in (s.uuid || ':registrar', s.uuid || ':cancelar') and q.integration = s.provider || '-cobranca'
    where s.bill_id = ${bill} and q.state in ('pendente', 'processando', 'falhou')
      and (q.key = s.uuid || ':cancelar' or (s.cancelled_at is null and s.registered_at is null))
    order by s.id, q.id`.execute(db)
  return rows.map(row => ({ ...row, provider: providers[row.provider] }))
}
