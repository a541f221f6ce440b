import { sql } from 'kysely'
import * as z from 'zod'
import { isIntegration, type IntegrationKey, type LogOutcome } from '#parts/integration/integration.ts'
import type { QueueItem } from '#parts/integration/integration.server.ts'
import type { TalkRecord } from '#parts/integration/talk.server.ts'
import { atMoment, leasesOf, secondsLater } from '#server/jobs/leases.ts'
import type { Sql } from '#server/operation.ts'

const json = z
  .string()
  .nullable()
  .transform((text): unknown => (text === null ? null : JSON.parse(text)))
const itemSchema = z.object({
  id: z.number(),
  uuid: z.string(),
  run: z.string(),
  integration: z.custom<IntegrationKey>(isIntegration),
  name: z.string(),
  key: z.string(),
  client_id: z.number().nullable(),
  empresa_id: z.number().nullable(),
  payload: json,
  payload_extras: json,
  attempt: z.number(),
  /** Tries since the last request to send it, this one included. */
  tries: z.number(),
  /** Somebody who is gone had it. */
  cut: z.boolean(),
})
/** What is to be sent while somebody tries to. */
export type LeasedItem = z.infer<typeof itemSchema> & QueueItem

const leased = {
  table: 'integration_queues',
  waiting: 'pendente',
  running: 'processando',
  nextAt: 'next_attempt_at',
  counts: sql`attempts = attempts + 1, tries = tries + 1`,
  columns: sql`q.id, uuid, run, integration, name, coalesce(key, uuid::text) as key, client_id, empresa_id, payload, payload_extras,
    attempts as attempt, tries, cut`,
  row: itemSchema,
} as const
export const itemLeases = leasesOf<LeasedItem>({ ...leased, among: sql`kind = 'envio' and active` })
/** Notices to webhooks, one at a time for each, so that they arrive in their order; those of a webhook that is stopped wait. */
export const noticeLeases = leasesOf<LeasedItem>({
  ...leased,
  among: sql`kind = 'aviso' and active
    and exists (select 1 from webhook_endpoints w where w.id = endpoint_id and w.active and w.deleted_at is null)
    and not exists (select 1 from integration_queues o
      where o.endpoint_id = integration_queues.endpoint_id and o.state = 'processando' and o.id <> integration_queues.id)`,
})

export interface LogLine extends Partial<TalkRecord> {
  readonly outcome: LogOutcome
  readonly attempt?: number
}

/** One line of an item's record; of what is masked already. */
export async function noteLine(
  db: Sql,
  id: number,
  now: Date,
  { attempt, outcome, method, host, path, status, ms, message, answer }: LogLine,
) {
  await sql`
    insert into integration_queues_logs (parent_id, position, at, attempt, outcome, method, host, path, status, ms, message, answer)
    select id, (select count(*) from integration_queues_logs l where l.parent_id = q.id), ${atMoment(now)}, ${attempt ?? null}::integer, ${outcome},
      ${method ?? null}, ${host ?? null}, ${path ?? null}, ${status ?? null}::integer, ${ms ?? null}::integer, ${message ?? null}, ${answer ?? null}
    from integration_queues q where id = ${id}`.execute(db)
}

export interface ItemEnd {
  readonly state: 'enviado' | 'falhou' | 'pendente' | 'cancelado'
  readonly words: string
  /** Seconds until the next try. */
  readonly next?: number
}

/** Records the end of a try in the item and in its log line alike. False when another process has the item. */
export async function endItem(
  trx: Sql,
  item: LeasedItem,
  now: Date,
  { state, words, next }: ItemEnd,
): Promise<boolean> {
  const { rows } = await sql`
    update integration_queues set state = ${state}, error = ${state === 'enviado' ? null : words},
      next_attempt_at = ${next === undefined ? null : secondsLater(now, next)}, ended_at = ${state === 'pendente' ? null : atMoment(now)},
      leased_until = null, version = version + 1, updated_at = now()
    where ${itemLeases.owned(item)} returning id`.execute(trx)
  if (!rows.length) return false
  const outcome = state === 'cancelado' ? 'pedido' : state
  await noteLine(trx, item.id, now, { outcome, attempt: item.attempt, message: words })
  return true
}
