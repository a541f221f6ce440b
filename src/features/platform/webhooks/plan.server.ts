import { sql } from 'kysely'
import { anonymousUser } from '#kernel/access.ts'
import { followedBy, readLog, type LoggedChange } from '#features/platform/changes/log.server.ts'
import { endpointOwner, stopEndpoint } from '#features/platform/webhooks/owner.server.ts'
import { isSubscribed, typeOf } from '#features/platform/webhooks/types.ts'
import { longestHold } from '#features/platform/webhooks/pauses.ts'
import type { NoticeFacts } from '#features/platform/webhooks/payload.server.ts'
import { contextOf } from '#server/context.ts'
import type { House } from '#server/house.ts'
import { secondsLater } from '#server/jobs/leases.ts'
import type { Sql } from '#server/operation.ts'

/**
 * Notices of one endpoint that wait at once. A change of thousands of rows stays in the history, and reaches the queue as what is in it is
 * delivered: neither the queue nor a receiver is given more than this at a time.
 */
export const mostWaiting = 100
/** Lines of the history that are looked at in one transaction. */
const linesEach = 500

interface PlannedEndpoint {
  readonly id: number
  readonly uuid: string
  readonly types: readonly string[]
  readonly user_id: number | null
  readonly empresa_id: number | null
  readonly after_xid: string
  readonly after_id: number
  readonly waiting: number
  /** The last try failed. */
  readonly failing: boolean
}

/** Endpoints after whose place there are lines: one query of a small table, and nothing else where there is none. */
async function endpointsBehind(db: Sql): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from webhook_endpoints
    where active and deleted_at is null and exists (
      select 1 from audit_events e where (e.xid, e.id) > (after_xid, after_id) and e.xid < pg_snapshot_xmin(pg_current_snapshot()))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Puts into the queue what changed since, for each endpoint. True while one of them has more that fits. A place is moved over lines alone:
 * moving it is a transaction too, and an office at night would write for ever.
 */
export async function planNotices(house: House, now: Date): Promise<boolean> {
  let more = false
  for (const id of await endpointsBehind(house.database.kysely)) more = (await planEndpoint(house, id, now)) || more
  return more
}

/** The place and the items are one transaction: of two processes one plans, and a kill leaves both or neither. */
async function planEndpoint(house: House, id: number, now: Date): Promise<boolean> {
  const effects: (() => Promise<void>)[] = []
  const more = await house.database.kysely.transaction().execute(async trx => {
    const endpoint = await lockEndpoint(trx, id)
    if (!endpoint || endpoint.waiting >= mostWaiting) return false
    const owner = await endpointOwner(house, trx, endpoint)
    const request = { id: endpoint.uuid, ip: '', agent: '', headers: {} }
    if (!owner) {
      await stopEndpoint(contextOf(house, { user: anonymousUser, session_id: 0 }, request, trx, effects), id, ownerless)
      return false
    }
    const ctx = contextOf(house, { user: owner, session_id: 0 }, request, trx, effects)
    const sections = followedBy(house.catalog, ctx).filter(of =>
      endpoint.types.some(type => type === '*' || type.startsWith(`${of.path}.`)),
    )
    const after = { xid: endpoint.after_xid, id: endpoint.after_id }
    const limit = Math.min(linesEach, mostWaiting - endpoint.waiting)
    const { changes, next, more: isLeft } = await readLog(ctx, house.catalog, { after, sections, limit })
    const wanted = changes.filter(({ of, action, fate }) => fate !== 'gone' && isSubscribed(endpoint.types, of, action))
    await insertNotices(trx, endpoint, wanted, now)
    await sql`update webhook_endpoints set after_xid = ${next.xid}::xid8, after_id = ${next.id} where id = ${id}`.execute(
      trx,
    )
    return isLeft && endpoint.waiting + wanted.length < mostWaiting
  })
  for (const effect of effects) await effect()
  return more
}
const ownerless = 'o dono não entra mais no sistema, ou deixou de ter webhooks.'

async function lockEndpoint(trx: Sql, id: number): Promise<PlannedEndpoint | undefined> {
  const { rows } = await sql<PlannedEndpoint>`
    select w.id::float8 as id, w.uuid, w.types, w.user_id::float8 as user_id, w.empresa_id::float8 as empresa_id,
      w.after_xid::text as after_xid, w.after_id::float8 as after_id,
      w.failing_since is not null as failing,
      (select count(*)::int from integration_queues q where q.endpoint_id = w.id and q.state in ('pendente', 'processando')) as waiting
    from webhook_endpoints w where w.id = ${id} and w.active and w.deleted_at is null for no key update of w skip locked`.execute(
    trx,
  )
  return rows[0]
}

const noticeOf = ({ of, action, at, row, uuid }: LoggedChange): NoticeFacts => ({
  type: typeOf(of, action),
  timestamp: at,
  resource: of.path,
  row,
  uuid,
})

/** The same line is planned once, whatever happens: its id and the endpoint are the key of the item. While the endpoint fails, it waits with the others. */
async function insertNotices(
  trx: Sql,
  endpoint: PlannedEndpoint,
  changes: readonly LoggedChange[],
  now: Date,
): Promise<void> {
  if (!changes.length) return
  const items = changes.map(change => ({
    name: typeOf(change.of, change.action),
    key: `${endpoint.id}:${change.id}:${change.of.path}`,
    about: change.of.text.one,
    about_path: `/${change.of.path}/${change.uuid}`,
    payload: JSON.stringify({ endpoint: endpoint.id, ...noticeOf(change) }),
  }))
  await sql`
    insert into integration_queues (kind, integration, name, key, endpoint_id, empresa_id, about, about_path, payload, user_id, next_attempt_at)
    select 'aviso', 'webhook', n.name, n.key, ${endpoint.id}, ${endpoint.empresa_id}::bigint, n.about, n.about_path, n.payload, ${endpoint.user_id}::bigint,
      case when ${endpoint.failing} then least(${secondsLater(now, longestHold)}, (select min(q.next_attempt_at)
        from integration_queues q where q.endpoint_id = ${endpoint.id} and q.state = 'pendente')) end
    from json_to_recordset(${JSON.stringify(items)}::json) as n(name text, key text, about text, about_path text, payload text)
    on conflict (integration, key) do nothing`.execute(trx)
}
