// Feathers 5 on Koa, as its own generator sets it up, with its adapter for Knex.
import { feathers } from '@feathersjs/feathers'
import { KnexService } from '@feathersjs/knex'
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa'
import knex from 'knex'
import { columns } from './columns.mjs'

const { DATABASE_URL, PORT, TOKEN } = process.env
const Model = knex({ client: 'pg', connection: DATABASE_URL, pool: { min: 0, max: 10 } })
const app = koa(feathers())
app.use(errorHandler())
app.use(async (asked, next) => {
  if (asked.path === '/healthz') asked.body = 'ok'
  else if (asked.headers.authorization === `Bearer ${TOKEN}`) await next()
  else asked.status = 401
})
app.use(bodyParser())
app.configure(rest())
app.use('clients', new KnexService({ Model, name: 'clients', id: 'id', paginate: { default: 25, max: 100 } }))
const only = asked => {
  asked.params.query = { ...asked.params.query, $select: columns }
}
app.service('clients').hooks({ before: { all: [only] } })
await app.listen(Number(PORT), '127.0.0.1')
