import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { callsAlone } from '../scripts/contracts.ts'

/**
 * Calls whose contract is not in an `api.ts` yet. Each count only falls: whoever moves a call to the `api.ts` of its room
 * lowers it here.
 */
const left = [
  ['routes declared beside their handler', /\boperation[<(]/g, 3],
  ['calls whose answer is typed by hand', /\bapi\.(?:get|read|post|put|delete)</g, 0],
  ['cache keys written by hand', /\bqueryKey:/g, 0],
] as const

const folder = join(import.meta.dirname, '../src/features')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(path => /(?<!\.(?:test|matrix))\.tsx?$/.test(path))
  .map(path => readFileSync(join(folder, path), 'utf8'))

test.each(left)('%s', (_name, pattern, count) => {
  expect(sources.flatMap(source => source.match(pattern) ?? [])).toHaveLength(count)
})

test('a browser gets of a contract its calls alone', () => {
  const code = `import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { pending } from '#features/x/x/schema.ts'
const kept = z.object({ pending })
export const readPending = call.get('/clients/:id/pending', { id: "clients.pending", of: clients, answer: dataShape(kept) })`
  expect(callsAlone(code, parseSync('api.ts', code).program.body).split('\n')).toEqual([
    `import { call } from '#kernel/call.ts'`,
    `import { clients } from '#features/clients/clients/clients.ts'`,
    `export const readPending = call.get('/clients/:id/pending', { id: "clients.pending", of: clients })`,
  ])
})
