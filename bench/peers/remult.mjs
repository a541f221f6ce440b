// Remult on Fastify, the quickest of the servers it runs on.
import fastify from 'fastify'
import { Allow, describeEntity, Fields } from 'remult'
import { createPostgresDataProvider } from 'remult/postgres'
import { remultApi } from 'remult/remult-fastify'

class Client {}
const { DATABASE_URL, PORT, TOKEN } = process.env
const whole = Object.fromEntries(
  ['tax_regime_id', 'category_client_id', 'client_system_id', 'plan_id', 'empresa_responsavel_id'].map(name => [
    name,
    Fields.integer({ allowNull: true }),
  ]),
)
const texts = Object.fromEntries(
  ['fantasy_name', 'inscricao_estadual', 'email', 'phone_name', 'phone'].map(name => [
    name,
    Fields.string({ allowNull: true }),
  ]),
)
// Left to PostgreSQL, as the other peers do.
const given = { allowApiUpdate: false, dbReadOnly: true }
describeEntity(
  Client,
  'clients',
  {
    id: Fields.autoIncrement(),
    uuid: Fields.string(given),
    name: Fields.string({ required: true }),
    document: Fields.string({ required: true }),
    ...texts,
    ...whole,
    opening_data: Fields.dateOnly({ allowNull: true }),
    capital_social: Fields.number({ allowNull: true }),
    active: Fields.boolean(given),
    version: Fields.integer(given),
    created_at: Fields.date(given),
    updated_at: Fields.date(given),
  },
  { allowApiCrud: Allow.authenticated },
)

const app = fastify()
app.get('/healthz', () => 'ok')
await app.register(
  remultApi({
    entities: [Client],
    dataProvider: createPostgresDataProvider({ configuration: { connectionString: DATABASE_URL, max: 10 } }),
    getUser: ({ headers }) => (headers.authorization === `Bearer ${TOKEN}` ? { id: '1' } : undefined),
    // The table is the product's.
    ensureSchema: false,
  }),
)
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
