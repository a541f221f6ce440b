import { daysFrom } from '#features/demo/days.ts'
import { insert } from '#features/demo/insert.server.ts'
import type { Known } from '#features/demo/fill.server.ts'
import { cnpjFrom } from '#features/demo/numbers.ts'
import { links, pages, prospects, sites, tasks, tickets } from '#features/demo/office.ts'
import type { Provider } from '#features/demo/providers.ts'
import { slugOf } from '#kernel/text.ts'
import type { Sql } from '#server/operation.ts'

interface Around {
  readonly known: Known
  readonly clients: readonly number[]
  readonly companies: readonly number[]
  readonly users: readonly number[]
  readonly today: string
}
const moment = (day: string, hour = 10) => `${day}T${hour}:15:00-03:00`
/** Every so many of the clients that are still served. */
const some = (all: readonly Provider[], every: number) =>
  all.filter(({ active, index }) => active && index % every === 0)

/** Writes what the office does besides coletas: tasks, tickets, bills, stations and their links, prospects. */
export async function fillOffice(db: Sql, all: readonly Provider[], around: Around) {
  const { known } = around
  await insert(
    db,
    'tarefas',
    { nome: 'text', slug: 'text', descricao: 'text' },
    tasks.map(([nome, descricao]) => ({ nome, slug: slugOf(nome), descricao })),
  )
  await insert(
    db,
    'links_importantes',
    { nome: 'text', url: 'text', category_id: 'bigint', descricao: 'text' },
    links.map(([nome, url, category, descricao]) => ({
      nome,
      url,
      category_id: known('links_importantes_categorias', category),
      descricao,
    })),
  )
  await insert(
    db,
    'pages',
    { name: 'text', slug: 'text', code: 'text', content: 'text' },
    pages.map(([name, code, content]) => ({ name, slug: slugOf(name), code, content })),
  )
  await insert(
    db,
    'clients',
    {
      name: 'text',
      fantasy_name: 'text',
      document: 'text',
      phone_name: 'text',
      phone: 'text',
      empresa_responsavel_id: 'bigint',
      internal_observation: 'text',
      prospect: 'boolean',
    },
    prospects.map(([name, fantasy_name, digits, phone_name, phone, company, internal_observation]) => ({
      name,
      fantasy_name,
      document: cnpjFrom(`9${digits}3210001`),
      phone_name,
      phone,
      empresa_responsavel_id: around.companies[company] ?? null,
      internal_observation,
      prospect: true,
    })),
  )
  await fillTickets(db, around)
  await fillBills(db, all, around)
  await fillStations(db, all, around)
}

async function fillTickets(db: Sql, { known, clients, users, today }: Around) {
  const staff = users[1] ?? null
  const made = await insert(
    db,
    'tickets',
    {
      name: 'text',
      client_id: 'bigint',
      module_id: 'bigint',
      type_id: 'bigint',
      status_id: 'bigint',
      opened_user_id: 'bigint',
      closed_user_id: 'bigint',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    tickets.map(([name, module, type, ago, settled], i) => {
      const at = moment(daysFrom(today, -ago))
      return {
        name,
        // The first ones are of the client whose person enters the demonstration.
        client_id: clients[i < 2 ? 0 : i * 3] ?? 0,
        module_id: known('module_tickets', module),
        type_id: known('ticket_types', type),
        status_id: known('statuses:Ticket', settled ? 'finalizado' : 'em-aberto'),
        opened_user_id: (i < 2 ? users[6] : staff) ?? null,
        closed_user_id: settled ? staff : null,
        created_at: at,
        updated_at: at,
      }
    }),
  )
  await insert(
    db,
    'ticket_messages',
    { content: 'text', ticket_id: 'bigint', user_id: 'bigint', created_at: 'timestamptz', updated_at: 'timestamptz' },
    tickets.flatMap(([, , , ago, , said], i) =>
      said.map((content, at) => {
        const when = moment(daysFrom(today, -ago), 10 + at)
        const author = at % 2 === 0 && i < 2 ? users[6] : staff
        return { content, ticket_id: made[i] ?? 0, user_id: author ?? null, created_at: when, updated_at: when }
      }),
    ),
  )
}

const fillBills = (db: Sql, all: readonly Provider[], { known, clients, today }: Around) =>
  insert(
    db,
    'bills_to_receive',
    {
      client_id: 'bigint',
      finance_type_id: 'bigint',
      issue_date: 'date',
      due_date: 'date',
      value: 'numeric',
      billet_number: 'text',
      downloaded: 'boolean',
      downloaded_at: 'timestamptz',
      called_off: 'boolean',
    },
    some(all, 1).flatMap(({ index, plan }) =>
      [2, 1, 0].map(months => {
        const due = daysFrom(today, 8 - 30 * months)
        // Most pay on the day, a few are late.
        const paid = months > 0 && !(months === 1 && index % 9 === 4)
        return {
          client_id: clients[index] ?? 0,
          finance_type_id: known('finance_types', 'mensalidade'),
          issue_date: daysFrom(due, -15),
          due_date: due,
          value: plan === 'assessoria-completa' ? 1_480 : plan === 'somente-coletas' ? 390 : 860,
          billet_number: String(240_000 + index * 10 + months),
          downloaded: paid,
          downloaded_at: paid ? moment(due) : null,
          called_off: false,
        }
      }),
    ),
  )

async function fillStations(db: Sql, all: readonly Provider[], { known, clients }: Around) {
  const served = some(all, 2)
  const where = served.flatMap(provider => provider.towns.slice(0, 2).map((town, at) => ({ provider, town, at })))
  const made = await insert(
    db,
    'stations',
    {
      name: 'text',
      client_id: 'bigint',
      station_number: 'text',
      attendance_middle_id: 'bigint',
      technology_type_id: 'bigint',
      status_id: 'bigint',
      is_link: 'boolean',
    },
    where.map(({ provider: { index }, town, at }) => {
      const radio = index % 6 === 0
      return {
        name: `${sites[(index + at) % sites.length]} ${town.name}`,
        client_id: clients[index] ?? 0,
        station_number: index % 5 === 3 ? null : String(1_012_345_000 + index * 10 + at),
        attendance_middle_id: known('attendance_middles', radio ? 'radio' : 'fibra'),
        technology_type_id: known('technology_types', radio ? 'wi-fi' : 'ftth'),
        status_id: known('statuses:Station', index % 5 === 3 ? 'em-aberto' : 'finalizado'),
        is_link: at > 0,
      }
    }),
  )
  await insert(
    db,
    'stations_address',
    { parent_id: 'bigint', position: 'integer', address: 'text', city_id: 'bigint', address_type_id: 'bigint' },
    where.map(({ town }, i) => ({
      parent_id: made[i] ?? 0,
      position: 0,
      address: 'Estrada da Torre, s/n',
      city_id: known('cities', town.ibge),
      address_type_id: known('address_types', 'matriz'),
    })),
  )
  const pairs = where.flatMap(({ provider, at }, i) =>
    at === 1 ? [{ provider, from: made[i - 1] ?? 0, to: made[i] ?? 0 }] : [],
  )
  const linked = await insert(
    db,
    'station_links',
    { client_id: 'bigint', station_link_type_id: 'bigint', attendance_middle_id: 'bigint', status_id: 'bigint' },
    pairs.map(({ provider: { index } }) => ({
      client_id: clients[index] ?? 0,
      station_link_type_id: known('station_link_types', index % 4 === 0 ? 'terrestre-proprio' : 'terrestre-contratado'),
      attendance_middle_id: known('attendance_middles', 'fibra'),
      status_id: known('statuses:StationLink', index % 3 === 0 ? 'finalizado' : 'em-aberto'),
    })),
  )
  await insert(
    db,
    'station_links_stations',
    { parent_id: 'bigint', position: 'integer', station_id: 'bigint' },
    pairs.flatMap(({ from, to }, i) =>
      [from, to].map((station_id, position) => ({ parent_id: linked[i] ?? 0, position, station_id })),
    ),
  )
  const properties = await insert(
    db,
    'station_link_properties',
    { station_link_id: 'bigint', slp_id: 'text', status_id: 'bigint', status_closed: 'boolean' },
    pairs.map(({ provider: { index } }, i) => ({
      station_link_id: linked[i] ?? 0,
      slp_id: `P${i + 1}`,
      status_id: known('statuses:StationLinkProperty', index % 3 === 0 ? 'finalizado' : 'em-aberto'),
      status_closed: index % 3 === 0,
    })),
  )
  await insert(
    db,
    'station_link_property_connections',
    {
      station_link_property_id: 'bigint',
      station_1_id: 'bigint',
      station_2_id: 'bigint',
      attendance_middle_id: 'bigint',
      capacity: 'numeric',
      exists: 'boolean',
    },
    pairs.map(({ provider: { index }, from, to }, i) => ({
      station_link_property_id: properties[i] ?? 0,
      station_1_id: from,
      station_2_id: to,
      attendance_middle_id: known('attendance_middles', 'fibra'),
      capacity: index % 4 === 0 ? 10_000 : 1_000,
      exists: index % 3 === 0,
    })),
  )
}
