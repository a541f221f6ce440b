import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import type { Fields } from '#kernel/field.ts'
import { keyOf, titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { lineOf, wrongFor, type Draft } from './support/drafts.ts'
import { dataOf, openWorld, rowsOf, type Reply, type Row, type World } from './support/world.ts'

// What every form of the product does, whatever it saves. Reading is in `battery.test.ts`.

const stored: readonly AnyResource[] = features.filter(each => verbsOf(each).includes('store'))
const writable = ({ fields }: { readonly fields: Fields }) =>
  Object.entries(fields).filter(([, field]) => field.writable)
/** The field whose text the tests write: the title, or what else there is. */
const wordsOf = (resource: AnyResource) =>
  writable(resource).find(
    ([, { kind, options }]) => kind === 'text' && !options.format && (options.max ?? 255) >= 60,
  )?.[0]
const linesOf = (resource: AnyResource) =>
  writable(resource).flatMap(([name, { options }]) => (options.shape ? [{ name, shape: options.shape }] : []))
const secret = ({ fields }: AnyResource, key: string) => fields[key]?.options.secret === true
/** The fields at fault; each is told why in Portuguese. */
function errorsOf({ body }: Reply): readonly string[] {
  const told = Object.values(body.errors ?? {}).flat()
  const foreign = told.find(message => /\b(invalid|expected|received|too|must|required)\b/i.test(message))
  if (foreign) throw new Error(`not in Portuguese: ${foreign}`)
  return Object.keys(body.errors ?? {})
}

/** The `i`-th wrong value of every field that has so many, and their keys. */
function wrongIn(fields: Fields, i: number): { readonly draft: Draft; readonly keys: readonly string[] } {
  const entries = writable({ fields }).flatMap(([name, field]): [string, unknown][] => {
    const values = wrongFor(field)
    return i < values.length ? [[keyOf(name, field), values[i]]] : []
  })
  return { draft: Object.fromEntries(entries), keys: entries.map(([key]) => key) }
}

const edges = (kind: 'money' | 'percent' | 'date'): readonly unknown[] =>
  ({
    money: [0, 0.1, 0.29, 1_234_567.89, 9_999_999_999_999.99],
    percent: [0, 0.01, 33.33, 99.99, 100],
    date: ['1900-01-01', '2024-02-29', '1999-12-31', '2199-12-31'],
  })[kind]

/** What tells of what happened: a day that has not come is refused. */
const told = new Set(['station-notes'])
/** Sections whose days are yet to come. */
const awaited = new Set(['tickets'])
const hasCome = (day: unknown) => Date.parse(String(day)) < Date.now()

/** What was sent, as it must come back: secrets never do, lines bring more than was sent. */
function expectKept(resource: AnyResource, row: Row, draft: Draft) {
  const sent = Object.fromEntries(Object.entries(draft).filter(([key]) => !secret(resource, key)))
  expect(row).toMatchObject(sent)
  expect(Object.keys(row).filter(key => secret(resource, key))).toEqual([])
}

describe('writes', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  const post = (path: string, body: unknown, headers = {}) => world.call('superAdmin', 'POST', path, { body, headers })
  const put = (path: string, body: unknown, headers = {}) => world.call('superAdmin', 'PUT', path, { body, headers })
  const get = (path: string) => world.call('superAdmin', 'GET', path)
  const remove = (path: string) => world.call('superAdmin', 'DELETE', path)
  const totalOf = async (path: string) => Number((await get(`${path}?per_page=1`)).body.total)

  describe.each(stored.map(each => [each.path, each] as const))('%s', (path, resource) => {
    const draft = () => world.draft(resource, 'A1')
    /** What a row is read by besides its uuid; of properties a number is their link's. */
    const numberOf = ({ id, uuid }: Pick<Row, 'id' | 'uuid'>) => (path === 'station-link-properties' ? uuid : id)
    const make = () => world.make(resource, 'A1')

    test('are for who signed in and may', async () => {
      expect((await world.call('anonymous', 'POST', path, { body: draft() })).status).toBe(401)
      expect((await world.call('withoutRoutes', 'POST', path, { body: draft() })).status).toBe(403)
    })

    test('are created and read back by id and by uuid, as they were sent', async () => {
      const body = draft()
      const created = await post(path, body)
      expect(created.status).toBe(201)
      expect(created.body).toMatchObject({ type: 'success', status: 201, message: expect.any(String) })
      const row = dataOf(created)
      expectKept(resource, row, body)
      expect(row).toMatchObject({
        active: true,
        deleted_at: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })
      const byId = await get(`${path}/${numberOf(row)}`)
      expect(byId.headers.etag).toBe(created.headers.etag)
      expect(dataOf(byId)).toEqual(row)
      expect(dataOf(await get(`${path}/${row.uuid.toUpperCase()}`))).toEqual(row)
      const listed = rowsOf(await get(`${path}?filter[id]=${row.id}`))
      expect(listed).toHaveLength(1)
      expect(row).toMatchObject({ ...listed[0] })
    })

    test('need every required field', async () => {
      for (const [name, field] of writable(resource)) {
        if (
          !field.required ||
          ['flag', 'words', 'metas', 'many'].includes(field.kind) ||
          field.options.default !== undefined
        )
          continue
        const key = keyOf(name, field)
        const { [key]: _left, ...without } = draft()
        for (const body of [
          without,
          { ...without, [key]: null },
          ...(field.kind === 'text' ? [{ ...without, [key]: '  ' }] : []),
        ]) {
          const reply = await post(path, body)
          expect([reply.status, errorsOf(reply)]).toEqual([422, [key]])
        }
      }
    })

    test('take no value of another type, and turn none into their own', async () => {
      for (let i = 0; i < 9; i++) {
        const own = wrongIn(resource.fields, i)
        const reply = await post(path, { ...draft(), ...own.draft })
        const named = new Set(errorsOf(reply).map(key => key.split('.')[0]))
        expect([i, own.keys.filter(key => !named.has(key))]).toEqual([i, []])
        for (const { name, shape } of linesOf(resource)) {
          const lines = wrongIn(shape, i)
          const said = await post(path, { ...draft(), [name]: [lines.draft] })
          const missing = lines.keys.filter(
            key => !errorsOf(said).some(each => each === `${name}.0.${key}` || each.startsWith(`${name}.0.${key}.`)),
          )
          expect([name, i, missing]).toEqual([name, i, []])
        }
      }
    })

    test('refuse what they do not declare, and name it', async () => {
      const computed = Object.entries(resource.fields)
        .filter(([, field]) => !field.writable)
        .map(([name, field]) => keyOf(name, field))
      for (const key of [
        'nothing',
        'id',
        'uuid',
        'active',
        'version',
        'created_at',
        'deleted_at',
        'constructor',
        ...computed,
      ]) {
        const reply = await post(path, { ...draft(), [key]: 1 })
        expect([key, reply.status, errorsOf(reply)]).toEqual([key, 422, [key]])
      }
      for (const { name } of linesOf(resource)) {
        const line = lineOf(resource.fields[name]?.options.shape ?? {}, world.material('A1'), 0)
        const reply = await post(path, { ...draft(), [name]: [{ ...line, nothing: 1 }] })
        expect([reply.status, errorsOf(reply)]).toEqual([422, [`${name}.0.nothing`]])
      }
      for (const body of [[], [draft()], 'text', 1, true]) {
        const reply = await post(path, JSON.stringify(body))
        expect([reply.status, errorsOf(reply)]).toEqual([422, ['']])
      }
    })

    test('are changed once per version, and not at all by the same again', async () => {
      const row = await make()
      const url = `${path}/${numberOf(row)}`
      const first = (await get(url)).headers.etag ?? ''
      const body = draft()
      const changed = await put(url, body, { 'if-match': first })
      expect(changed.status).toBe(200)
      expect(changed.headers.etag).not.toBe(first)
      expectKept(resource, dataOf(changed), body)

      const stale = await put(url, draft(), { 'if-match': first })
      expect(stale.status).toBe(412)
      expect(stale.body.data).toMatchObject({
        current: { id: row.id, [titleOf(resource)]: dataOf(changed)[titleOf(resource)] },
      })

      const { password: _, ...visible } = body
      const again = await put(url, visible, { 'if-match': changed.headers.etag ?? '' })
      expect([again.status, again.headers.etag]).toEqual([200, changed.headers.etag])
      expect(await world.auditsOf(again.headers['x-request-id'])).toEqual([])
      expect((await put(url, {})).headers.etag).toBe(changed.headers.etag)
      expect((await put(url, draft(), { 'if-match': '"x"' })).status).toBe(412)
    })

    test.runIf(verbsOf(resource).includes('disable'))(
      'are read-only while inactive, and turned all or none',
      async () => {
        const [one, other] = [await make(), await make()]
        expect((await put(`${path}/disable`, { ids: [one.id, 999_999_999] })).status).toBe(404)
        expect(dataOf(await get(`${path}/${numberOf(one)}`)).active).toBe(true)
        const off = await put(`${path}/disable`, { ids: [one.id, other.uuid] })
        expect(off.body.data).toEqual({ changed: 2 })
        expect(await world.auditsOf(off.headers['x-request-id'])).toEqual([`${path}.disable`, `${path}.disable`])
        expect((await put(`${path}/${one.id}`, draft())).status).toBe(409)
        expect((await remove(`${path}/${one.id}`)).status).toBe(409)
        expect(rowsOf(await get(`${path}?active=true&filter[id]=${one.id}`))).toEqual([])
        expect(rowsOf(await get(`${path}?active=false&filter[id]=${one.id}`))).toHaveLength(1)
        expect((await put(`${path}/enable`, { ids: [one.uuid, one.id, other.id] })).body.data).toEqual({ changed: 2 })
        expect((await put(`${path}/enable`, { ids: [one.id] })).body.data).toEqual({ changed: 0 })
        expect((await put(`${path}/${one.id}`, draft())).status).toBe(200)
        for (const ids of [[], ['x'], [0], [1.5], 'all', undefined]) {
          const reply = await put(`${path}/disable`, { ids })
          expect([ids, reply.status, errorsOf(reply)[0]?.split('.')[0]]).toEqual([ids, 422, 'ids'])
        }
      },
    )

    test('are gone once deleted', async () => {
      const row = await make()
      const before = await totalOf(path)
      expect((await remove(`${path}/${row.uuid}`)).status).toBe(200)
      expect((await get(`${path}/${numberOf(row)}`)).status).toBe(404)
      expect((await put(`${path}/${row.id}`, draft())).status).toBe(404)
      expect((await remove(`${path}/${row.id}`)).status).toBe(404)
      expect((await put(`${path}/enable`, { ids: [row.id] })).status).toBe(404)
      expect(rowsOf(await get(`${path}?filter[id]=${row.id}`))).toEqual([])
      expect(await totalOf(path)).toBe(before - 1)
    })

    test('are made once per key, and again after a failure', async () => {
      const [key, body, before] = [`key-${path}`, draft(), await totalOf(path)]
      const failed = await post(path, { ...body, nothing: 1 }, { 'idempotency-key': key })
      const first = await post(path, body, { 'idempotency-key': key })
      const again = await post(path, body, { 'idempotency-key': key })
      const other = await post(path, draft(), { 'idempotency-key': key })
      expect([failed.status, first.status, again.status, other.status]).toEqual([422, 201, 201, 422])
      expect(again.body).toEqual(first.body)
      expect(again.headers.etag).toBe(first.headers.etag)
      expect(again.headers['idempotency-replayed']).toBe('true')
      expect(errorsOf(other)).toEqual(['Idempotency-Key'])
      expect(await totalOf(path)).toBe(before + 1)
    })

    test('are made once by a double click', async () => {
      const [body, before] = [draft(), await totalOf(path)]
      const twice = await Promise.all([1, 2].map(() => post(path, body, { 'idempotency-key': `double-${path}` })))
      expect(twice.map(({ status }) => status)).toEqual([201, 201])
      expect(new Set(twice.map(reply => dataOf(reply).id)).size).toBe(1)
      expect(await totalOf(path)).toBe(before + 1)
    })

    test('are for the company their screen was drawn for', async () => {
      const body = draft()
      expect((await post(path, body, { 'x-empresa': String(world.companies.B) })).status).toBe(409)
      expect((await post(path, body, { 'x-empresa': 'todos' })).status).toBe(201)
    })

    test('keep texts as they are, four-byte letters too', async () => {
      const name = wordsOf(resource)
      if (!name) return
      for (const [sent, kept] of [
        ['😀 ação 漢字', '😀 ação 漢字'],
        ['  borda  ', 'borda'],
        ['cafe\u0301', 'café'],
      ] as const) {
        const made = await post(path, { ...draft(), [name]: sent })
        expect([made.status, dataOf(made)[name]]).toEqual([201, kept])
      }
    })

    test('keep numbers exact and days whole at their edges', async () => {
      // All of a kind at once: a day may not come before another, nor a discount pass what it is taken from.
      for (const kind of ['money', 'percent', 'date'] as const) {
        const fields = writable(resource).filter(([, field]) => field.kind === kind)
        const alike = fields.map(([name]) => name)
        const isPast = told.has(path) || fields.some(([, { options }]) => options.past)
        const values = edges(kind)
          .filter(value => !isPast || hasCome(value))
          .filter(value => !awaited.has(path) || !hasCome(value))
        for (const value of alike.length ? values : []) {
          const sent = Object.fromEntries(alike.map(name => [name, value]))
          expect(dataOf(await post(path, { ...draft(), ...sent }))).toMatchObject(sent)
        }
      }
    })

    test('are held by what refers to them', async () => {
      const target = world.target(path, 'A1')
      const row = dataOf(await get(`${path}/${target && numberOf(target)}`))
      for (const { to, id } of referencesIn(resource.fields, row)) {
        if (id === null) continue
        const reply = await remove(`${to}/${String(id)}`)
        // Cities and statuses are nobody's to delete, and people are as users: there is no such address.
        expect([to, id, reply.status]).toEqual([to, id, ['cities', 'statuses', 'people'].includes(to) ? 404 : 409])
      }
    })
  })
})

/** Every row this one points to, its lines' too. */
function referencesIn(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
): readonly { readonly to: string; readonly id: unknown }[] {
  return Object.entries(fields).flatMap(([name, { kind, writable: own, options }]) => {
    if (kind === 'ref' && own) return [{ to: options.to ?? '', id: row[`${name}_id`] }]
    const lines = row[name]
    // People who are deleted are taken off their clients.
    if (name === 'client_users') return []
    return Array.isArray(lines) && !options.mirrored
      ? lines.flatMap((line: Row) => referencesIn(options.shape ?? {}, line))
      : []
  })
}
