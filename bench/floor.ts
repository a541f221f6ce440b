// The floor: `node:http` and `pg`, no framework, no checks; the statements of each route in their order, the last rows as JSON.
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { Pool } from 'pg'
import type { Statement } from '../test/support/statements.ts'

const routes: { method: string; path: string; statements: Statement[] }[] = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
  // A token's hash is bytes.
  (_name, value) => (value?.type === 'Buffer' ? Buffer.from(value.data) : value),
)
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

createServer((request, response) => {
  request.resume()
  const route = routes.find(({ method, path }) => method === request.method && path === request.url)
  if (route) void answer(route.statements, response)
  else response.end('{}')
}).listen(Number(process.env.PORT), '127.0.0.1')

async function answer(statements: readonly Statement[], response: ServerResponse) {
  const write = statements.some(({ text }) => text === 'begin')
  const client = write ? await pool.connect() : pool
  let rows: unknown[] = []
  for (const { text, values } of statements) {
    const result = await client.query(text, [...values])
    if (result.rows.length) rows = result.rows
  }
  if ('release' in client) client.release()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data: rows }))
}
