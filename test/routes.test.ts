import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type Method, type World } from './support/world.ts'

// The product's addresses, as its specification lists them: none is missing.

interface Routes {
  readonly api: {
    readonly generic: { readonly resources: readonly string[]; readonly calls: readonly (readonly [Method, string])[] }
    readonly named: readonly { readonly method: Method; readonly path: string }[]
  }
}
const read = (text: string): Routes => JSON.parse(text)
const { api } = read(readFileSync(new URL('data/routes.json', import.meta.url), 'utf8'))
const someone = '11111111-2222-4333-8444-555555555555'

/** Rows of these are made by uploads and jobs: they are neither inserted nor changed by hand. */
const made = new Set(['imports', 'integration-queues'])
const byHand = new Set(['POST {route}', 'PUT {route}/{id}'])
/** A bill is a fact of the accounts: it is cancelled, and no switch hides it. */
const withoutSwitch = new Set(['bills-to-receive PUT {route}/disable'])

/** Named calls whose section is still to come. */
const waiting: readonly string[] = []

describe('the API', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  test.each(api.generic.resources)('%s answers the generic calls', async resource => {
    const list = await world.call('superAdmin', 'GET', `${resource}?page=1`)
    expect(list.status).toBe(200)
    expect(list.body).toMatchObject({ current_page: 1, per_page: 25 })
    expect(await world.call('superAdmin', 'GET', `${resource}?page=nada`)).toMatchObject({ status: 422 })
    for (const [method, call] of api.generic.calls.slice(1)) {
      const url = call.replace('{route}', resource).replace('{id}', someone)
      const { status } = await world.call('superAdmin', method, url, method === 'GET' ? {} : { body: {} })
      const expected =
        made.has(resource) && byHand.has(`${method} ${call}`)
          ? [405]
          : method === 'GET' || url.includes(someone) || withoutSwitch.has(`${resource} ${method} ${call}`)
            ? [404]
            : [422]
      expect(expected, `${method} ${url} answered ${status}`).toContain(status)
    }
  })

  test('the named calls that are not answered yet are these, and no other', async () => {
    const missing: string[] = []
    for (const { method, path } of api.named) {
      const url = path.replace(/\{\w+\}/g, '7')
      const { body, status } = await world.call('superAdmin', method, url, method === 'GET' ? {} : { body: {} })
      if (status === 404 && body.message === 'Endereço não encontrado.') missing.push(`${method} ${path}`)
      if (status === 405) missing.push(`${method} ${path}`)
    }
    expect(missing).toEqual(waiting)
  })
})
