import { chance } from '#features/demo/chance.ts'
import { daysFrom, knownFor, youngFor } from '#features/demo/days.ts'
import type { KnownIds } from '#features/demo/fill.server.ts'
import { insert } from '#features/demo/insert.server.ts'
import { people } from '#features/demo/people.ts'
import { young, type DemoProvider } from '#features/demo/providers.ts'
import type { Sql } from '#server/operation.ts'

interface Around {
  readonly known: KnownIds
  readonly companies: readonly number[]
  /** Ids of `people`, in their order. */
  readonly users: readonly number[]
  readonly today: string
}

/** Writes the providers with their lines; answers their ids in the same order. */
export async function fillClients(db: Sql, all: readonly DemoProvider[], { known, companies, users, today }: Around) {
  const clients = await insert(
    db,
    'clients',
    {
      name: 'text',
      fantasy_name: 'text',
      document: 'text',
      inscricao_estadual: 'text',
      email: 'text',
      phone_name: 'text',
      phone: 'text',
      opening_data: 'date',
      capital_social: 'numeric',
      tax_regime_id: 'bigint',
      category_client_id: 'bigint',
      client_system_id: 'bigint',
      plan_id: 'bigint',
      empresa_responsavel_id: 'bigint',
      external_observation: 'text',
      internal_observation: 'text',
      active: 'boolean',
      status_id: 'bigint',
      contract_value: 'numeric',
      contract_due_date: 'date',
      contract_month: 'integer',
      contract_billing_day: 'integer',
      created_at: 'timestamptz',
    },
    all.map(provider => ({
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
      external_observation: provider.external_observation,
      internal_observation: provider.internal_observation,
      active: provider.active,
      ...contractOf(provider),
    })),
  )
  function contractOf({ index, active }: DemoProvider) {
    const draw = chance(900 + index)
    return {
      status_id: known('statuses:Client', active ? (index % 13 === 5 ? 'em-implantacao' : 'ativo') : 'encerrado'),
      contract_value: draw.pick([390, 490, 690, 890, 1_290]),
      contract_due_date: daysFrom(today, active ? draw.whole(-15, 500) : -200),
      contract_month: draw.whole(1, 12),
      contract_billing_day: draw.pick([5, 10, 15, 20]),
      created_at: `${daysFrom(today, -(young.has(index) ? youngFor : knownFor))}T10:00:00-03:00`,
    }
  }
  const lines = <L, R>(of: (provider: DemoProvider) => readonly L[], row: (line: L) => R) =>
    all.flatMap((provider, i) =>
      of(provider).map((line, position) => ({ ...row(line), parent_id: clients[i] ?? 0, position })),
    )
  const own = { parent_id: 'bigint', position: 'integer' } as const

  await insert(
    db,
    'clients_addresses',
    {
      ...own,
      zipcode: 'text',
      address: 'text',
      number: 'text',
      complement: 'text',
      neighborhood: 'text',
      city_id: 'bigint',
      address_type_id: 'bigint',
    },
    lines(
      provider => provider.addresses,
      ({ type, ibge, ...address }) => ({
        ...address,
        city_id: known('cities', ibge),
        address_type_id: known('address_types', type),
      }),
    ),
  )
  await insert(
    db,
    'clients_phones',
    { ...own, responsible: 'text', phone: 'text' },
    lines(
      ({ phones }) => phones,
      phone => phone,
    ),
  )
  await insert(
    db,
    'clients_mails',
    { ...own, responsible: 'text', mail: 'text' },
    lines(
      ({ mails }) => mails,
      mail => mail,
    ),
  )
  await insert(
    db,
    'clients_tags',
    { ...own, tag_id: 'bigint' },
    lines(
      ({ index }) => [...(index % 9 === 2 ? ['vip'] : []), ...(index % 11 === 4 ? ['fiscalizacao'] : [])],
      slug => ({ tag_id: known('tags', slug) }),
    ),
  )
  await insert(
    db,
    'clients_client_users',
    { ...own, user_id: 'bigint' },
    lines(
      ({ index }) => users.filter((_, i) => people[i]?.clients.includes(index)),
      user_id => ({ user_id }),
    ),
  )
  return clients
}
