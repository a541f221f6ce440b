import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { features } from '#features/index.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { recording } from './support/statements.ts'
import { openWorld, type Method, type World } from './support/world.ts'

describe('statements per route', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    // What background work reads meanwhile is no part of a request.
    await world.runner.stop()
  })
  afterAll(() => world.close())

  type Asked = readonly [method: Method, url: string, body?: unknown, who?: 'staffA' | 'adminA']
  async function asked(...[method, url, body, who = 'staffA']: Asked) {
    const recorded = recording(world.database.pool)
    const reply = await world.call(who, method, url, { body })
    const messages = recorded.messages()
    if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.text}`)
    return { messages, statements: recorded.stop() }
  }
  async function count(...given: Asked): Promise<number> {
    const [method] = given
    const { statements } = await asked(...given)
    // What the house asks now and then by itself is nobody's request, and what is read writes nothing.
    const others =
      method === 'GET'
        ? /^\s*(begin|commit|start transaction|update|insert|delete)|pgboss/
        : /^(begin|commit|start transaction)|pgboss/
    return statements.filter(({ text }) => !others.test(text)).length
  }

  const listed = features.filter(
    (each: AnyResource) =>
      verbsOf(each).includes('index') &&
      !['users', 'profiles', 'configurations', 'module-configurations', 'mails', 'handovers'].includes(each.path),
  )
  /** The fewest, once it is counted and whoever asks is known: a job's own write meanwhile has a total counted again, or a caller forgotten. */
  async function fewest(promised: number, ask: () => Promise<number>): Promise<number> {
    const until = Date.now() + 20_000
    let least = await ask()
    while (least > promised && Date.now() < until) least = Math.min(least, await ask())
    return least
  }

  test.each(listed.map(({ path }) => path))('no list asks more than four, nor two once known: %s', async path => {
    const url = `${path}?per_page=1&sort=id`
    const lists = () => count('GET', url, undefined, path === 'webhook-endpoints' ? 'adminA' : 'staffA')
    expect(await lists()).toBeLessThanOrEqual(4)
    expect(await fewest(2, lists)).toBeLessThanOrEqual(2)
  })

  test('the numbers we promise, of who is known', async () => {
    const client = `clients/${world.target('clients', 'A1')?.uuid}`
    const collect = `collects/${world.target('collects', 'A1')?.uuid}`
    let time = 0
    /** A write may make its own caller forgotten. */
    async function known(who: 'staffA' | 'adminA', method: Method, url: string, body: unknown): Promise<number> {
      await vi.waitFor(async () => expect(await count('GET', client, undefined, who)).toBe(1))
      return await count(method, url, body, who)
    }
    expect({
      list: await fewest(1, () => count('GET', 'clients?per_page=1')),
      one: await fewest(1, () => count('GET', client)),
      'one with lines of lines': await fewest(1, () => count('GET', collect)),
      update: await fewest(3, () => known('staffA', 'PUT', client, { phone_name: `Pessoa ${time++}` })),
      create: await fewest(2, () => known('adminA', 'POST', 'ticket-types', { name: `Elogio ${time++}` })),
    }).toEqual({ list: 1, one: 1, 'one with lines of lines': 1, update: 3, create: 2 })
  })

  test('the messages we promise, each there and back: a write goes with its begin, and the row it answers with its commit', async () => {
    const client = `clients/${world.target('clients', 'A1')?.uuid}`
    let time = 0
    const messages = async (...given: Asked) => (await asked(...given)).messages
    const phones = () => [{ responsible: `Pessoa ${time++}`, phone: '+5511912345678' }]
    expect({
      one: await fewest(1, () => messages('GET', client)),
      update: await fewest(2, () => messages('PUT', client, { phone_name: `Pessoa ${time++}` })),
      'update with lines, some of which the writer may not see': await fewest(3, () =>
        messages('PUT', client, { phones: phones() }),
      ),
      create: await fewest(1, () => messages('POST', 'ticket-types', { name: `Queixa ${time++}` }, 'adminA')),
    }).toEqual({ one: 1, update: 2, 'update with lines, some of which the writer may not see': 3, create: 1 })
  })
})
