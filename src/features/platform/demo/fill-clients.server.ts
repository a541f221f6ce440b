import { chance } from '#features/platform/demo/chance.ts'
import { daysFrom, knownFor, youngFor } from '#features/platform/demo/days.ts'
import type { KnownIds } from '#features/platform/demo/base.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { people } from '#features/platform/demo/people.ts'
import { paysFor } from '#features/platform/demo/money.ts'
import { carerOf } from '#features/platform/demo/team.ts'
import { young, type DemoProvider } from '#features/platform/demo/providers.ts'
import type { Sql } from '#server/operation.ts'

interface ClientSowing {
  readonly known: KnownIds
  readonly companies: readonly number[]
  /** Ids of `people`, in their order. */
  readonly users: readonly number[]
  /** Ids of the particularities that some clients have. */
  readonly particularities: readonly number[]
  readonly today: string
}

/** Writes the providers with their lines; answers their ids in the same order. */
export function fillClients(
  db: Sql,
  all: readonly DemoProvider[],
  { known, companies, users, particularities, today }: ClientSowing,
) {
  const draftOf = (provider: DemoProvider) => ({
    name: provider.name,
    fantasy_name: provider.fantasy,
    document: provider.document,
    inscricao_estadual: provider.inscricao_estadual,
    email: provider.email,
    phone_name: provider.contact,
    phone: provider.phone,
    opening_data: provider.opened,
    capital_social: provider.capital,
    tax_regime_id: known('tax_regimes', provider.regime),
    category_client_id: known('category_clients', 'provedor'),
    client_system_id: known('client_systems', provider.system),
    plan_id: known('plans', provider.plan),
    empresa_responsavel_id: companies[provider.empresa] ?? null,
    responsible_id: users[carerOf(provider) ?? -1] ?? null,
    external_observation: provider.external_observation,
    internal_observation: provider.internal_observation,
    active: provider.active,
    ...contractOf(provider),
    addresses: provider.addresses.map(({ type, ibge, ...address }) => ({
      ...address,
      city_id: known('cities', ibge),
      address_type_id: known('address_types', type),
    })),
    phones: provider.phones,
    mails: provider.mails.map(each => ({ ...each, types: [each.responsible] })),
    ...ties(provider),
  })
  function contractOf({ index, active }: DemoProvider) {
    const draw = chance(900 + index)
    const { value, extras } = paysFor(index)
    return {
      status_id: known('statuses:Client', active ? (index % 13 === 5 ? 'em-implantacao' : 'ativo') : 'encerrado'),
      contract_value: index % 19 === 7 ? null : value,
      extra_services: extras,
      contract_due_date: daysFrom(today, active ? draw.whole(-15, 500) : -200),
      contract_month: draw.whole(1, 12),
      contract_billing_day: index % 17 === 5 ? null : paysFor(index).day,
      created_at: `${daysFrom(today, -(young.has(index) ? youngFor : knownFor))}T10:00:00-03:00`,
    }
  }
  /** The client's tags, its own people, and its particularities. */
  function ties({ index, active }: DemoProvider) {
    const tags = [...(index % 9 === 2 ? ['vip'] : []), ...(index % 11 === 4 ? ['fiscalizacao'] : [])]
    const asked = active && index % 6 === 0 ? [particularities[index % particularities.length] ?? 0] : []
    return {
      tags: tags.map(slug => ({ tag_id: known('tags', slug) })),
      client_users: users.filter((_, i) => people[i]?.clients.includes(index)).map(user_id => ({ user_id })),
      particularities: asked.map(particularity_id => ({ particularity_id })),
    }
  }
  return sow(db, clients, all.map(draftOf))
}
