// How Directus does what is measured, and what it has to know to do the work that we do.
import { Client } from 'pg'
import * as z from 'zod'
import { shapes, type Dress } from './answers.ts'
import relations from './peers/lists.json' with { type: 'json' }
import { inData, titleOf, type References, type Side } from './sides.ts'
import { peerTables } from './whole.ts'

const { references, lists } = relations
const plainColumns =
  'id,uuid,name,fantasy_name,document,inscricao_estadual,email,phone_name,phone,opening_data,capital_social,active,version,created_at,updated_at'
const fieldsOf = (all: References, before = '') =>
  Object.entries(all).flatMap(([name, table]) =>
    ['id', 'uuid', titleOf(table)].map(field => `${before}${name}_id.${field}`),
  )
const ids = Object.keys(references)
  .map(name => `${name}_id`)
  .join()
const inPage = `${plainColumns},${fieldsOf(references).join()}`
const inCard = [
  inPage,
  ...Object.entries(lists).flatMap(([list, { columns, references: targets }]) => [
    ...['id', 'uuid', ...columns].map(field => `${list}.${field}`),
    ...fieldsOf(targets, `${list}.`),
  ]),
].join()

const anyRow = z.record(z.string(), z.unknown())
const anyTarget = anyRow.nullable()
/** Directus answers the row that a column refers to in the place of its number. */
function withReferences(row: unknown, all: References): Record<string, unknown> {
  const columns = anyRow.parse(row)
  const pairs = Object.entries(all).flatMap(([name, table]) => {
    const to = anyTarget.parse(columns[`${name}_id`])
    return [
      [`${name}_id`, to?.id ?? null],
      [name, to && { id: to.id, uuid: to.uuid, name: to[titleOf(table)] }],
    ]
  })
  return { ...columns, ...Object.fromEntries(pairs) }
}
const withLists = (client: unknown) => {
  const row = withReferences(client, references)
  const lines = Object.entries(lists).flatMap(([list, { references: targets }]) => {
    const all = z.array(z.unknown()).optional().parse(row[list])
    return all ? [[list, all.map(line => withReferences(line, targets))]] : []
  })
  return { ...row, ...Object.fromEntries(lines) }
}

/** The schema of its own tables. */
export const directusSchema = 'directus'

export function directusIn(dress: Dress): Side {
  const { row, card } =
    dress === 'bare'
      ? shapes.bare
      : { row: z.preprocess(withLists, shapes.whole.row), card: z.preprocess(withLists, shapes.whole.card) }
  const page = `limit=25&sort=name&meta=filter_count&fields=${dress === 'bare' ? `${plainColumns},${ids}` : inPage}`
  const one =
    dress === 'bare'
      ? `fields=${plainColumns},${ids}`
      : `fields=${inCard}&deep[fistels][_filter][deleted_at][_null]=true`
  return {
    name: 'Directus',
    port: 4824,
    list: number => ({ method: 'GET', path: `/items/clients?${page}&page=${number}` }),
    search: term => ({ method: 'GET', path: `/items/clients?${page}&filter[name][_icontains]=${term}` }),
    one: ({ id }) => ({ method: 'GET', path: `/items/clients/${id}?${one}` }),
    change: ({ id }, phone_name) => ({ method: 'PATCH', path: `/items/clients/${id}?${one}`, body: { phone_name } }),
    create: body => ({ method: 'POST', path: `/items/clients?${one}`, body }),
    page: z
      .object({ data: z.array(row), meta: z.object({ filter_count: z.coerce.number() }) })
      .transform(({ data, meta }) => ({ rows: data, total: meta.filter_count })),
    single: inData(card),
    // It writes revisions without a trigger.
    history: [`${directusSchema}.directus_revisions`, 'data'],
  }
}

/**
 * The lists of a client, in the tables where its own screens write them: its API would drop the foreign keys of the product and create
 * them anew. It reads the references from those keys.
 */
export async function describeToDirectus(connectionString: string): Promise<void> {
  const database = new Client({ connectionString })
  await database.connect()
  try {
    await database.query(`insert into ${directusSchema}.directus_collections (collection) select unnest($1::text[])`, [
      [...peerTables],
    ])
    for (const [list, { table }] of Object.entries(lists)) {
      const [many, field, position] =
        table === 'clients_fistels' ? ['fistels', 'client_id', null] : [table, 'parent_id', 'position']
      await database.query(
        `insert into ${directusSchema}.directus_fields (collection, field, special, interface) values ('clients', $1, 'o2m', 'list-o2m')`,
        [list],
      )
      await database.query(
        `insert into ${directusSchema}.directus_relations (many_collection, many_field, one_collection, one_field, sort_field) values ($1, $2, 'clients', $3, $4)`,
        [many, field, list, position],
      )
    }
  } finally {
    await database.end()
  }
}

interface Access {
  /** The token of its administrator, who gives the other to a user. */
  readonly admin: string
  readonly token: string
  readonly database: string
}

/** A user who sees and changes the clients of their companies, and reads what clients refer to. */
export async function letIntoDirectus(port: number, { admin, token, database }: Access): Promise<void> {
  const companies = await companiesOf(database)
  const own = {
    _or: [{ empresa_responsavel_id: { _null: true } }, { empresa_responsavel_id: { _in: companies } }],
  }
  const permissions = [
    { collection: 'clients', action: 'read', fields: ['*'], permissions: own },
    { collection: 'clients', action: 'update', fields: ['*'], permissions: own, validation: own },
    { collection: 'clients', action: 'create', fields: ['*'], validation: own },
    ...[...peerTables]
      .filter(table => table !== 'clients')
      .map(collection => ({ collection, action: 'read', fields: ['*'], permissions: {} })),
  ]
  const policy = { name: 'Equipe', admin_access: false, app_access: false, permissions }
  const user = {
    email: 'equipe@example.com',
    password: 'medida-de-vazao-1',
    token,
    role: { name: 'Equipe', policies: [{ policy }] },
  }
  const answer = await fetch(`http://127.0.0.1:${port}/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(user),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function companiesOf(connectionString: string): Promise<readonly number[]> {
  const database = new Client({ connectionString })
  await database.connect()
  try {
    const { rows } = await database.query<{ id: string }>('select company_id as id from bench.user_companies')
    return rows.map(({ id }) => Number(id))
  } finally {
    await database.end()
  }
}
