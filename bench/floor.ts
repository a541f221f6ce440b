// The floor: `node:http` and `pg`, and statements written by hand, the fewest and best for each route, all prepared; who asks is looked up by
// their token and nothing else is checked. Its answers are those of the product, field by field. `plain` completes and counts as one writes
// it first; `best` picks the ids, then completes them; `remembers` keeps a total for a second besides.
import type { IncomingMessage } from 'node:http'
import { askServer, bareOf, serveBare } from './bare.ts'

const way = process.argv[2] ?? 'best'

const references = {
  tax_regime: ['tax_regimes', 'name'],
  category_client: ['category_clients', 'name'],
  client_system: ['client_systems', 'name'],
  plan: ['plans', 'name'],
  empresa_responsavel: ['empresas', 'nome_fantasia'],
  client_type: ['client_types', 'name'],
  status: ['statuses', 'name'],
  consultancy_type: ['consultancy_types', 'name'],
  responsible: ['users', 'name'],
} as const
const today = "(now() at time zone 'America/Sao_Paulo')::date"

const stamps = 'c.id, c.uuid, c.active, c.created_at, c.updated_at, c.deleted_at'
const plain =
  'name fantasy_name document inscricao_estadual email phone_name phone opening_data capital_social external_observation internal_observation anatel_register_id monthly_report_id registered_advice station_045 contract_value custom_contract_service_name contract_due_date contract_month contract_billing_day crm_name crm_phone crm_email client_external_management_id client_external_management validated other_anatel_debts variation_percent'
const columns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(plain.split(' ').map(name => [name, `c.${name}`])),
  ...Object.fromEntries(
    Object.entries(references).map(([name, [, title]]) => [
      name,
      `c.${name}_id, case when ${name}.id is not null then json_build_object('id', ${name}.id, 'uuid', ${name}.uuid, 'name', ${name}.${title}) end as ${name}`,
    ]),
  ),
  matriz: "length(c.document) = 14 and substr(c.document, 9, 4) = '0001' as matriz",
  remaining_days: `c.contract_due_date - ${today} as remaining_days`,
  have_pendencies: 'lacking.names is not null as have_pendencies',
  pendency_names: 'lacking.names as pendency_names',
  tag_names: `(select string_agg(g.name, ', ' order by l.position) from clients_tags l join tags g on g.id = l.tag_id where l.parent_id = c.id) as tag_names`,
  have_stations_shared: `exists (select from stations_client_shared_stations l join stations s on s.id = l.parent_id
    where l.client_id = c.id and s.deleted_at is null) as have_stations_shared`,
}
const lacking = `left join lateral (
    select string_agg(said, '; ' order by rank, said) as names from (
      select case when held.ended is null then 0 else 1 end as rank,
        y.name || coalesce(' (venceu em ' || to_char(held.ended, 'DD/MM/YYYY') || ')', ' (falta)') as said
      from document_types y left join lateral (
        select bool_or(d.valid_until is null or d.valid_until >= ${today}) as good, max(d.valid_until) as ended
        from documents d where d.client_id = c.id and d.document_type_id = y.id and d.active and d.deleted_at is null) held on true
      where y.required and y.active and y.deleted_at is null and held.good is not true
        and (select bool_and(n.until is not null) from fistels f join fistel_tenures n on n.fistel_id = f.id
          where f.client_id = c.id and f.deleted_at is null) is not true
      union all
      select 2, 'Conta a receber (venceu em ' || to_char(b.due_date, 'DD/MM/YYYY') || ')' from bills_to_receive b
      where b.client_id = c.id and b.deleted_at is null and b.active and not b.downloaded and not b.called_off and b.due_date < ${today}) p) lacking on true`
/** What is selected to answer these columns, and what it is joined from. */
function selecting(names: readonly string[]) {
  const pointed = Object.entries(references).filter(([name]) => names.includes(name))
  return {
    fields: [stamps, ...names.map(name => columns[name])].join(', '),
    joins: [
      ...pointed.map(([name, [table]]) => `left join ${table} ${name} on ${name}.id = c.${name}_id`),
      ...(names.some(name => name.endsWith('pendencies') || name === 'pendency_names') ? [lacking] : []),
    ].join(' '),
  }
}
const every = selecting(Object.keys(columns))

const list = (table: string, columns: string, more = '') =>
  `(select coalesce(json_agg(l order by l.position), '[]') from (select x.id, x.uuid, x.position, ${columns} from ${table} x ${more} where x.parent_id = c.id) l)`
const named = (name: string, to: string) =>
  `x.${name}_id, (select json_build_object('id', r.id, 'uuid', r.uuid, 'name', r.name) from ${to} r where r.id = x.${name}_id) as ${name}`
const lists = {
  addresses: list(
    'clients_addresses',
    `x.zipcode, x.address, x.number, x.complement, x.neighborhood, x.city_id, x.address_type_id, x.in_ocean, x.lat, x.lng`,
  ),
  phones: list('clients_phones', `x.responsible, x.phone, x.types, ${named('user', 'users')}`),
  mails: list('clients_mails', `x.responsible, x.mail, x.types, ${named('user', 'users')}`),
  client_partners: list('clients_client_partners', 'x.name, x.document, x.slug, x.categories, x.since'),
  activities: list('clients_activities', 'x.code, x.name, x.main'),
  state_registrations: list('clients_state_registrations', 'x.state, x.number'),
  extra_services: list('clients_extra_services', 'x.name, x.value'),
  tags: list('clients_tags', named('tag', 'tags')),
  particularities: list('clients_particularities', named('particularity', 'particularities')),
  client_users: list('clients_client_users', named('user', 'users')),
  fistels: `(select coalesce(json_agg(f order by f.id), '[]') from (select x.id, x.uuid, x.fistel, x.service_type_id, x.show_for_client, x.active_anatel from fistels x where x.client_id = c.id and x.deleted_at is null) f)`,
}
const whole = `select ${every.fields}, c.version, c.metas_only_father, ${Object.entries(lists)
  .map(([name, text]) => `${text} as ${name}`)
  .join(', ')} from clients c ${every.joins} where c.id = $1 and c.deleted_at is null and not c.prospect`

const listed = 'c.deleted_at is null and not c.prospect'
const orders: Readonly<Record<string, string>> = {
  name: 'c.name collate pt_br, c.id',
  document: 'c.document collate pt_br, c.id',
  '-created_at': 'c.created_at desc, c.id desc',
}
const wanted = `${listed} and (plain(c.name) like plain($1) or plain(c.fantasy_name) like plain($1) or c.document like $2)`

const { rowsOf, callerOf, totalOf, pageOf } = bareOf(askServer(process.env.DATABASE_URL ?? ''), way === 'remembers')

async function page(query: URLSearchParams) {
  const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)]
  const search = query.get('search')
  const sort = query.get('sort') ?? 'name'
  const [name, where, values] = search
    ? (['search', wanted, [`%${search}%`, /\d/.test(search) ? `%${search.toUpperCase()}%` : null]] as const)
    : ([sort, listed, []] as const)
  const order = orders[sort] ?? 'c.id'
  const range = [size, (number - 1) * size]
  const asked = query.get('columns') ?? ''
  const { fields, joins } = asked ? selecting(asked.split(',')) : every
  const picked = `from clients c where ${where} order by ${order} limit $${values.length + 1} offset $${values.length + 2}`
  let data: readonly object[]
  if (way === 'plain')
    data = await rowsOf(
      `${name} page ${asked.length}`,
      `select ${fields} from (select c.* ${picked}) c ${joins} order by ${order}`,
      [...values, ...range],
    )
  else {
    const ids = (await rowsOf<{ id: number }>(`${name} ids`, `select c.id ${picked}`, [...values, ...range])).map(
      ({ id }) => id,
    )
    data = ids.length
      ? await rowsOf(
          `complete ${asked.length}`,
          `select ${fields} from clients c ${joins} where c.id = any($1::bigint[]) order by array_position($1::bigint[], c.id)`,
          [ids],
        )
      : []
  }
  const known = way !== 'plain' && data.length < size && number === 1
  const total = known ? data.length : await totalOf(name, `clients c where ${where}`, values)
  return pageOf(data, total, number, size)
}

const history = `insert into audit_events (request_id, user_id, event, resource, row_id, changes)`

async function update(id: number, user: number, { phone_name }: { phone_name: string }) {
  await rowsOf(
    'update',
    `with old as (select id, phone_name from clients where id = $1 and deleted_at is null for no key update),
      written as (update clients c set phone_name = $2, version = version + 1, updated_at = now() from old where c.id = old.id returning c.id, old.phone_name)
    ${history} select 'floor', $3, 'clients.update', 'clients', id, jsonb_build_object('phone_name', jsonb_build_array(phone_name, $2::text)) from written`,
    [id, phone_name, user],
  )
  return {
    type: 'success',
    status: 200,
    message: 'Cliente salvo com sucesso.',
    data: (await rowsOf('one', whole, [id]))[0],
  }
}

async function create(user: number, { name, document }: { name: string; document: string }) {
  const [{ row_id } = { row_id: 0 }] = await rowsOf<{ row_id: number }>(
    'create',
    `with made as (insert into clients (name, document) values ($1, $2) returning id)
    ${history} select 'floor', $3, 'clients.store', 'clients', id, jsonb_build_object('name', jsonb_build_array(null, $1::text), 'document', jsonb_build_array(null, $2::text),
      'validated', jsonb_build_array(null, false), 'station_045', jsonb_build_array(null, false), 'other_anatel_debts', jsonb_build_array(null, false)) from made returning row_id`,
    [name, document, user],
  )
  return {
    type: 'success',
    status: 201,
    message: 'Cliente registrado com sucesso.',
    data: (await rowsOf('one', whole, [row_id]))[0],
  }
}

async function bodyOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString())
}

async function answer(request: IncomingMessage): Promise<object> {
  const caller = await callerOf(request)
  if (!caller) return { type: 'error' }
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://floor')
  const id = Number(pathname.split('/')[4])
  if (request.method === 'PUT') return update(id, caller.id, await bodyOf(request))
  if (request.method === 'POST') return create(caller.id, await bodyOf(request))
  return id ? { data: (await rowsOf('one', whole, [id]))[0] } : page(searchParams)
}

serveBare(answer)
