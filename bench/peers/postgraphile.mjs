// PostGraphile 4 on bare `node:http`, without what it has for development.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'

const { DATABASE_URL, PORT, TOKEN } = process.env
// Two other tables of ours would come to one name in GraphQL.
const onlyClients = builder =>
  builder.hook('build', build => {
    const { class: tables, procedure: procedures } = build.pgIntrospectionResultsByKind
    for (const table of tables) if (table.name !== 'clients') table.tags.omit = true
    for (const procedure of procedures) if (procedure.name !== 'search_clients') procedure.tags.omit = true
    return build
  })
const answer = postgraphile({ connectionString: DATABASE_URL, max: 10 }, ['public', 'bench'], {
  disableQueryLog: true,
  graphiql: false,
  retryOnInitFail: false,
  dynamicJson: true,
  appendPlugins: [onlyClients],
})

createServer((request, response) => {
  if (request.url === '/healthz') return response.end('ok')
  if (request.headers.authorization === `Bearer ${TOKEN}`) return answer(request, response)
  response.statusCode = 401
  response.end()
}).listen(Number(PORT), '127.0.0.1')
