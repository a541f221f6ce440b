import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksIn, openExamples } from '#test/support/examples.ts'
import { reachHorizon } from '#test/support/horizon.ts'
import { openWorld, type World } from '#test/support/world.ts'

// The examples of docs/api about what leaves, run as they are printed there. Those of its other pages are in test/api-pages.test.ts.

const { run: example } = openExamples()
let world: World
let server: Server
const events: unknown[] = []
const secrets = { current: '' }
beforeAll(async () => {
  // The secret is known once the endpoint is made, and the endpoint once the port is.
  const waiting = await receiver('whsec_AAAA', () => {})
  server = waiting.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  const { port } = server.address() as AddressInfo
  world = await openWorld({
    env: { SECRETS_KEY: randomBytes(32).toString('base64'), WEBHOOK_HOSTS: `127.0.0.1:${port}` },
    fittings: { pace: { pollMs: 3_600_000 } },
  })
  const body = { name: 'Exemplo', url: `http://127.0.0.1:${port}/`, types: ['plans.*'] }
  const { uuid } = Object(Object((await world.call('superAdmin', 'POST', 'webhook-endpoints', { body })).body).data)
  const reply = await world.call('superAdmin', 'PUT', `webhook-endpoints/${uuid}/segredo`)
  secrets.current = String(Object(Object(reply.body).data).secret)
  waiting.close()
  server = (await receiver(secrets.current, event => void events.push(event))).listen(port, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await world?.close()
})

async function receiver(secret: string, onEvent: (event: unknown) => void) {
  const made = await example('webhooks', 'receiver', secret, onEvent)
  if (!(made instanceof Server)) throw new Error('the example is no server')
  return made
}

async function rename(name: string) {
  await world.call('superAdmin', 'PUT', `plans/${world.target('plans', 'A1')?.uuid}`, { body: { name } })
  await reachHorizon(world.db)
}

test('the receiver takes what Outorga signed, once, and nothing else', async () => {
  await rename('Do exemplo')
  await world.runner.settled()
  expect(events).toMatchObject([{ type: 'plans.update', api: 'v1', data: { name: 'Do exemplo' } }])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  const { port } = server.address() as AddressInfo
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
  expect(forged.status).toBe(401)
  expect(events).toHaveLength(1)
})

test('a message has what the printed one has', () => {
  const printed: unknown = JSON.parse(blocksIn('webhooks', 'json')[0] ?? '')
  expect(Object.keys(Object(events[0]))).toEqual(Object.keys(Object(printed)))
  expect(Object.keys(Object(events[0]).data)).toEqual(expect.arrayContaining(['id', 'uuid', 'active']))
})

test('the program that stores a copy hears of every change, and goes on from where it stopped', async () => {
  const origin = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const token = await world.enter('superAdmin', world.people.superAdmin)
  const found: unknown[] = []
  const follow = async (since?: string) =>
    String(await example('changes', 'follow', origin, token, since, (change: unknown) => void found.push(change)))
  const since = await follow()
  await rename('Seguido')
  await rename('Seguido outra vez')
  const next = await follow(since)
  expect(found).toMatchObject([
    { resource: 'plans', action: 'update', fate: 'present' },
    { resource: 'plans', action: 'update', fate: 'present' },
  ])
  await follow(next)
  expect(found).toHaveLength(2)
  await expect(follow(`${next.startsWith('A') ? 'B' : 'A'}${next.slice(1)}`)).rejects.toThrow('begin')
})
