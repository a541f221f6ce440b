// Feathers 5 on Koa with hooks and resolvers, as its documentation has it: a hook narrows, another adds what rows refer to, and resolvers
// add the lists of a client.
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

/** One query for each reference of all the rows. Joins take longer: PostgreSQL plans them anew, and joins the rows before a page as well. */
async function addReferences(rows, references) {
  await Promise.all(
    Object.entries(references).map(async ([name, table]) => {
      const ids = [...new Set(rows.map(row => row[`${name}_id`]))].filter(id => id !== null)
      const title = relations.titles[table] ?? 'name'
      const found = ids.length ? await Model(table).select('id', 'uuid', `${title} as name`).whereIn('id', ids) : []
      const targets = new Map(found.map(target => [target.id, target]))
      for (const row of rows) row[name] = targets.get(row[`${name}_id`]) ?? null
    }),
  )
  return rows
}

const linesOf = ({ table, columns: own, references }) => {
  const keys = Object.keys(references).map(name => `${name}_id`)
  const selected = ['id', 'uuid', 'position', ...own, ...keys].map(name => `${table}.${name}`)
  return async ({ id }) =>
    addReferences(await Model(table).select(selected).where({ parent_id: id }).orderBy('position'), references)
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

const complete = async ({ result }) => {
  await addReferences(result.data ?? [result], relations.references)
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
app.use('clients', new KnexService({ Model, name: 'clients', id: 'id', paginate: { default: 25, max: 100 } }))
app.service('clients').hooks({
  around: { get: [withLists], create: [withLists], patch: [withLists] },
  before: { all: [narrow], create: [ownCompany], patch: [ownCompany] },
  after: { all: [complete] },
})
await app.listen(Number(PORT), '127.0.0.1')
