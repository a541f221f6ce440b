// PostGraphile 4 on bare `node:http`, with a role of its own, row level security by a setting of the request, and the relations it generates.
import { createServer } from 'node:http'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import relations from './lists.json' with { type: 'json' }
import { hashOf, sessionSql } from './session.mjs'

const { DATABASE_URL, PORT } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })

const lists = Object.values(relations.lists)
// One list is a view, of which PostGraphile would know no relation; its table, fistels, has one.
const tables = new Set([
  'clients',
  'fistels',
  ...Object.values(relations.references),
  ...lists.flatMap(({ table, references }) => [table, ...Object.values(references)]),
])
const onlyClients = builder =>
  builder.hook('build', build => {
    const { class: classes, procedure: procedures } = build.pgIntrospectionResultsByKind
    for (const table of classes) {
      if (!tables.has(table.name)) table.tags.omit = true
      else if (table.name !== 'clients') table.tags.omit = 'all,create,update,delete'
    }
    for (const procedure of procedures) if (procedure.name !== 'search_own_clients') procedure.tags.omit = true
    return build
  })
const answer = postgraphile(pool, ['public', 'bench'], {
  disableQueryLog: true,
  graphiql: false,
  retryOnInitFail: false,
  dynamicJson: true,
  simpleCollections: 'both',
  appendPlugins: [onlyClients],
  pgSettings: ({ user }) => ({ role: 'bench_graphql', 'bench.user_id': String(user.id) }),
})

createServer(async (request, response) => {
  if (request.url === '/healthz') return response.end('ok')
  const { rows } = await pool.query(sessionSql, [hashOf(request.headers.authorization)])
  // A client may be gone by now, and the body of the request with it.
  if (request.destroyed) return
  request.user = rows[0]
  if (request.user) return answer(request, response)
  response.statusCode = 401
  response.end()
}).listen(Number(PORT), '127.0.0.1')
