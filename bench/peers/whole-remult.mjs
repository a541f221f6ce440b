// Remult on Fastify with relations. Its own routes never answer the rows that a row refers to, so these are routes of Fastify's around its
// repositories, as its documentation has it for what a page needs in one request.
import fastify from 'fastify'
import pg from 'pg'
import { describeEntity, Fields, ForbiddenError, Relations, remult, repo, SqlDatabase } from 'remult'
import { PostgresDataProvider } from 'remult/postgres'
import { remultApi } from 'remult/remult-fastify'
import relations from './lists.json' with { type: 'json' }
import { hashOf, sessionSql } from './session.mjs'

const { DATABASE_URL, PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })

const kinds = {
  lat: Fields.number,
  lng: Fields.number,
  value: Fields.number,
  altitude: Fields.integer,
  in_ocean: Fields.boolean,
  main: Fields.boolean,
  show_for_client: Fields.boolean,
  active_anatel: Fields.boolean,
  types: Fields.json,
  categories: Fields.json,
  since: Fields.dateOnly,
}
const optional = { allowNull: true }
const fieldsOf = names => Object.fromEntries(names.map(name => [name, (kinds[name] ?? Fields.string)(optional)]))

const targets = new Map()
function targetOf(table) {
  if (!targets.has(table)) {
    const Target = class {}
    const title = Fields.string({ dbName: relations.titles[table] ?? 'name' })
    describeEntity(Target, table, { id: Fields.integer(), uuid: Fields.string(), name: title }, { allowApiCrud: false })
    targets.set(table, Target)
  }
  return targets.get(table)
}
const referencesOf = (references, defaultIncluded) =>
  Object.fromEntries(
    Object.entries(references).flatMap(([name, table]) => [
      [`${name}_id`, Fields.integer(optional)],
      [name, Relations.toOne(() => targetOf(table), { field: `${name}_id`, defaultIncluded })],
    ]),
  )
function lineOf({ table, columns, references }) {
  const Line = class {}
  const own = { id: Fields.integer(), uuid: Fields.string(), parent_id: Fields.integer(), position: Fields.integer() }
  const fields = { ...own, ...fieldsOf(columns), ...referencesOf(references, true) }
  describeEntity(Line, table, fields, { allowApiCrud: false })
  return Line
}
const lists = Object.entries(relations.lists).map(([name, list]) => [name, lineOf(list)])

class Client {}
const readOnly = { dbReadOnly: true }
const visible = () => ({
  $or: [{ empresa_responsavel_id: remult.user.companies }, { empresa_responsavel_id: null }],
})
describeEntity(
  Client,
  'clients',
  {
    id: Fields.autoIncrement(),
    uuid: Fields.string(readOnly),
    name: Fields.string({ required: true }),
    document: Fields.string({ required: true }),
    ...fieldsOf(['fantasy_name', 'inscricao_estadual', 'email', 'phone_name', 'phone']),
    opening_data: Fields.dateOnly(optional),
    capital_social: Fields.number(optional),
    active: Fields.boolean(readOnly),
    version: Fields.integer(readOnly),
    created_at: Fields.date(readOnly),
    updated_at: Fields.date(readOnly),
    ...referencesOf(relations.references, false),
    ...Object.fromEntries(
      lists.map(([name, Line]) => [
        name,
        Relations.toMany(() => Line, { field: 'parent_id', findOptions: { orderBy: { position: 'asc' } } }),
      ]),
    ),
  },
  {
    allowApiCrud: false,
    backendPrefilter: visible,
    saving({ empresa_responsavel_id: company }) {
      if (company != null && !remult.user.companies.includes(company)) throw new ForbiddenError()
    },
  },
)

const app = fastify()
const api = remultApi({
  entities: [Client, ...targets.values(), ...lists.map(([, Line]) => Line)],
  dataProvider: new SqlDatabase(new PostgresDataProvider(pool)),
  getUser: async ({ headers }) => (await pool.query(sessionSql, [hashOf(headers.authorization)])).rows[0],
  ensureSchema: false,
})
await app.register(api)

const inPage = Object.fromEntries(Object.keys(relations.references).map(name => [name, true]))
const inClient = { ...inPage, ...Object.fromEntries(lists.map(([name]) => [name, true])) }
const clients = repo(Client)
const whole = async id => clients.toJson(await clients.findId(id, { include: inClient, useCache: false }))

/** A route whose answer is made for a user; null is no such client. */
const route = (method, url, answer) =>
  app.route({
    method,
    url,
    handler: (request, reply) =>
      api.withRemult(request, async () => {
        if (!remult.user) return reply.code(401).send({})
        return (await answer(request)) ?? reply.code(404).send({})
      }),
  })

app.get('/healthz', () => 'ok')
route('GET', '/clients', async ({ query: { page = 1, search } }) => {
  const where = search ? { name: { $contains: search } } : {}
  const [items, total] = await Promise.all([
    clients.find({ where, orderBy: { name: 'asc' }, limit: 25, page: Number(page), include: inPage }),
    clients.count(where),
  ])
  return { items: clients.toJson(items), total }
})
route('GET', '/clients/:id', ({ params: { id } }) => whole(Number(id)))
route('PUT', '/clients/:id', async ({ params: { id }, body: { phone_name } }) => {
  const client = await clients.findId(Number(id), { include: inClient, useCache: false })
  return client && clients.toJson(await clients.save(Object.assign(client, { phone_name })))
})
route('POST', '/clients', async ({ body: { name, document } }) => whole((await clients.insert({ name, document })).id))
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
