import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { isIntegration, type IntegrationKey, type LogOutcome } from '#parts/integration/integration.ts'
import type { QueueItem } from '#parts/integration/integration.server.ts'
import type { SaidTalk } from '#parts/integration/talk.server.ts'
import type { Sql } from '#server/operation.ts'

/** A moment as a parameter. */
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
const later = (now: Date, seconds: number) => at(new Date(now.getTime() + seconds * 1000))

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

/** The next item whose time has come, now ours for `lease` seconds; null when there is none. Two never take the same one. */
export async function takeItem(db: Sql, now: Date, lease: number): Promise<LeasedItem | null> {
  const { rows } = await sql`
    with due as (
      select id, state = 'processando' as cut from integration_queues where kind = 'envio' and active and deleted_at is null
        and (state = 'pendente' and (next_attempt_at is null or next_attempt_at <= ${at(now)}) or state = 'processando' and leased_until <= ${at(now)})
      order by next_attempt_at nulls first, id limit 1 for update skip locked)
    update integration_queues q set state = 'processando', attempts = attempts + 1, tries = tries + 1, run = ${randomUUID()},
      leased_until = ${later(now, lease)}, updated_at = now()
    from due where q.id = due.id
    returning q.id, uuid, run, integration, name, coalesce(key, uuid::text) as key, client_id, empresa_id, payload, payload_extras, attempts as attempt, tries, cut`.execute(
    db,
  )
  return rows[0] ? itemSchema.parse(rows[0]) : null
}

const ours = ({ id, run }: LeasedItem) => sql`id = ${id} and run = ${run} and state = 'processando'`

/** Keeps it ours for another lease. */
export const holdItem = (db: Sql, item: LeasedItem, now: Date, lease: number) =>
  sql`update integration_queues set leased_until = ${later(now, lease)} where ${ours(item)}`.execute(db)

/** What was found begun when the one process of a database starts was begun by one that is dead. */
export const recoverItems = (db: Sql, now: Date) =>
  sql`update integration_queues set leased_until = ${at(now)} where state = 'processando'`.execute(db)

export interface LogLine extends Partial<SaidTalk> {
  readonly outcome: LogOutcome
  readonly attempt?: number
}

/** One line of an item's record; of what is masked already. */
export async function noteLine(
  db: Sql,
  id: number,
  now: Date,
  { attempt, outcome, method, host, path, status, ms, message }: LogLine,
) {
  await sql`
    insert into integration_queues_logs (parent_id, position, at, attempt, outcome, method, host, path, status, ms, message)
    select id, (select count(*) from integration_queues_logs l where l.parent_id = q.id), ${at(now)}, ${attempt ?? null}::integer, ${outcome},
      ${method ?? null}, ${host ?? null}, ${path ?? null}, ${status ?? null}::integer, ${ms ?? null}::integer, ${message ?? null}
    from integration_queues q where id = ${id}`.execute(db)
}

export interface ItemEnd {
  readonly state: 'enviado' | 'falhou' | 'pendente'
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
      next_attempt_at = ${next === undefined ? null : later(now, next)}, ended_at = ${state === 'pendente' ? null : at(now)},
      leased_until = null, version = version + 1, updated_at = now()
    where ${ours(item)} returning id`.execute(trx)
  if (!rows.length) return false
  await noteLine(trx, item.id, now, { outcome: state, attempt: item.attempt, message: words })
  return true
}
