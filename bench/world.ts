import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readConfig } from '#settings.server.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { openHouse } from '../src/house.server.ts'
import type { Statement } from '../test/support/statements.ts'

/** Clients of two companies with every reference set; answers the uuid of one of them. */
export async function fill({ kysely }: Database, clients: number): Promise<string> {
  await sql`insert into empresas (nome_fantasia) values ('Norte'), ('Sul')`.execute(kysely)
  await sql`
    insert into clients (name, fantasy_name, document, email, tax_regime_id, category_client_id, client_system_id, plan_id, empresa_responsavel_id)
    select 'Provedor ' || md5(n::text) || ' Telecom Ltda', 'Fibra ' || n, lpad(n::text, 14, '0'), 'contato' || n || '@provedor.test',
      1 + n % 3, 1 + n % 4, 1 + n % 9, 1 + n % 3, (select min(id) from empresas) + n % 2
    from generate_series(1, ${clients}::int) n`.execute(kysely)
  await sql`
    insert into clients_phones (parent_id, position, responsible, phone)
    select id, 0, 'Financeiro', '+5511912345678' from clients`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
  const { rows } = await sql<{
    uuid: string
  }>`select uuid from clients order by id offset ${Math.floor(clients / 2)} limit 1`.execute(kysely)
  return rows[0]?.uuid ?? ''
}

/**
 * What the product is measured with: its data in this folder, and its rows at this address. Without one it runs its own server in the
 * folder, whatever DATABASE_URL the surroundings have: an empty setting counts as unset.
 */
export const settingsOf = (folder: string, url = '') => ({
  DATABASE_URL: url,
  OUTORGA_DATA_DIR: folder,
  OUTORGA_DEMO: '0',
  LOG_LEVEL: 'error',
  REQUESTS_PER_MINUTE: '100000000',
  ADMIN_EMAIL: 'bench@outorga.test',
  ADMIN_PASSWORD: 'medida-de-vazao-1',
})

export async function signIn(app: FastifyInstance, { ADMIN_EMAIL, ADMIN_PASSWORD }: Config): Promise<string> {
  const page = await app.inject({ url: '/config.json' })
  const { client_id, client_secret } = page.json<{ client_id: string; client_secret: string }>()
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: { grant_type: 'password', client_id, client_secret, username: ADMIN_EMAIL, password: ADMIN_PASSWORD },
  })
  return answer.json<{ access_token: string }>().access_token
}

/** Fills a database, and answers what filling it did and a token that asks it. */
export async function furnished<T>(env: Readonly<Record<string, string>>, furnish: (database: Database) => Promise<T>) {
  const config = readConfig(env)
  // Filling takes longer than a statement of a request may.
  const database = await openDatabase(config, { statementMs: 600_000 })
  const { app } = await openHouse(config, database)
  const filled = await furnish(database)
  const token = await signIn(app, config)
  await app.close()
  await database.close()
  return { filled, token }
}

/** The indexes PostgreSQL says it reads for what a route asks of the clients: '; by clients_by_name'. */
export async function indexesOf({ pool }: Database, statements: readonly Statement[]): Promise<string> {
  const used = new Set<string>()
  for (const { text, values } of statements.filter(each => /from clients t /.test(each.text))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
    for (const row of rows) {
      const [, index, table] =
        /(?:Index(?: Only)? Scan.* using|Bitmap Index Scan on) (\w+)|Seq Scan on (clients)\b/.exec(row['QUERY PLAN']) ??
        []
      if (index?.startsWith('clients')) used.add(index)
      if (table) used.add('the whole table')
    }
  }
  return used.size ? `; by ${[...used].join(', ')}` : ''
}
