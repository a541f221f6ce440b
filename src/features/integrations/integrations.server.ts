import { sql } from 'kysely'
import type { ServerFeature } from '#features/feature.server.ts'
import { itemsExtension } from '#features/integrations/items.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import { integrationNames, isIntegration, typeOfIntegration } from '#parts/integration/integration.ts'
import type { ProductGauge } from '#server/metrics.ts'
import type { Sql } from '#server/operation.ts'

const told = ['pendente', 'processando', 'falhou'] as const

/** What waits to be sent to other houses, and what was given up. */
const gauge: ProductGauge = {
  name: 'integration_queues',
  help: 'Items waiting to be sent to other houses, on their way and given up',
  label: 'state',
  count: async db => {
    const { rows } = await sql<{ state: string; n: number }>`
      select state, count(*)::int as n from integration_queues
      where kind = 'envio' and state = any(${[...told]}::text[]) and deleted_at is null group by state`.execute(db)
    return Object.fromEntries(told.map(state => [state, rows.find(each => each.state === state)?.n ?? 0]))
  },
}

/** Each house keeps its row, whatever is called otherwise in this release. */
async function seedIntegrations(db: Sql) {
  const known = Object.keys(integrationNames)
    .filter(isIntegration)
    .map(key => ({ key, name: integrationNames[key], type: typeOfIntegration[key] }))
  await sql`
    insert into integrations (key, name, type)
    select key, name, type from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k (key text, name text, type text)
    on conflict (key) do update set name = excluded.name, type = excluded.type
    where (integrations.name, integrations.type) is distinct from (excluded.name, excluded.type)`.execute(db)
}

/** Does somebody know each house that is named? One that nobody does would be told, and never asked. */
export const areAllHandedIn = (integrations: readonly Integration[]) =>
  Object.keys(integrationNames).every(key => integrations.some(each => each.key === key))

export const integrationsOnServer: ServerFeature = {
  extensions: [itemsExtension],
  seed: seedIntegrations,
  gauges: [gauge],
}
