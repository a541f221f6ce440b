// What Directus has to know to do the work that we do.
import { Client } from 'pg'
import described from './peers/lists.json' with { type: 'json' }
import { directusSchema } from './sides.ts'
import { peerTables } from './whole.ts'

const schema = directusSchema('whole')

/**
 * The lists of a client, written where its own screens write them: its API would drop the foreign keys of the product to create them anew.
 * Where a column refers to, it reads from the foreign key.
 */
export async function describeToDirectus(connectionString: string): Promise<void> {
  const database = new Client({ connectionString })
  await database.connect()
  try {
    await database.query(`insert into ${schema}.directus_collections (collection) select unnest($1::text[])`, [
      [...peerTables],
    ])
    for (const [list, { table }] of Object.entries(described.lists)) {
      const [many, field, position] =
        table === 'clients_fistels' ? ['fistels', 'client_id', null] : [table, 'parent_id', 'position']
      await database.query(
        `insert into ${schema}.directus_fields (collection, field, special, interface) values ('clients', $1, 'o2m', 'list-o2m')`,
        [list],
      )
      await database.query(
        `insert into ${schema}.directus_relations (many_collection, many_field, one_collection, one_field, sort_field) values ($1, $2, 'clients', $3, $4)`,
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
