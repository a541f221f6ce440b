// The floor: `node:http` and `pg`, no framework, no checks; the statements of each route in their order, the last rows as JSON.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Pool } from 'pg'
import type { Statement } from './statements.ts'

const routes: { method: string; path: string; statements: Statement[] }[] = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

createServer(async (request, response) => {
  for await (const _chunk of request);
  const route = routes.find(({ method, path }) => method === request.method && path === request.url)
  if (!route) return response.end('{}')
  const write = route.statements.some(({ text }) => text === 'begin')
  const client = write ? await pool.connect() : pool
  let rows: unknown[] = []
  for (const { text, values } of route.statements) {
    const result = await client.query(text, [...values])
    if (result.rows.length) rows = result.rows
  }
  if ('release' in client) client.release()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data: rows }))
}).listen(Number(process.env.PORT), '127.0.0.1')
