import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { AnyOperation } from '#server/operation.ts'
import { wrongFor } from './support/drafts.ts'
import { openWorld, type World } from './support/world.ts'

// Whatever is sent, the answer is never a fault of ours. A failure prints the seed and the smallest request that shows it.

const runs = Number(process.env.FUZZ_RUNS ?? 30)
/** What the machine does alike for every resource, whatever its fields: it is asked a hundred times over already. */
const alike = new Set(['show', 'destroy', 'enable', 'disable', 'restaurar', 'historico', 'csv'])
const runsOf = ({ id }: AnyOperation) => (alike.has(id.split('.')[1] ?? '') ? Math.ceil(runs / 5) : runs)
const seed = Number(process.env.FUZZ_SEED ?? 20_260_301)

const nasty: readonly unknown[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '😀',
  'a'.repeat(300),
  'a'.repeat(60_000),
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%',
  '\\',
  '%00',
  '9'.repeat(400),
  'NaN',
  '-0',
  '1e309',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '294277-01-01',
  'infinity',
  '٣',
  '\u202e',
  '{}',
  '[]',
  0,
  -0,
  -1,
  1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  5e-324,
  -1e15,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { id: 1 },
  { id: {} },
  Array.from({ length: 1_200 }, () => 1),
  Array.from({ length: 1_200 }, () => ({})),
]
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
)
const texts = fc.oneof(
  fc.constantFrom(...nasty.filter(each => typeof each === 'string').map(each => each.slice(0, 2_000))),
  fc.string({ unit: 'grapheme' }),
)
/** Bodies no JSON library would write. */
const raw = fc.constantFrom(
  '',
  '{',
  '[]',
  'null',
  '1',
  '"',
  '{"a":1e999}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"a":1,"a":2}',
  `${'['.repeat(33)}${']'.repeat(33)}`,
  `${'{"a":'.repeat(32)}1${'}'.repeat(32)}`,
  `{"ids":[${'1,'.repeat(999)}1]}`,
  '{"ids":["00000000-0000-0000-0000-000000000000"]}',
  '\uFEFF{}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
)
const comparisons = fc.constantFrom('', '[gte]', '[lte]', '[in]', '[eq]', '[x]')
const headers = fc.record(
  {
    'if-match': fc.constantFrom('*', '"1"', 'W/"1"', '"999999999"', '"x"', '1, 2', '"99999999999999999999"'),
    'idempotency-key': fc.constantFrom('a', 'b', 'x'.repeat(200), 'x'.repeat(201), 'with space', '"', '%00'),
    'x-empresa': fc.constantFrom('todos', '1', '-1', '', 'NaN'),
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/csv',
      'multipart/form-data; boundary=x',
      'x',
    ),
    accept: fc.constantFrom('*/*', 'text/html', 'application/xml', ''),
  },
  { requiredKeys: [] },
)

const resourceOf = ({ id }: AnyOperation): AnyResource | undefined =>
  features.find(({ path }) => path === id.split('.')[0])

/** A request to one operation: right in most places, wrong in some. */
function requestTo(world: World, operation: AnyOperation) {
  const resource = resourceOf(operation)
  const known =
    resource &&
    [world.target(resource.path, 'A1'), world.target(resource.path, 'deleted')].flatMap(each =>
      each ? [String(each.id), each.uuid] : [],
    )
  const key = fc.oneof(
    fc.constantFrom(...(known?.length ? known : ['1']), '0', '-1', '999999999999999', '9999999999999999'),
    texts,
  )
  const fields = Object.keys(resource?.fields ?? {}).flatMap(name => [name, `${name}_id`])
  const name = fc.oneof(fc.constantFrom('id', 'created_at', 'name', ...fields), texts)
  const query = fc.array(
    fc.oneof(
      fc.tuple(fc.constantFrom('page', 'per_page', 'pagination', 'search', 'sort', 'active', 'model'), texts),
      fc.tuple(
        fc.tuple(name, comparisons).map(([field, how]) => `filter[${field}]${how}`),
        texts,
      ),
      fc.tuple(texts, texts),
    ),
    { maxLength: 3 },
  )
  const change = fc.dictionary(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom('ids', 'name', ...fields) }, texts),
    anything,
    { maxKeys: 3 },
  )
  const wrong = resource ? Object.values(resource.fields).flatMap(field => (field.writable ? wrongFor(field) : [])) : []
  const one = fc.record({ at: fc.nat(40), value: fc.constantFrom(...wrong, ...nasty) })
  const body = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(change, fc.option(one)).map(([changed, slip]) => ({ changed, slip })) },
    anything.map(value => ({ value })),
    raw.map(text => ({ text })),
  )
  return fc.record({ key, query, body, headers })
}

type Request = ReturnType<typeof requestTo> extends fc.Arbitrary<infer T> ? T : never

/** A whole draft with a few things put wrong in it, at the top or in a line. */
function bodyOf(world: World, operation: AnyOperation, { body }: Request): string {
  if ('text' in body) return body.text
  if ('value' in body) return JSON.stringify(body.value) ?? ''
  const resource = resourceOf(operation)
  const draft: Record<string, unknown> = structuredClone({
    ...(resource ? world.draft(resource, 'A1') : {}),
    ...body.changed,
  })
  const { slip } = body
  const line = Object.values(draft).find(
    value => Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null,
  )
  const into: unknown = slip && Array.isArray(line) && slip.at % 2 ? line[0] : draft
  if (slip && typeof into === 'object' && into !== null) {
    const names = Object.keys(into)
    Object.assign(into, { [names[slip.at % names.length] ?? 'name']: slip.value })
  }
  return JSON.stringify(draft)
}

describe('hostile requests', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  /** The one who may everything, whatever they did to themselves. */
  async function stand() {
    await sql`update users set active = true, deleted_at = null, redefinir_senha_apos_login = false, empresa_id = null, empresa_visualizacao_id = null
      where id = ${world.people.superAdmin}`.execute(world.db)
    await world.enter('superAdmin', world.people.superAdmin)
  }
  const ready = async () => {
    expect((await world.call('anonymous', 'GET', '/readyz')).status).toBe(200)
    expect((await world.call('superAdmin', 'GET', 'users/me')).status).toBe(200)
  }

  test('every operation answers them without a fault', async () => {
    const failures: string[] = []
    for (const operation of world.house.operations) {
      await stand()
      const send = async (request: Request) => {
        const url = operation.url.replace(/:\w+/, encodeURIComponent(request.key.toWellFormed()))
        const query = new URLSearchParams(
          // What is told as it happens would never end.
          [...request.query, ...(operation.id === 'events' ? [['seconds', '0'] as const] : [])].map(
            ([name, value]): [string, string] => [name, value],
          ),
        ).toString()
        const reply = await world.call('superAdmin', operation.method, `${url}?${query}`, {
          headers: request.headers,
          ...(operation.method !== 'GET' && { body: bodyOf(world, operation, request) }),
        })
        if (reply.status >= 500) throw new Error(`${reply.status} ${reply.text}`)
        if (reply.status >= 400 && typeof reply.body.request_id !== 'string')
          throw new Error(`an answer of another shape: ${reply.text}`)
      }
      const found = await fc.check(fc.asyncProperty(requestTo(world, operation), send), {
        seed,
        numRuns: runsOf(operation),
      })
      if (found.failed)
        failures.push(
          `${operation.id}: ${String(found.errorInstance)} ${fc.defaultReportMessage(found)?.slice(0, 2_000)}`,
        )
    }
    expect(failures).toEqual([])
    await stand()
    await ready()
  }, 600_000)

  const refused: readonly (readonly [string, string, number])[] = [
    ['JSON 33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`, 400],
    ['JSON of a hundred thousand levels', '['.repeat(100_000), 400],
    ['JSON that ends too soon', '{"name":', 400],
    ['a key that reaches for the prototype', '{"__proto__":{"is_admin":true}}', 400],
    ['the same key deep inside', '{"name":{"a":[{"__proto__":1}]}}', 400],
    ['the same key, its letters escaped', '{"__\\u0070roto__":{"is_admin":true}}', 400],
    ['more than a megabyte', JSON.stringify({ name: 'a'.repeat(1_048_576) }), 413],
    ['an object of 501 fields', `{${Array.from({ length: 501 }, (_, n) => `"a${n}":1`).join()}}`, 413],
    ['such an object deep inside', `[[{${Array.from({ length: 501 }, (_, n) => `"a${n}":1`).join()}}]]`, 413],
    ['fifty thousand lists in one', `[${'[],'.repeat(49_999)}[]]`, 413],
    ['two hundred thousand values', `[${'1,'.repeat(200_000)}1]`, 413],
    ['more closed than was opened', ']'.repeat(100_000), 400],
    ['an object of 500 fields', `{${Array.from({ length: 500 }, (_, n) => `"a${n}":1`).join()}}`, 422],
    ['signs of JSON within a text', JSON.stringify({ name: '{[:,"'.repeat(60_000) }), 422],
    ['a number beyond all numbers', '{"name":"a","description":1e999}', 422],
    ['JSON 32 levels deep', `${'['.repeat(32)}${']'.repeat(32)}`, 422],
  ]
  test.each(refused)('%s is refused', async (_name, body, status) => {
    const reply = await world.call('superAdmin', 'POST', 'plans', { body })
    expect([reply.status, reply.body.status]).toEqual([status, status])
  })

  test.each(['text/plain', 'text/html', 'application/xml', 'application/jsonx', 'multipart/form-data; boundary=a'])(
    '%s is not taken',
    async type => {
      const reply = await world.call('superAdmin', 'POST', 'plans', {
        body: '{"name":"a"}',
        headers: { 'content-type': type },
      })
      expect([reply.status, reply.body.code]).toEqual([415, 'media'])
    },
  )

  test('an address that is not one is refused in our words', async () => {
    for (const url of [
      '/api/v1/plans/%zz',
      '/api/v1/%',
      `/api/v1/plans/${'a'.repeat(500)}`,
      '/api/v1/nothing',
      '/api/v1/plans/1/2/3',
    ]) {
      const reply = await world.call('superAdmin', 'GET', url)
      expect([url, reply.status >= 400 && reply.status < 500, typeof reply.body.request_id]).toEqual([
        url,
        true,
        'string',
      ])
    }
  })
})
