import { sql } from 'kysely'
import { companyOf, isSuperAdmin } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { allOf } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { followedBy } from '#features/platform/changes/log.server.ts'
import { addressTrouble } from '#features/platform/webhooks/address.server.ts'
import { listEventTypes, makeSecret, repeatDelivery, sendTest } from '#features/platform/webhooks/api.ts'
import { noticeSender } from '#features/platform/webhooks/deliver.server.ts'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import { webhookNotice } from '#features/platform/webhooks/owner.server.ts'
import { testType, type NoticeFacts } from '#features/platform/webhooks/payload.server.ts'
import { pauses } from '#features/platform/webhooks/pauses.ts'
import { planNotices } from '#features/platform/webhooks/plan.server.ts'
import { renewSecret } from '#features/platform/webhooks/secret.server.ts'
import { insideHosts } from '#features/platform/webhooks/settings.server.ts'
import { actionsOf, partsOfType } from '#features/platform/webhooks/types.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { noSecretsKey } from '#parts/secret/seal.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import { record } from '#server/audit.ts'
import { extend } from '#server/extend.ts'
import type { House, ProductMetric } from '#server/house.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** Its owner decides what is sent with their rights, and where to: an administrator stops or deletes a webhook, and changes none. */
function refuseOthers({ user_id }: { readonly user_id?: number | null | undefined }, { user }: Pick<Ctx, 'user'>) {
  if (user_id !== user.id)
    throw problem(
      'forbidden',
      'Um webhook envia o que o dono dele vê: só o dono o altera, reativa ou testa. Você pode inativá-lo ou excluí-lo.',
    )
}

/** Refuses types of no section that this user reads, and what never happens in it. */
function refuseUnknown(
  { catalog, operations }: Pick<House, 'catalog' | 'operations'>,
  ctx: Ctx,
  types: readonly string[],
) {
  if (!types.length) throw invalid({ types: 'Escolha ao menos um evento.' })
  const followed = new Map(followedBy(catalog, ctx).map(each => [each.path, each]))
  for (const type of types.filter(each => each !== '*')) {
    const [section, action] = partsOfType(type)
    const of = followed.get(section)
    if (!of || !type.includes('.')) throw invalid({ types: `“${type}” não é um evento de uma seção que você vê.` })
    if (action !== '*' && !actionsOf(of, operations).some(each => each.action === action))
      throw invalid({
        types: `“${type}” nunca acontece. Use “${section}.*” para tudo o que acontece em ${of.text.many}.`,
      })
  }
}

function refuseAddress({ config }: Pick<Ctx, 'config'>, url: string | undefined) {
  const trouble = url === undefined ? null : addressTrouble(url, config.of(insideHosts) ?? [])
  if (trouble !== null) throw invalid({ url: trouble })
}

const extensionOf = (house: () => House, now: () => Date) =>
  extend(webhookEndpoints, {
    visible: ({ user, alias, declared }) =>
      isSuperAdmin(user) ? declared : sql`(${declared} and ${sql.ref(`${alias}.user_id`)} = ${user.id})`,
    beforeCreate: (draft, ctx) => {
      refuseUnknown(house(), ctx, draft.types ?? [])
      refuseAddress(ctx, draft.url)
      return { ...draft, user_id: ctx.user.id, empresa_id: draft.empresa_id ?? companyOf(ctx.user) }
    },
    beforeChange: (draft, row, ctx) => {
      refuseOthers(row, ctx)
      if (draft.types) refuseUnknown(house(), ctx, draft.types)
      refuseAddress(ctx, draft.url)
      return draft
    },
    beforeTurn: async (ids, active, ctx) => {
      if (!active) return
      const { rows } = await sql<{ user_id: number | null }>`
        select user_id::float8 as user_id from webhook_endpoints where id = any(${[...ids]}::bigint[])`.execute(ctx.sql)
      for (const row of rows) refuseOthers(row, ctx)
      await sql`update webhook_endpoints set stopped = null, failing_since = null where id = any(${[...ids]}::bigint[])`.execute(
        ctx.sql,
      )
    },
    beforeRemove: async ({ id }, ctx) => {
      // What was to be sent by it goes with it.
      await sql`
        update integration_queues set deleted_at = now(), updated_at = now(), version = version + 1,
          state = case when state in ('pendente', 'processando') then 'cancelado' else state end
        where endpoint_id = ${id} and deleted_at is null`.execute(ctx.sql)
    },
    beforeRevive: refuseOthers,
    operations: [
      serve(listEventTypes, async ctx => ({
        data: followedBy(house().catalog, ctx).map(of => ({
          path: of.path,
          label: allOf(of.text),
          actions: actionsOf(of, house().operations),
        })),
      })),
      serve(makeSecret, async (ctx, { id: key }) => {
        const { id } = await holdOwn(ctx, key)
        if (ctx.config.of(secretsKey) === undefined) throw problem('conflict', noSecretsKey)
        const renewed = await renewSecret(ctx.sql, ctx.config, id, now())
        await record(ctx, webhookEndpoints, id, 'segredo', { secret_at: [null, '(gerado)'] })
        return doneAnswer(200, 'Segredo gerado. Copie-o agora: ele não é mostrado de novo.', renewed)
      }),
      serve(sendTest, async (ctx, { id: key }) => {
        const endpoint = await holdOwn(ctx, key)
        refuseIdle(endpoint)
        await enqueueTest(ctx, endpoint)
        await record(ctx, webhookEndpoints, endpoint.id, 'teste', {})
        return doneAnswer(200, 'Evento de teste a caminho.', {})
      }),
      serve(repeatDelivery, async (ctx, { id: key, body: { delivery } }) => {
        const endpoint = await holdOwn(ctx, key)
        refuseIdle(endpoint)
        const item = await ctx.rows(integrationQueues).lock(delivery)
        if (item.endpoint_id !== endpoint.id) throw problem('missing')
        await repeatItem(ctx, item.id)
        await record(ctx, webhookEndpoints, endpoint.id, 'repetir', { entrega: [null, item.uuid] })
        await record(ctx, integrationQueues, item.id, 'reprocessar', { state: [item.state, 'pendente'] })
        ctx.tell({ of: integrationQueues, uuid: item.uuid })
        return doneAnswer(200, 'De volta à fila.', await ctx.rows(integrationQueues).find(item.id))
      }),
    ],
  })

async function holdOwn(ctx: Ctx, key: string) {
  const endpoint = await ctx.rows(webhookEndpoints).hold(key)
  refuseOthers(endpoint, ctx)
  return endpoint
}

function refuseIdle({ active, secret_at }: { readonly active: boolean; readonly secret_at: string | null }) {
  if (!active) throw problem('conflict', 'O webhook está inativo: reative antes.')
  if (secret_at === null)
    throw problem('conflict', 'Gere o segredo antes: é com ele que quem recebe confere de quem veio.')
}

/** The same message goes again, under its id: a receiver that has it already may leave it. */
async function repeatItem({ sql: db }: Ctx, id: number) {
  const { rows } = await sql`
    update integration_queues set state = 'pendente', tries = 0, next_attempt_at = null, error = null, ended_at = null,
      version = version + 1, updated_at = now()
    where id = ${id} and state <> 'processando' returning id`.execute(db)
  if (!rows.length) throw problem('conflict', 'Está sendo enviado agora: espere terminar.')
}

async function enqueueTest(
  ctx: Ctx,
  {
    id,
    uuid,
    empresa_id,
    name,
  }: { readonly id: number; readonly uuid: string; readonly empresa_id: number | null; readonly name: string },
) {
  const notice: NoticeFacts = {
    type: testType,
    timestamp: new Date().toISOString(),
    resource: webhookEndpoints.path,
    row: id,
    uuid,
  }
  const { rows } = await sql<{ uuid: string }>`
    insert into integration_queues (kind, integration, name, key, endpoint_id, empresa_id, about, about_path, payload, user_id, request)
    values ('aviso', 'webhook', ${testType}, ${`${id}:teste:${ctx.request.id}`}, ${id}, ${empresa_id}::bigint, ${name},
      ${`/${webhookEndpoints.path}/${uuid}`}, ${JSON.stringify({ endpoint: id, ...notice })}, ${ctx.user.id}, ${ctx.request.id})
    on conflict (integration, key) do nothing returning uuid`.execute(ctx.sql)
  for (const item of rows) ctx.tell({ of: integrationQueues, uuid: item.uuid })
}

const countedStates = ['pendente', 'processando', 'falhou'] as const
const deliveriesMetric: ProductMetric = {
  name: 'webhook_deliveries',
  help: 'Notices to webhooks that wait, are on their way and were given up',
  label: 'state',
  count: async db => {
    const { rows } = await sql<{ state: string; n: number }>`
      select state, count(*)::int as n from integration_queues
      where kind = 'aviso' and state = any(${[...countedStates]}::text[]) and deleted_at is null group by state`.execute(
      db,
    )
    return Object.fromEntries(countedStates.map(state => [state, rows.find(each => each.state === state)?.n ?? 0]))
  },
}

export const webhooksOnServer = (house: () => House, now: () => Date): ServerFeature => ({
  extensions: [extensionOf(house, now)],
  notices: [webhookNotice],
  metrics: [deliveriesMetric],
  integrations: [
    {
      key: 'webhook',
      lacking: config => (config.of(secretsKey) === undefined ? noSecretsKey : null),
      takesAnyName: true,
      pauses,
      plan: () => planNotices(house(), now()),
      send: noticeSender(house, now),
    },
  ],
})
