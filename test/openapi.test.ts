import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { openWorld, type World } from './support/world.ts'

interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}
interface Described {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<Record<string, unknown>>
  readonly 'x-permission'?: string
}

let world: World
let document: Document
beforeAll(async () => {
  world = await openWorld('embedded')
  document = (await world.app.inject('/api/docs/json')).json<Document>()
})
afterAll(() => world?.close())

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      Object.assign({ path, method: method.toUpperCase() }, operation),
    ),
  )

test('the documentation opens without signing in', async () => {
  const page = await world.app.inject('/api/docs/')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
})

test('the document is OpenAPI 3.1 and holds every operation, under the name of its permission', () => {
  expect(document.openapi).toBe('3.1.0')
  const registry = world.house.operations.map(
    ({ id, method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')} ${id}`,
  )
  expect(
    described()
      .map(({ method, path, operationId }) => `${method} ${path} ${operationId}`)
      .toSorted(),
  ).toEqual(registry.toSorted())
  const guarded = world.house.operations.filter(({ access }) => access === 'permission').map(({ id }) => id)
  expect(
    described()
      .flatMap(each => each['x-permission'] ?? [])
      .toSorted(),
  ).toEqual(guarded.toSorted())
})

test('every parameter of an address and every answer is described', () => {
  for (const { path, parameters, responses } of described()) {
    const named = parameters.filter(each => each.in === 'path').map(({ name }) => name)
    expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(Object.keys(responses)).toContain('default')
    expect(Object.keys(responses).length).toBeGreaterThan(1)
  }
})

test('the API is the one that was reviewed: a change shows here', async () => {
  const lines = world.house.operations.map(({ method, url, id, access, rate, audit }) =>
    [method.padEnd(6), url, id, access, rate, audit ?? '-'].join('  '),
  )
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./operations.txt')
})

test('what is answered is what is described, and no more', async () => {
  const checked: string[] = []
  for (const { id, method, url, answers } of world.house.operations) {
    const [path = '', verb = ''] = id.split('.')
    const target = world.target(path, 'A1')
    if (method !== 'GET' || !['index', 'show'].includes(verb) || !target) continue
    const { body } = await world.call('superAdmin', 'GET', url.replace(':id', String(target.id)))
    const declared = answers[200]
    if (typeof declared !== 'object') throw new Error(`${id} answers no JSON`)
    const read = z.fromJSONSchema(sealed(declared)).safeParse(body)
    expect([id, read.error?.issues ?? []]).toEqual([id, []])
    checked.push(id)
  }
  expect(checked.length).toBeGreaterThan(40)
})

/** The same schema, accepting nothing it does not name. */
function sealed(schema: object): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...schema }
  if ('properties' in copy && !('additionalProperties' in copy)) copy.additionalProperties = false
  for (const [key, value] of Object.entries(copy))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) copy[key] = sealed(value)
  return copy
}
