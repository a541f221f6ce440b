// How each side is asked for the same work, and where in its answers a client stands.
import * as z from 'zod'
import type { Call } from './rounds.ts'

const number = z.union([z.null(), z.coerce.number()])
/** What is compared, value by value; some tell a bigint as a text. */
const client = z.object({
  id: z.coerce.number(),
  uuid: z.string(),
  name: z.string(),
  document: z.string(),
  fantasy_name: z.string().nullable(),
  inscricao_estadual: z.string().nullable(),
  email: z.string().nullable(),
  phone_name: z.string().nullable(),
  phone: z.string().nullable(),
  tax_regime_id: number,
  category_client_id: number,
  client_system_id: number,
  plan_id: number,
  empresa_responsavel_id: number,
})
const rows = z.array(client)
export type ClientRow = z.infer<typeof client>
export interface ClientPage {
  readonly rows: readonly ClientRow[]
  readonly total: number
}
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
  readonly port: number
  /** Twenty-five by name, and how many there are. */
  readonly list: (page: number) => Call
  readonly one: (known: Known) => Call
  readonly change: (known: Known, phone_name: string) => Call
  readonly create: (draft: Draft) => Call
  readonly page: z.ZodType<ClientPage>
  readonly single: z.ZodType<ClientRow>
  readonly isSound?: (body: string) => boolean
}

const wrapped = z.object({ data: client }).transform(({ data }) => data)
const own = '/api/v1/clients'
/** The twenty the peers answer, id and stamps aside; of what a reference points to, the name comes too. */
const columns =
  'name,fantasy_name,document,inscricao_estadual,email,phone_name,phone,opening_data,capital_social,tax_regime,category_client,client_system,plan,empresa_responsavel'

export const ours: Side = {
  name: 'Outorga',
  port: 4820,
  list: page => ({ method: 'GET', path: `${own}?page=${page}&per_page=25&sort=name&columns=${columns}` }),
  one: ({ uuid }) => ({ method: 'GET', path: `${own}/${uuid}` }),
  change: ({ uuid }, phone_name) => ({ method: 'PUT', path: `${own}/${uuid}`, body: { phone_name } }),
  create: body => ({ method: 'POST', path: own, body }),
  page: z.object({ data: rows, total: z.number() }).transform(({ data, total }) => ({ rows: data, total })),
  single: wrapped,
}

export const remult: Side = {
  name: 'Remult',
  port: 4821,
  // Rows and total in one request, as its own client asks for a page of a paginator.
  list: page => ({
    method: 'POST',
    path: `/api/clients?__action=query&_limit=25&_page=${page}&_sort=name`,
    body: { aggregate: {} },
  }),
  one: ({ id }) => ({ method: 'GET', path: `/api/clients/${id}` }),
  change: ({ id }, phone_name) => ({ method: 'PUT', path: `/api/clients/${id}`, body: { phone_name } }),
  create: body => ({ method: 'POST', path: '/api/clients', body }),
  page: z
    .object({ items: rows, aggregates: z.object({ $count: z.number() }) })
    .transform(({ items, aggregates: { $count } }) => ({ rows: items, total: $count })),
  single: client,
}

const fields = `id uuid name fantasy_name: fantasyName document inscricao_estadual: inscricaoEstadual email phone_name: phoneName phone
  opening_data: openingData capital_social: capitalSocial tax_regime_id: taxRegimeId category_client_id: categoryClientId
  client_system_id: clientSystemId plan_id: planId empresa_responsavel_id: empresaResponsavelId active version
  created_at: createdAt updated_at: updatedAt`
const graphql = (query: string, variables: object): Call => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})

export const postgraphile: Side = {
  name: 'PostGraphile',
  port: 4822,
  list: page =>
    graphql(
      `query ($offset: Int!) { all: allClients(first: 25, offset: $offset, orderBy: NAME_ASC) { nodes { ${fields} } totalCount } }`,
      { offset: 25 * (page - 1) },
    ),
  one: ({ id }) => graphql(`query ($id: BigInt!) { one: clientById(id: $id) { ${fields} } }`, { id }),
  change: ({ id }, phoneName) =>
    graphql(
      `mutation ($id: BigInt!, $phoneName: String) { done: updateClientById(input: { id: $id, clientPatch: { phoneName: $phoneName } }) { client { ${fields} } } }`,
      { id, phoneName },
    ),
  create: draft =>
    graphql(
      `mutation ($name: String!, $document: String!) { done: createClient(input: { client: { name: $name, document: $document } }) { client { ${fields} } } }`,
      draft,
    ),
  page: z
    .object({ data: z.object({ all: z.object({ nodes: rows, totalCount: z.number() }) }) })
    .transform(({ data: { all } }) => ({ rows: all.nodes, total: all.totalCount })),
  single: z.object({ data: z.object({ one: client }) }).transform(({ data: { one } }) => one),
  isSound: body => !body.startsWith('{"errors"'),
}

export const feathers: Side = {
  name: 'Feathers',
  port: 4823,
  list: page => ({ method: 'GET', path: `/clients?$limit=25&$skip=${25 * (page - 1)}&$sort[name]=1` }),
  one: ({ id }) => ({ method: 'GET', path: `/clients/${id}` }),
  change: ({ id }, phone_name) => ({ method: 'PATCH', path: `/clients/${id}`, body: { phone_name } }),
  create: body => ({ method: 'POST', path: '/clients', body }),
  page: z.object({ data: rows, total: z.number() }).transform(({ data, total }) => ({ rows: data, total })),
  single: client,
}

const asked =
  'id,uuid,name,fantasy_name,document,inscricao_estadual,email,phone_name,phone,opening_data,capital_social,tax_regime_id,category_client_id,client_system_id,plan_id,empresa_responsavel_id,active,version,created_at,updated_at'

export const directus: Side = {
  name: 'Directus',
  port: 4824,
  list: page => ({
    method: 'GET',
    path: `/items/clients?limit=25&page=${page}&sort=name&meta=filter_count&fields=${asked}`,
  }),
  one: ({ id }) => ({ method: 'GET', path: `/items/clients/${id}?fields=${asked}` }),
  change: ({ id }, phone_name) => ({
    method: 'PATCH',
    path: `/items/clients/${id}?fields=${asked}`,
    body: { phone_name },
  }),
  create: body => ({ method: 'POST', path: `/items/clients?fields=${asked}`, body }),
  page: z
    .object({ data: rows, meta: z.object({ filter_count: z.coerce.number() }) })
    .transform(({ data, meta }) => ({ rows: data, total: meta.filter_count })),
  single: wrapped,
}
