import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn, longBodies, receiveJson } from '#server/body.ts'

const long = (name: string) => receiveJson(JSON.stringify({ name, text: 'a'.repeat(longBodies.characters) }))

test('of long bodies one is answered at a time, in their order; what fails holds up no other, and too many are refused', async () => {
  const order: number[] = []
  let [running, together] = [0, 0]
  // One is answered while the others wait.
  const taken = 1 + longBodies.waiting
  const requests = Array.from({ length: taken + 8 }, (_, n) => ({ n, body: long(String(n)) }))
  const outcomes = await Promise.allSettled(
    requests.map(request =>
      inTurn(request, async () => {
        together = Math.max(together, ++running)
        order.push(Number(Object(request.body).name))
        await setImmediate()
        running--
        if (request.n === 3) throw new Error('refused')
        return request.n
      }),
    ),
  )
  expect(together).toBe(1)
  expect(order).toEqual(Array.from({ length: taken }, (_, n) => n))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(taken - 1)
  const busy = { status: 'rejected', reason: expect.objectContaining({ status: 503 }) }
  expect(outcomes.slice(taken)).toEqual(Array.from({ length: 8 }, () => busy))
})

test('a short body waits for no long one', async () => {
  const slow = inTurn({ body: long('longa') }, () => setImmediate('longa'))
  await expect(inTurn({ body: receiveJson('{"name":"curta"}') }, async () => 'curta')).resolves.toBe('curta')
  await expect(slow).resolves.toBe('longa')
})
