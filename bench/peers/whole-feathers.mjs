// Feathers 5 on Koa with what its documentation has for related rows: references by joins in the service's own query, lists by resolvers.
import { feathers } from '@feathersjs/feathers'
import { Forbidden, NotAuthenticated } from '@feathersjs/errors'
import { KnexService } from '@feathersjs/knex'
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa'
import { resolve, resolveResult, virtual } from '@feathersjs/schema'
import knex from 'knex'
import { columns } from './columns.mjs'
import relations from './lists.json' with { type: 'json' }
import { hashOf, sessionSql } from './session.mjs'

const { DATABASE_URL, PORT } = process.env
const Model = knex({ client: 'pg', connection: DATABASE_URL, pool: { min: 0, max: 10 } })

// Plain columns: PostgreSQL would build an object for every row before the page as well.
function join(query, from, references) {
  for (const [name, table] of Object.entries(references))
    query
      .leftJoin(`${table} as ${name}`, `${name}.id`, `${from}.${name}_id`)
      .select(`${name}.uuid as ${name}_uuid`, `${name}.${relations.titles[table] ?? 'name'} as ${name}_name`)
  return query
}
function nest(row, references) {
  for (const name in references) {
    const { [`${name}_id`]: id, [`${name}_uuid`]: uuid, [`${name}_name`]: title } = row
    row[name] = id === null ? null : { id, uuid, name: title }
    delete row[`${name}_uuid`]
    delete row[`${name}_name`]
  }
  return row
}

class Clients extends KnexService {
  createQuery(params) {
    const query = super.createQuery(params)
    // A change first selects the id alone.
    return params.query.$select?.includes('plan_id') ? join(query, 'clients', relations.references) : query
  }
}

const linesOf = ({ table, columns: own, references }) => {
  const keys = Object.keys(references).map(name => `${name}_id`)
  const selected = ['id', 'uuid', 'position', ...own, ...keys].map(name => `${table}.${name}`)
  return async ({ id }) => {
    const query = join(Model(table).select(selected), table, references)
    return (await query.where({ parent_id: id }).orderBy('position')).map(row => nest(row, references))
  }
}
const withLists = resolveResult(
  resolve(Object.fromEntries(Object.entries(relations.lists).map(([name, list]) => [name, virtual(linesOf(list))]))),
)

const narrow = ({ params }) => {
  const { companies } = params.user
  const visible = { $or: [{ empresa_responsavel_id: { $in: companies } }, { empresa_responsavel_id: null }] }
  params.query = { ...params.query, $select: columns, $and: [visible] }
}
const ownCompany = ({ data, params }) => {
  const { empresa_responsavel_id: company } = data
  if (company != null && !params.user.companies.includes(company)) throw new Forbidden()
}

const withReferences = ({ result }) => {
  for (const row of result.data ?? [result]) nest(row, relations.references)
}

const app = koa(feathers())
app.use(errorHandler())
app.use(async (context, next) => {
  if (context.path === '/healthz') return void (context.body = 'ok')
  const { rows } = await Model.raw(sessionSql.replace('$1', '?'), [hashOf(context.headers.authorization)])
  if (!rows.length) throw new NotAuthenticated()
  context.feathers = { ...context.feathers, user: rows[0] }
  await next()
})
app.use(bodyParser())
app.configure(rest())
app.use('clients', new Clients({ Model, name: 'clients', id: 'id', paginate: { default: 25, max: 100 } }))
app.service('clients').hooks({
  around: { get: [withLists], create: [withLists], patch: [withLists] },
  before: { all: [narrow], create: [ownCompany], patch: [ownCompany] },
  after: { all: [withReferences] },
})
await app.listen(Number(PORT), '127.0.0.1')
