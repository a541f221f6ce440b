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
app.use(async (context, next) => {
  if (context.path === '/healthz') context.body = 'ok'
  else if (context.headers.authorization === `Bearer ${TOKEN}`) await next()
  else context.status = 401
})
app.use(bodyParser())
app.configure(rest())
app.use('clients', new KnexService({ Model, name: 'clients', id: 'id', paginate: { default: 25, max: 100 } }))
const onlyColumns = ({ params }) => {
  params.query = { ...params.query, $select: columns }
}
app.service('clients').hooks({ before: { all: [onlyColumns] } })
await app.listen(Number(PORT), '127.0.0.1')
