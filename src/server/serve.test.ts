import * as z from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '#kernel/call.ts'
import { integer } from '#kernel/json.ts'
import { openapi } from '#kernel/openapi.ts'
import { openApp } from '#server/app.ts'
import { serve } from '#server/serve.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

/** A route that counts how often its schema is computed, and answers one field more than it declares. */
function countedRoute() {
  const computed = { times: 0 }
  const total = z.number().meta({
    get wire() {
      computed.times++
      return integer
    },
  })
  const declared = call.get('/totals', {
    id: 'totals.index',
    summary: 'Ver o total',
    of: 'none',
    access: 'public',
    answer: z.object({ total }),
  })
  const found = { total: 7, secret: 'undeclared' }
  return { computed, operation: serve(declared, async () => found) }
}

test('the schema of an answer is computed with the first answer, which has what it declares alone', async () => {
  const { computed, operation } = countedRoute()
  const app = await openApp({ ...world.house, operations: [operation] })
  await app.ready()
  expect(computed.times, 'a start computes no schema').toBe(0)
  const answers = [await app.inject('/api/v1/totals'), await app.inject('/api/v1/totals')]
  expect(answers.map(({ body }) => body)).toEqual(['{"total":7}', '{"total":7}'])
  const first = computed.times
  expect(first).toBeGreaterThan(0)
  openapi('Outorga', [operation])
  expect(computed.times, 'the document takes the schema that is there').toBe(first)
  await app.close()
})

test('the document computes the schema of an answer that was not sent yet', () => {
  const { computed, operation } = countedRoute()
  expect(computed.times).toBe(0)
  expect(JSON.stringify(openapi('Outorga', [operation]))).toContain('"properties":{"total":{"type":"integer"}}')
  expect(computed.times).toBeGreaterThan(0)
})
