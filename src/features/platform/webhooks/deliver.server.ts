import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { addressTrouble, deliver, isInside, type Delivered } from '#features/platform/webhooks/address.server.ts'
import { longestFailure, longestHold, longestWait } from '#features/platform/webhooks/pauses.ts'
import { endpointOwner, stopEndpoint } from '#features/platform/webhooks/owner.server.ts'
import { webhookMessage, noticeSchema, type WebhookMessage } from '#features/platform/webhooks/payload.server.ts'
import { signingSecrets } from '#features/platform/webhooks/secret.server.ts'
import { insideHosts } from '#features/platform/webhooks/settings.server.ts'
import type { MappedValue } from '#parts/custom-field/custom-field.ts'
import type { QueueItem, SendPlace, SentItem, Talk } from '#parts/integration/integration.server.ts'
import { masked } from '#parts/integration/mask.ts'
import { wordsOfTrouble } from '#parts/integration/talk.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import { contextOf } from '#server/context.ts'
import type { House } from '#server/house.ts'
import { atMoment, secondsLater } from '#server/jobs/leases.ts'
import type { Ctx, Sql } from '#server/operation.ts'
import { Unanswered } from '#server/outbound.ts'

/** Milliseconds a receiver has to answer. */
const patience = 15_000

interface EndpointRow {
  readonly id: number
  readonly uuid: string
  readonly url: string
  readonly active: boolean
  readonly user_id: number | null
  readonly empresa_id: number | null
  readonly secret: string | null
  readonly former_secret: string | null
  readonly former_until: string | null
}

async function readEndpoint(db: Sql, id: number): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select id::float8 as id, uuid, url, active, user_id::float8 as user_id, empresa_id::float8 as empresa_id, secret, former_secret, former_until
    from webhook_endpoints where id = ${id} and deleted_at is null`.execute(db)
  return rows[0]
}

/** Sends one notice as Standard Webhooks says, with what its owner may see now. */
export const noticeSender =
  (house: () => House, now: () => Date) =>
  async (item: QueueItem, _talk: Talk, { config, sql: db, note }: SendPlace): Promise<SentItem> => {
    const notice = noticeSchema.parse(item.payload)
    const endpoint = await readEndpoint(db, notice.endpoint)
    if (!endpoint?.active) return { state: 'cancelado', why: 'O webhook foi excluído ou parou.' }
    const owner = await endpointOwner(house(), db, endpoint)
    const stop = (why: string) => (ctx: Ctx) => stopEndpoint(ctx, endpoint.id, why)
    if (!owner)
      return {
        state: 'adiado',
        why: 'O dono não entra mais no sistema.',
        settleLater: stop('o dono não entra mais no sistema.'),
      }
    const request = { id: item.uuid, ip: '', agent: '', headers: {} }
    const reader = contextOf(house(), { user: owner, session_id: 0 }, request, db, [])
    const message = await webhookMessage(reader, house().catalog, notice)
    if (message === null)
      return { state: 'cancelado', why: 'O dono do webhook não vê este registro: nada foi enviado.' }
    const inside = config.of(insideHosts) ?? []
    const secrets = signingSecrets(config, config.of(secretsKey) !== undefined, endpoint, now())
    const trouble = secrets.length ? addressTrouble(endpoint.url, inside) : unsigned
    if (trouble !== null) return postponed(endpoint, item, now, trouble)
    const began = performance.now()
    const url = new URL(endpoint.url)
    // An address may have a password in its path: of it the host alone is recorded.
    const talk = { method: 'POST', host: url.host, path: '', ms: 0 }
    const spent = () => Math.round(performance.now() - began)
    try {
      const headers = signedHeaders(`msg_${item.uuid}`, secrets, message.body)
      const answer = await deliver(url, { method: 'POST', headers, body: message.body, timeout: patience }, inside)
      const received = masked(answer.body, 1_000)
      await note({ ...talk, ms: spent(), status: answer.status, message: null, answer: received || null })
      return outcomeOf(answer, message, endpoint, item, now)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      const why = / leads to /.test(error.message) ? `${url.host}: ${isInside}` : wordsOfTrouble(error)
      await note({ ...talk, ms: spent(), status: null, message: why })
      return postponed(endpoint, item, now, why)
    }
  }
const unsigned = 'O segredo não abre com a SECRETS_KEY atual: gere outro na tela do webhook.'

/** One id for all tries of a message, the moment of this try, and a signature with each secret that is valid. */
function signedHeaders(id: string, secrets: readonly string[], body: string): Readonly<Record<string, string>> {
  const at = new Date()
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

function outcomeOf(
  { status, wait }: Delivered,
  { fields }: WebhookMessage,
  endpoint: EndpointRow,
  item: QueueItem,
  now: () => Date,
): SentItem {
  if (status >= 200 && status < 300)
    return {
      state: 'enviado',
      note: `Respondeu ${status}.`,
      settle: async ctx => {
        await markSuccess(ctx.sql, endpoint.id, now())
        await noteFields(ctx.sql, item, fields)
      },
    }
  if (status === 410)
    return {
      state: 'falhou',
      why: 'Respondeu 410: quem recebe não quer mais receber.',
      settle: ctx => stopEndpoint(ctx, endpoint.id, 'quem recebe respondeu 410, que pede para parar.'),
    }
  const redirected = status >= 300 && status < 400
  const why = redirected
    ? `Respondeu ${status}, que leva a outro endereço, e nenhum é seguido. Corrija o endereço do webhook.`
    : `Respondeu ${status}.`
  return postponed(endpoint, item, now, why, wait)
}

const markSuccess = async (db: Sql, id: number, now: Date): Promise<void> =>
  void (await sql`
    update webhook_endpoints set succeeded_at = ${atMoment(now)}, failing_since = null, stopped = null where id = ${id}`.execute(
    db,
  ))

/** Shows with the item which fields went with the row: the row itself is not stored with it. */
const noteFields = async (db: Sql, { id }: QueueItem, fields: readonly MappedValue[]): Promise<void> =>
  void (await sql`
    update integration_queues set payload_extras = ${fields.length ? JSON.stringify({ fields }) : null} where id = ${id}`.execute(
    db,
  ))

/** It is tried again; the other notices of the endpoint wait with it, and an endpoint that has long failed is stopped with the last try. */
function postponed(endpoint: EndpointRow, item: QueueItem, now: () => Date, why: string, wait?: number): SentItem {
  return {
    state: 'adiado',
    why,
    wait: wait === undefined ? undefined : Math.min(wait, longestWait),
    settleLater: async (ctx, next) => {
      const at = now()
      const { rows } = await sql<{ failing_since: string }>`
        update webhook_endpoints set failing_since = coalesce(failing_since, ${atMoment(at)}) where id = ${endpoint.id}
        returning failing_since`.execute(ctx.sql)
      const until = secondsLater(at, Math.min(next ?? longestHold, longestHold))
      await sql`
        update integration_queues set next_attempt_at = greatest(next_attempt_at, ${until})
        where endpoint_id = ${endpoint.id} and state = 'pendente' and id <> ${item.id}`.execute(ctx.sql)
      const since = Date.parse(rows[0]?.failing_since ?? at.toISOString())
      if (next === null && at.getTime() - since >= longestFailure * 1_000)
        await stopEndpoint(ctx, endpoint.id, 'falhou por três dias seguidos.')
    },
  }
}
