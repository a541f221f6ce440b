import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachHorizon } from '#test/support/horizon.ts'
import { openWorld, type World } from '#test/support/world.ts'

// The examples of docs/api are run as they are printed there.

/** Beside the packages that an example imports. */
const folder = mkdtempSync(resolve('node_modules/.outorga-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function exampleIn(page: string): Promise<Readonly<Record<string, unknown>>> {
  const [, code] = /```js\n([^]*?)```/.exec(readFileSync(resolve('docs/api', page), 'utf8')) ?? []
  if (code === undefined) throw new Error(`${page} has no example`)
  const path = join(folder, page.replace('.md', '.mjs'))
  writeFileSync(path, code)
  const exported: Readonly<Record<string, unknown>> = await import(path)
  return exported
}
type Receiver = (secret: string, onEvent: (event: unknown) => void) => Server
type Follow = (
  origin: string,
  token: string,
  since: string | undefined,
  onChange: (change: unknown) => void,
) => Promise<string>

let world: World
let server: Server
const events: unknown[] = []
const secrets = { current: '' }
beforeAll(async () => {
  const { receiver } = await exampleIn('webhooks.md')
  // The secret is known once the endpoint is made, and the endpoint once the port is.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page says it exports
  const make = receiver as Receiver
  const waiting = make('whsec_AAAA', () => {})
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
  server = make(secrets.current, event => void events.push(event)).listen(port, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await world?.close()
})

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

test('the program that stores a copy hears of every change, and goes on from where it stopped', async () => {
  const { follow } = await exampleIn('changes.md')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page says it exports
  const run = follow as Follow
  const origin = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const token = await world.enter('superAdmin', world.people.superAdmin)
  const found: unknown[] = []
  const since = await run(origin, token, undefined, change => void found.push(change))
  await rename('Seguido')
  await rename('Seguido outra vez')
  const next = await run(origin, token, since, change => void found.push(change))
  expect(found).toMatchObject([
    { resource: 'plans', action: 'update', fate: 'present' },
    { resource: 'plans', action: 'update', fate: 'present' },
  ])
  await run(origin, token, next, change => void found.push(change))
  expect(found).toHaveLength(2)
  await expect(run(origin, token, `${next.startsWith('A') ? 'B' : 'A'}${next.slice(1)}`, () => {})).rejects.toThrow(
    'begin',
  )
})
