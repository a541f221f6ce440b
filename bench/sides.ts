// How each side does the same work, and where in its answers a client is.
import * as z from 'zod'
import { shapes, type ClientPage, type ClientRow, type Dress } from './answers.ts'
import relations from './peers/lists.json' with { type: 'json' }
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
  /** The table and the column of its history, where it is not the one of the bench. */
  readonly history?: readonly [table: string, row: string]
  readonly isSound?: (body: string) => boolean
}

export const inData = (card: z.ZodType<ClientRow>) => z.object({ data: card }).transform(({ data }) => data)
const path = '/api/v1/clients'
/** The twenty the peers answer, id and stamps aside; of what a reference points to, the name comes too. */
const columns =
  'name,fantasy_name,document,inscricao_estadual,email,phone_name,phone,opening_data,capital_social,tax_regime,category_client,client_system,plan,empresa_responsavel'
/** The tables that columns refer to, by the name of the column without its `_id`. */
export type References = Readonly<Record<string, string>>
const titles: ReadonlyMap<string, string> = new Map(Object.entries(relations.titles))
/** The column of a table that is its name. */
export const titleOf = (table: string) => titles.get(table) ?? 'name'

/** We answer the same to be compared with either dress. */
export function oursIn(dress: Dress): Side {
  const { row, card } = shapes[dress]
  const query = `per_page=25&sort=name&columns=${columns}`
  return {
    name: 'Outorga',
    port: 4820,
    list: page => ({ method: 'GET', path: `${path}?page=${page}&${query}` }),
    search: term => ({ method: 'GET', path: `${path}?search=${term}&${query}` }),
    one: ({ uuid }) => ({ method: 'GET', path: `${path}/${uuid}` }),
    change: ({ uuid }, phone_name) => ({ method: 'PUT', path: `${path}/${uuid}`, body: { phone_name } }),
    create: body => ({ method: 'POST', path, body }),
    page: z.object({ data: z.array(row), total: z.number() }).transform(({ data, total }) => ({ rows: data, total })),
    single: inData(card),
  }
}

const bareRemult: Side = {
  name: 'Remult',
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
  port: bareRemult.port,
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

export const remultIn = (dress: Dress) => (dress === 'bare' ? bareRemult : wholeRemult)

export function feathersIn(dress: Dress): Side {
  const { row, card } = shapes[dress]
  const query = '$limit=25&$sort[name]=1'
  return {
    name: 'Feathers',
    port: 4823,
    list: page => ({ method: 'GET', path: `/clients?${query}&$skip=${25 * (page - 1)}` }),
    search: term => ({ method: 'GET', path: `/clients?${query}&name[$ilike]=%25${term}%25` }),
    one: ({ id }) => ({ method: 'GET', path: `/clients/${id}` }),
    change: ({ id }, phone_name) => ({ method: 'PATCH', path: `/clients/${id}`, body: { phone_name } }),
    create: body => ({ method: 'POST', path: '/clients', body }),
    page: z.object({ data: z.array(row), total: z.number() }).transform(({ data, total }) => ({ rows: data, total })),
    single: card,
  }
}
