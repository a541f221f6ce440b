// How each side is asked for the same work, and where in its answers a client is.
import * as z from 'zod'
import { shapes, type ClientPage, type ClientRow, type Dress } from './answers.ts'
import described from './peers/lists.json' with { type: 'json' }
import type { Call } from './rounds.ts'

/** A client that was there before: most peers find it by its number, we by its uuid. */
export interface Known {
  readonly id: number
  readonly uuid: string
}
export interface Draft {
  readonly name: string
  readonly document: string
}

export interface Side {
  readonly name: string
  readonly dress: Dress
  readonly port: number
  /** Twenty-five by name, and how many there are. */
  readonly list: (page: number) => Call
  /** The first twenty-five with this part of a name, and how many there are. */
  readonly search: (term: string) => Call
  readonly one: (known: Known) => Call
  readonly change: (known: Known, phone_name: string) => Call
  readonly create: (draft: Draft) => Call
  readonly page: z.ZodType<ClientPage>
  readonly single: z.ZodType<ClientRow>
  /** What a change or a creation answers, where it is not what `one` does. */
  readonly written?: z.ZodType<ClientRow>
  readonly isSound?: (body: string) => boolean
}

/** Whole peers listen beside bare ones. */
const portOf = (bare: number, dress: Dress) => (dress === 'bare' ? bare : bare + 10)
const wrapped = (card: z.ZodType<ClientRow>) => z.object({ data: card }).transform(({ data }) => data)
const own = '/api/v1/clients'
/** The twenty the peers answer, id and stamps aside; of what a reference points to, the name comes too. */
const columns =
  'name,fantasy_name,document,inscricao_estadual,email,phone_name,phone,opening_data,capital_social,tax_regime,category_client,client_system,plan,empresa_responsavel'
const { references, titles, lists } = described
type References = Readonly<Record<string, string>>
const titleOf = (table: string) => new Map(Object.entries(titles)).get(table) ?? 'name'

/** We answer the same to be compared with either dress. */
export function oursIn(dress: Dress): Side {
  const { row, card } = shapes[dress]
  const query = `per_page=25&sort=name&columns=${columns}`
  return {
    name: 'Outorga',
    dress,
    port: 4820,
    list: page => ({ method: 'GET', path: `${own}?page=${page}&${query}` }),
    search: term => ({ method: 'GET', path: `${own}?search=${term}&${query}` }),
    one: ({ uuid }) => ({ method: 'GET', path: `${own}/${uuid}` }),
    change: ({ uuid }, phone_name) => ({ method: 'PUT', path: `${own}/${uuid}`, body: { phone_name } }),
    create: body => ({ method: 'POST', path: own, body }),
    page: z.object({ data: z.array(row), total: z.number() }).transform(({ data, total }) => ({ rows: data, total })),
    single: wrapped(card),
  }
}

const remult: Side = {
  name: 'Remult',
  dress: 'bare',
  port: 4821,
  // Rows and total in one request, as its own client asks for a page of a paginator.
  list: page => ({
    method: 'POST',
    path: `/api/clients?__action=query&_limit=25&_page=${page}&_sort=name`,
    body: { aggregate: {} },
  }),
  search: term => ({
    method: 'POST',
    path: `/api/clients?__action=query&_limit=25&_sort=name&name.contains=${term}`,
    body: { aggregate: {} },
  }),
  one: ({ id }) => ({ method: 'GET', path: `/api/clients/${id}` }),
  change: ({ id }, phone_name) => ({ method: 'PUT', path: `/api/clients/${id}`, body: { phone_name } }),
  create: body => ({ method: 'POST', path: '/api/clients', body }),
  page: z
    .object({ items: z.array(shapes.bare.row), aggregates: z.object({ $count: z.number() }) })
    .transform(({ items, aggregates: { $count } }) => ({ rows: items, total: $count })),
  single: shapes.bare.card,
}
const wholeRemult: Side = {
  name: 'Remult',
  dress: 'whole',
  port: portOf(remult.port, 'whole'),
  list: page => ({ method: 'GET', path: `/clients?page=${page}` }),
  search: term => ({ method: 'GET', path: `/clients?search=${term}` }),
  one: ({ id }) => ({ method: 'GET', path: `/clients/${id}` }),
  change: ({ id }, phone_name) => ({ method: 'PUT', path: `/clients/${id}`, body: { phone_name } }),
  create: body => ({ method: 'POST', path: '/clients', body }),
  page: z
    .object({ items: z.array(shapes.whole.row), total: z.number() })
    .transform(({ items, total }) => ({ rows: items, total })),
  single: shapes.whole.card,
}

const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const capital = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
/** `fantasy_name: fantasyName`. */
const aliased = (name: string) => `${name}: ${camel(name)}`
const plain = `id uuid name document email phone ${[
  'fantasy_name',
  'inscricao_estadual',
  'phone_name',
  'opening_data',
  'capital_social',
  'tax_regime_id',
  'category_client_id',
  'client_system_id',
  'plan_id',
  'empresa_responsavel_id',
  'created_at',
  'updated_at',
]
  .map(aliased)
  .join(' ')} active version`
/** The names that PostGraphile generates for the row a column refers to: `plan: planByPlanId { … }`. */
const pointed = (all: References) =>
  Object.entries(all)
    .map(([name, table]) => {
      const one = camel(table.replace(/ies$/, 'y').replace(/s$/, ''))
      return `${name}: ${one}By${capital(camel(name))}Id { id uuid name: ${camel(titleOf(table))} }`
    })
    .join(' ')
const lined = Object.entries(lists)
  .map(([name, { table, columns: mine, references: theirs }]) => {
    // Of the view there is no relation: what it is a view of refers to the client.
    const relation =
      name === 'fistels'
        ? 'fistelsByClientIdList(condition: { deletedAt: null }, orderBy: ID_ASC)'
        : `${camel(table)}ByParentIdList(orderBy: POSITION_ASC)`
    return `${name}: ${relation} { id uuid ${mine.map(aliased).join(' ')} ${pointed(theirs)} }`
  })
  .join(' ')

function postgraphileIn(dress: Dress): Side {
  const { row, card } = shapes[dress]
  const inPage = dress === 'bare' ? plain : `${plain} ${pointed(references)}`
  const inCard = dress === 'bare' ? plain : `${inPage} ${lined}`
  const found = dress === 'bare' ? 'searchClients' : 'searchOwnClients'
  const graphql = (query: string, variables: object): Call => ({
    method: 'POST',
    path: '/graphql',
    body: { query, variables },
  })
  return {
    name: 'PostGraphile',
    dress,
    port: portOf(4822, dress),
    list: page =>
      graphql(
        `query ($offset: Int!) { all: allClients(first: 25, offset: $offset, orderBy: NAME_ASC) { nodes { ${inPage} } totalCount } }`,
        { offset: 25 * (page - 1) },
      ),
    search: term =>
      graphql(`query ($term: String!) { all: ${found}(term: $term, first: 25) { nodes { ${inPage} } totalCount } }`, {
        term,
      }),
    one: ({ id }) => graphql(`query ($id: BigInt!) { one: clientById(id: $id) { ${inCard} } }`, { id }),
    change: ({ id }, phoneName) =>
      graphql(
        `mutation ($id: BigInt!, $phoneName: String) { done: updateClientById(input: { id: $id, clientPatch: { phoneName: $phoneName } }) { client { ${inCard} } } }`,
        { id, phoneName },
      ),
    create: draft =>
      graphql(
        `mutation ($name: String!, $document: String!) { done: createClient(input: { client: { name: $name, document: $document } }) { client { ${inCard} } } }`,
        draft,
      ),
    page: z
      .object({ data: z.object({ all: z.object({ nodes: z.array(row), totalCount: z.number() }) }) })
      .transform(({ data: { all } }) => ({ rows: all.nodes, total: all.totalCount })),
    single: z.object({ data: z.object({ one: card }) }).transform(({ data: { one } }) => one),
    written: z
      .object({ data: z.object({ done: z.object({ client: card }) }) })
      .transform(({ data: { done } }) => done.client),
    isSound: body => !body.startsWith('{"errors"'),
  }
}

function feathersIn(dress: Dress): Side {
  const { row, card } = shapes[dress]
  // A joined table has a name too.
  const name = dress === 'bare' ? 'name' : 'clients.name'
  const query = `$limit=25&$sort[${name}]=1`
  return {
    name: 'Feathers',
    dress,
    port: portOf(4823, dress),
    list: page => ({ method: 'GET', path: `/clients?${query}&$skip=${25 * (page - 1)}` }),
    search: term => ({ method: 'GET', path: `/clients?${query}&${name}[$ilike]=%25${term}%25` }),
    one: ({ id }) => ({ method: 'GET', path: `/clients/${id}` }),
    change: ({ id }, phone_name) => ({ method: 'PATCH', path: `/clients/${id}`, body: { phone_name } }),
    create: body => ({ method: 'POST', path: '/clients', body }),
    page: z.object({ data: z.array(row), total: z.number() }).transform(({ data, total }) => ({ rows: data, total })),
    single: card,
  }
}

const stamped =
  'id,uuid,name,fantasy_name,document,inscricao_estadual,email,phone_name,phone,opening_data,capital_social,active,version,created_at,updated_at'
const fieldsOf = (all: References, before = '') =>
  Object.entries(all).flatMap(([name, table]) =>
    ['id', 'uuid', titleOf(table)].map(field => `${before}${name}_id.${field}`),
  )
const ids = Object.keys(references)
  .map(name => `${name}_id`)
  .join()
const inPage = `${stamped},${fieldsOf(references).join()}`
const inCard = [
  inPage,
  ...Object.entries(lists).flatMap(([list, { columns: mine, references: theirs }]) => [
    ...['id', 'uuid', ...mine].map(field => `${list}.${field}`),
    ...fieldsOf(theirs, `${list}.`),
  ]),
].join()

/** Directus answers what a column refers to in the place of the number. */
const pointing = z.record(z.string(), z.unknown())
const target = z.record(z.string(), z.unknown()).nullable()
function named(row: unknown, all: References): Record<string, unknown> {
  const known = pointing.parse(row)
  const found = Object.entries(all).flatMap(([name, table]) => {
    const to = target.parse(known[`${name}_id`])
    return [
      [`${name}_id`, to?.id ?? null],
      [name, to && { id: to.id, uuid: to.uuid, name: to[titleOf(table)] }],
    ]
  })
  return { ...known, ...Object.fromEntries(found) }
}
const listed = (client: unknown) => {
  const row = named(client, references)
  const lines = Object.entries(lists).flatMap(([list, { references: theirs }]) => {
    const all = z.array(z.unknown()).optional().parse(row[list])
    return all ? [[list, all.map(line => named(line, theirs))]] : []
  })
  return { ...row, ...Object.fromEntries(lines) }
}

/** Where it has tables of its own. */
export const directusSchema = (dress: Dress) => (dress === 'bare' ? 'directus' : 'directus_whole')

export function directusIn(dress: Dress): Side {
  const { row, card } =
    dress === 'bare'
      ? shapes.bare
      : { row: z.preprocess(listed, shapes.whole.row), card: z.preprocess(listed, shapes.whole.card) }
  const page = `limit=25&sort=name&meta=filter_count&fields=${dress === 'bare' ? `${stamped},${ids}` : inPage}`
  const one =
    dress === 'bare' ? `fields=${stamped},${ids}` : `fields=${inCard}&deep[fistels][_filter][deleted_at][_null]=true`
  return {
    name: 'Directus',
    dress,
    port: portOf(4824, dress),
    list: number => ({ method: 'GET', path: `/items/clients?${page}&page=${number}` }),
    search: term => ({ method: 'GET', path: `/items/clients?${page}&filter[name][_icontains]=${term}` }),
    one: ({ id }) => ({ method: 'GET', path: `/items/clients/${id}?${one}` }),
    change: ({ id }, phone_name) => ({ method: 'PATCH', path: `/items/clients/${id}?${one}`, body: { phone_name } }),
    create: body => ({ method: 'POST', path: `/items/clients?${one}`, body }),
    page: z
      .object({ data: z.array(row), meta: z.object({ filter_count: z.coerce.number() }) })
      .transform(({ data, meta }) => ({ rows: data, total: meta.filter_count })),
    single: wrapped(card),
  }
}

/** Those that start by a file of their own. */
export const peersIn = (dress: Dress): readonly Side[] => [
  dress === 'bare' ? remult : wholeRemult,
  postgraphileIn(dress),
  feathersIn(dress),
]
