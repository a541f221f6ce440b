import { sql } from 'kysely'
import type { IntegrationKey, QueueState } from '#parts/integration/integration.ts'
import { secretNameIn } from '#parts/integration/mask.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import type { Ctx } from '#server/operation.ts'

export interface Enqueued {
  readonly integration: IntegrationKey
  /** The queue shows this name: 'NFS-e da OS 118'. */
  readonly name: string
  /** What makes it the one it is: the same is never in the queue twice, nor sent again once it arrived. */
  readonly key: string
  /** The client it is about, whose company may see it. */
  readonly client_id?: number | null
  /** Whose it is where it is no client's. */
  readonly empresa_id?: number | null
  /** What it is about, in words and as an address of the interface. */
  readonly about: { readonly text: string; readonly path: string }
  /** `send` receives this: JSON, or XML as a text. It has no secrets: `send` reads those from the settings. */
  readonly payload: unknown
  readonly payload_extras?: unknown
}

/** Where what was enqueued is, and whether it waits because of this call: it may wait, be on its way or have arrived already. */
export interface QueuedItem {
  readonly id: number
  readonly uuid: string
  readonly state: QueueState
  readonly laid: boolean
}

/**
 * Enqueues an item in the caller's transaction: it is sent once that commits, or not at all. Under the same key, a failed or
 * cancelled item waits again with the new content; any other is unchanged.
 */
export async function enqueue(
  ctx: Pick<Ctx, 'sql' | 'user' | 'request' | 'tell'>,
  item: Enqueued,
): Promise<QueuedItem> {
  const { integration, name, key, client_id = null, empresa_id = null, about, payload, payload_extras = null } = item
  const secret = secretNameIn(payload) ?? secretNameIn(payload_extras)
  if (secret !== null) throw new Error(`'${secret}' is a secret: it is read from the settings as the item goes`)
  const { rows } = await sql<Omit<QueuedItem, 'laid'>>`
    insert into integration_queues as q (integration, name, key, client_id, empresa_id, about, about_path, payload, payload_extras, user_id, request)
    values (${integration}, ${name}, ${key}, ${client_id}::bigint,
      coalesce(${empresa_id}::bigint, (select empresa_responsavel_id from clients where id = ${client_id}::bigint)),
      ${about.text}, ${about.path}, ${JSON.stringify(payload)}, ${JSON.stringify(payload_extras)}, ${ctx.user.id || null}::bigint, ${ctx.request.id})
    on conflict (integration, key) do update set name = excluded.name, client_id = excluded.client_id, empresa_id = excluded.empresa_id,
      about = excluded.about, about_path = excluded.about_path, payload = excluded.payload, payload_extras = excluded.payload_extras,
      user_id = excluded.user_id, request = excluded.request, state = 'pendente', tries = 0, next_attempt_at = null, error = null,
      ended_at = null, active = true, deleted_at = null, version = q.version + 1, updated_at = now()
    where q.state in ('falhou', 'cancelado') returning id, uuid, state`.execute(ctx.sql)
  const [laid] = rows
  if (laid) {
    ctx.tell({ of: integrationQueues, uuid: laid.uuid })
    return { ...laid, laid: true }
  }
  const { rows: known } = await sql<Omit<QueuedItem, 'laid'>>`
    select id, uuid, state from integration_queues where integration = ${integration} and key = ${key}`.execute(ctx.sql)
  const [found] = known
  if (!found) throw new Error(`${integration} ${key} is neither laid nor known`)
  // This transaction locks the row until it commits, and senders that look for work skip locked rows.
  if (found.state === 'pendente') ctx.tell({ of: integrationQueues, uuid: found.uuid })
  return { ...found, laid: false }
}
