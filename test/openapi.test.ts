import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { problemJson } from '#kernel/json.ts'
import { openWorld, type World } from './support/world.ts'

interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Readonly<Record<string, unknown>>
}
interface Described {
  readonly operationId: string
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, unknown>> }>
  >
  readonly 'x-permission'?: string
}

let world: World
let document: Document
beforeAll(async () => {
  world = await openWorld()
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
    const named = inFull(parameters).flatMap(each => (each.in === 'path' ? [each.name] : []))
    expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(Object.keys(responses)).toContain('default')
    expect(Object.keys(responses).length).toBeGreaterThan(1)
  }
})

/** Parameters told once and pointed to, as themselves. */
const inFull = (parameters: Described['parameters']): readonly Parameter[] =>
  parameters.map(each =>
    '$ref' in each ? (document.components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? fail(each.$ref)) : each,
  )
function fail(what: string): never {
  throw new Error(`${what} is not in the document`)
}
const called = (id: string) => described().find(each => each.operationId === id) ?? fail(id)
const queryOf = (id: string) => inFull(called(id).parameters).flatMap(each => (each.in === 'query' ? [each.name] : []))

test('each operation is asked by what it takes: a list by its own fields, another by its own words', () => {
  expect(queryOf('statuses.index')).toEqual(['model'])
  expect(queryOf('clients.csv')).toEqual(expect.arrayContaining(['format', 'columns', 'page', 'filter[plan_id][in]']))
  expect(queryOf('tags.index')).toEqual(expect.arrayContaining(['per_page', 'sort', 'filter[name]', 'filter[id][gte]']))
  expect(queryOf('tags.index').filter(name => name.includes('document'))).toEqual([])
  expect(queryOf('tags.show')).toEqual([])
  expect(queryOf('imports.enviar')).toContain('name')
})

test('every word of a list that the document offers is taken, and no other', async () => {
  for (const path of ['tags', 'clients', 'collects', 'bills-to-receive'])
    for (const { name, schema } of inFull(called(`${path}.index`).parameters).filter(each => each.in === 'query')) {
      const value = name === 'sort' || name === 'columns' ? 'id' : sample(schema)
      const reply = await world.call('superAdmin', 'GET', `${path}?${encodeURIComponent(name)}=${value}`)
      expect([path, name, reply.status, reply.text.slice(-300)]).toEqual([path, name, 200, expect.anything()])
    }
  expect((await world.call('superAdmin', 'GET', 'tags?filter[document]=1')).status).toBe(422)
})
/** Something that fits a parameter. */
function sample({
  type,
  enum: choices,
  examples,
  default: usual,
  description = '',
}: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(examples)) return String(examples[0])
  if (Array.isArray(choices)) return String(choices[0])
  if (usual !== undefined) return String(usual)
  if (type === 'integer' || type === 'number') return '1'
  if (type === 'boolean') return 'true'
  return String(description).includes('AAAA') || String(description).includes('8601') ? '2026-01-31' : '1'
}

test('shapes have names, and every pointer leads somewhere', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['clients', 'clients.listed', 'clients.store', 'problem']),
  )
  const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
  expect(pointers.length).toBeGreaterThan(1_000)
  const components: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { ...document.components }
  expect(pointers.filter(([, kind = '', name = '']) => !components[kind]?.[name])).toEqual([])
})

test('refusals, headers, media types and limits are told', () => {
  const update = called('clients.update')
  expect(Object.keys(update.responses)).toEqual(
    expect.arrayContaining(['401', '403', '404', '409', '412', '422', '429', '503']),
  )
  expect(inFull(update.parameters).map(({ name }) => name)).toEqual(['id', 'If-Match', 'X-Empresa'])
  expect(inFull(called('clients.store').parameters).map(({ name }) => name)).toContain('Idempotency-Key')
  expect(called('clients.show').responses['200']?.headers).toHaveProperty('ETag')
  expect(Object.keys(called('auth.token').requestBody?.content ?? {})).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
  ])
  expect(Object.keys(called('collects.upload').requestBody?.content ?? {})).not.toContain('application/json')
  expect(document.components.schemas['bills-to-receive.store']).toMatchObject({
    properties: { value: { type: 'number', minimum: 0, maximum: 9_999_999_999_999.99 } },
  })
  const files = described().filter(({ operationId }) => /arquivo|\.file$|\.pdf$|\.csv$|modelo/.test(operationId))
  const vague = files.filter(({ responses }) => 'application/octet-stream' in (responses['200']?.content ?? {}))
  // What somebody sent goes out as it came, whatever it is.
  expect(vague.map(({ operationId }) => operationId)).toEqual([])
  expect(document.tags.find(({ name }) => name === 'clients')?.description).toBe('Todos os clientes')
})

test('what may be longer than its limit by the document may be so by the server, and no longer', () => {
  for (const each of world.house.operations.filter(({ id }) => id.endsWith('.store') && id !== 'users.store')) {
    const { shape = {} }: { shape?: Readonly<Record<string, z.ZodType>> } = Object(each.body)
    for (const [name, check] of Object.entries(shape)) {
      const told: { type?: unknown; maxLength?: number; description?: string } = z.toJSONSchema(check, {
        io: 'input',
        unrepresentable: 'any',
      })
      if (told.type !== 'string' || told.description || !told.maxLength) continue
      expect([each.id, name, check.safeParse('a'.repeat(told.maxLength)).success]).toEqual([each.id, name, true])
      expect([each.id, name, check.safeParse('a'.repeat(told.maxLength + 1)).success]).toEqual([each.id, name, false])
    }
  }
})

test('a choice left empty is null, and its shape says so', async () => {
  const name = { nome_fantasia: 'Sem regime', representante_primeiro_nome: 'Ana' }
  const made = await world.call('superAdmin', 'POST', 'empresas', { body: name })
  expect(made.body.data).toMatchObject({ regime: null })
  const listed = JSON.stringify(document.components.schemas['empresas.listed'])
  expect(listed).toMatch(/"regime":\{[^}]*"enum":\[[^\]]*null\]/)
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
    const { 200: answered } = answers
    const declared = typeof answered === 'function' ? answered() : answered
    if (typeof declared !== 'object') throw new Error(`${id} answers no JSON`)
    const read = z.fromJSONSchema(sealed(declared)).safeParse(body)
    expect([id, read.error?.issues ?? []]).toEqual([id, []])
    checked.push(id)
  }
  expect(checked.length).toBeGreaterThan(40)
})

test('a refusal is what is described, with the row that has a value already', async () => {
  const client = world.draft(world.house.catalog.at('clients'), 'A1')
  const [made, again] = [await post(client), await post(client)]
  expect([made.status, again.status]).toEqual([201, 422])
  expect(z.fromJSONSchema(sealed(problemJson)).safeParse(again.body).error?.issues ?? []).toEqual([])
  expect(document.components.schemas.holder).toMatchObject({ required: ['path', 'uuid', 'name'] })
  expect(Object.keys(Object(again.body.holder))).toEqual(['path', 'uuid', 'name'])
})
const post = (body: unknown) => world.call('superAdmin', 'POST', 'clients', { body })

/** The same schema, accepting nothing it does not name. */
function sealed(schema: object): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...schema }
  if ('properties' in copy && !('additionalProperties' in copy)) copy.additionalProperties = false
  for (const [key, value] of Object.entries(copy))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) copy[key] = sealed(value)
  return copy
}
