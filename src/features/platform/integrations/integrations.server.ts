import { sql } from 'kysely'
import { permission } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { count } from '#kernel/text.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { integrationRoutes } from '#features/platform/integrations/houses.server.ts'
import { itemsExtension } from '#features/platform/integrations/items.server.ts'
import { termsChore } from '#features/platform/integrations/terms.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import { integrationNames, integrationTypes, isIntegration, typeOfIntegration } from '#parts/integration/integration.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import type { HealthCheck } from '#server/health.ts'
import type { ProductMetric } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

const countedStates = ['pendente', 'processando', 'falhou'] as const

/** What waits to be sent to other houses, and what was given up. */
const stateMetric: ProductMetric = {
  name: 'integration_queues',
  help: 'Items waiting to be sent to other houses, on their way and given up',
  label: 'state',
  count: async db => {
    const { rows } = await sql<{ state: string; n: number }>`
      select state, count(*)::int as n from integration_queues
      where kind = 'envio' and state = any(${[...countedStates]}::text[]) and deleted_at is null group by state`.execute(
      db,
    )
    return Object.fromEntries(countedStates.map(state => [state, rows.find(each => each.state === state)?.n ?? 0]))
  },
}

const failedItem = {
  one: 'envio a outro sistema falhou',
  many: 'envios a outros sistemas falharam',
  gender: 'm',
} as const
const waitingItem = { one: 'envio espera', many: 'envios esperam', gender: 'm' } as const

const itemsHealth: HealthCheck = {
  key: 'integracoes',
  title: 'Integrações',
  read: async ({ ctx }) => {
    const countIn = (states: string) =>
      ctx
        .rows(integrationQueues)
        .count(listQuery(integrationQueues, { 'filter[state][in]': states, 'filter[kind]': 'envio' }))
    const [failed, waiting] = await Promise.all([countIn('falhou'), countIn('pendente,processando')])
    const linkTo = (states: string) => ({
      to: `/integration-queues?filter[kind]=envio&filter[state][in]=${states}`,
      label: 'Ver a fila',
      needs: permission(integrationQueues, 'index'),
    })
    if (failed)
      return {
        state: 'atencao',
        text: `${count(failed, failedItem)}, e ninguém tenta mais. Veja o que houve em cada um e tente de novo.`,
        link: linkTo('falhou'),
      }
    return waiting
      ? { state: 'ok', text: `${count(waiting, waitingItem)} para sair.`, link: linkTo('pendente,processando') }
      : { state: 'ok', text: 'Nenhum envio espera ou falhou.' }
  },
}

/** Each house keeps its row, whatever it is called or offers in this release. */
async function seedIntegrations(db: Sql, houses: readonly Integration[]) {
  const types = Object.keys(integrationTypes)
  const known = Object.keys(integrationNames)
    .filter(isIntegration)
    .map(key => {
      const type_slug = typeOfIntegration[key]
      const fields = houses.find(each => each.key === key)?.fields ?? {}
      const type = { type_id: types.indexOf(type_slug) + 1, type_name: integrationTypes[type_slug], type_slug }
      return { key, name: integrationNames[key], ...type, fields }
    })
  await sql`
    insert into integrations (key, name, type_id, type_name, type_slug, fields)
    select key, name, type_id, type_name, type_slug, fields
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k (key text, name text, type_id integer, type_name text, type_slug text, fields jsonb)
    on conflict (key) do update set name = excluded.name, type_id = excluded.type_id, type_name = excluded.type_name,
      type_slug = excluded.type_slug, fields = excluded.fields`.execute(db)
}

/** Answers all integrations, or their substitutes. Throws if a known name has none: it would be listed but never called. */
export function housesAmong(
  given: readonly Pick<ServerFeature, 'integrations'>[],
  standIns: readonly Integration[],
): readonly Integration[] {
  const replaced = new Set(standIns.map(({ key }) => key))
  const own = given.flatMap(each => each.integrations ?? []).filter(({ key }) => !replaced.has(key))
  const houses = [...own, ...standIns]
  const unknown = Object.keys(integrationNames).filter(key => !houses.some(each => each.key === key))
  if (unknown.length) throw new Error(`no feature hands in ${unknown.join(', ')}`)
  return houses
}

/** `houses` answers the integrations of all features, once they are known. */
export const integrationsOnServer = (houses: () => readonly Integration[]): ServerFeature => ({
  extensions: [itemsExtension],
  operations: () => integrationRoutes(houses),
  chores: [termsChore],
  seed: db => seedIntegrations(db, houses()),
  metrics: [stateMetric],
  health: [itemsHealth],
})
