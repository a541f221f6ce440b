import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { features } from '#features/index.ts'
import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { engines } from './support/databases.ts'
import { recording } from './support/statements.ts'
import { openWorld, type Method, type World } from './support/world.ts'

describe.each(engines)('statements per route, on %s', engine => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine)
  })
  afterAll(() => world.close())

  async function count(
    method: Method,
    url: string,
    body?: unknown,
    who: 'staffA' | 'adminA' = 'staffA',
  ): Promise<number> {
    const asked = recording(world.database.pool)
    const reply = await world.call(who, method, url, { body })
    const statements = asked.stop()
    if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.text}`)
    // What the queue of jobs asks now and then is nobody's request.
    return statements.filter(({ text }) => !/^(begin|commit|start transaction)|pgboss/.test(text)).length
  }

  const listed = features.filter(
    (each: AnyResource) =>
      verbsOf(each).includes('index') &&
      !['users', 'profiles', 'configurations', 'module-configurations', 'mails'].includes(each.path),
  )
  /** Once it is counted and whoever asks is known: what the queue of jobs writes meanwhile has a total counted again. */
  async function least(url: string): Promise<number> {
    const asked: number[] = []
    while (asked.length < 5) asked.push(await count('GET', url))
    return Math.min(...asked)
  }
  /** What a write asks of whoever is known; that may be forgotten meanwhile, for a job's write too. */
  async function known(
    who: 'staffA' | 'adminA',
    method: Method,
    url: string,
    body: (time: number) => unknown,
  ): Promise<number> {
    const client = world.target('clients', 'A1')?.uuid
    const asked: number[] = []
    while (asked.length < 3) {
      await vi.waitFor(async () => expect(await count('GET', `clients/${client}`, undefined, who)).toBe(1))
      asked.push(await count(method, url, body(asked.length), who))
    }
    return Math.min(...asked)
  }

  test.each(listed.map(({ path }) => path))('no list asks more than four, nor two once known: %s', async path => {
    expect(await count('GET', `${path}?per_page=1&sort=id`)).toBeLessThanOrEqual(4)
    expect(await least(`${path}?per_page=1&sort=id`)).toBeLessThanOrEqual(2)
  })

  test('the numbers we promise, of who is known', async () => {
    const client = world.target('clients', 'A1')?.uuid
    const collect = world.target('collects', 'A1')?.uuid
    expect({
      list: await least('clients?per_page=1'),
      one: await least(`clients/${client}`),
      'one with lines of lines': await least(`collects/${collect}`),
      update: await known('staffA', 'PUT', `clients/${client}`, time => ({ phone_name: `Pessoa ${time}` })),
      create: await known('adminA', 'POST', 'ticket-types', time => ({ name: `Elogio ${time}` })),
    }).toEqual({ list: 2, one: 1, 'one with lines of lines': 1, update: 3, create: 2 })
  })
})
