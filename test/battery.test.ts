import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { pageVersions } from '#features/support/pages/pages.ts'
import type { Field } from '#kernel/field.ts'
import { keyOf, titleOf, verbsOf, type AnyResource, type Verb } from '#kernel/resource.ts'
import { foldText } from '#kernel/text.ts'
import { openWorld, rowsOf, type Row, type World } from './support/world.ts'

// What every list of the product does, whatever it lists. Writing is in `battery-writes.test.ts`.

const has = (verb: Verb) => (resource: AnyResource) => verbsOf(resource).includes(verb)
const listed: readonly AnyResource[] = features.filter(has('index'))
const stamps: Readonly<Record<string, Field>> = {
  id: { kind: 'integer', label: '', required: true, writable: false, options: {} },
  created_at: { kind: 'instant', label: '', required: true, writable: false, options: {} },
  updated_at: { kind: 'instant', label: '', required: true, writable: false, options: {} },
}
const columns = ({ fields }: AnyResource): readonly (readonly [string, Field])[] =>
  Object.entries({ ...fields, ...stamps }).filter(
    ([, { kind, options }]) => !['many', 'words', 'metas'].includes(kind) && !options.secret,
  )

/** What a row shows of a field: the name of a reference, the value of the rest. */
function shown(row: Row, name: string): unknown {
  const value = row[name]
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : value
}
const said = (row: Row | undefined, name: string) => {
  const value = row && shown(row, name)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
const collator = new Intl.Collator('pt-BR')
/** Below zero when `one` comes first, in the order of its kind. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other)
  return Number(one) - Number(other)
}

describe('lists', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    for (const resource of features.filter(has('store')))
      for (let i = 0; i < 3; i++) await world.make(resource, i === 0 ? 'B1' : 'A1')
    // Of what all companies have alike there is one, and nobody makes another by a call of its own.
    for (let i = 0; i < 3; i++) await world.make(pageVersions, 'A1')
  })
  afterAll(() => world?.close())

  const get = (path: string, query: Readonly<Record<string, string>> | string = '', who = 'superAdmin') =>
    world.call(who, 'GET', `${path}?${new URLSearchParams(query).toString()}`)
  /** Every row, or the first hundred of a list too long to walk through. */
  const everything = async (path: string, query: Readonly<Record<string, string>> = {}) =>
    rowsOf(await get(path, { ...(path === 'cities' ? { per_page: '100' } : { pagination: 'false' }), ...query }))

  describe.each(listed.map(each => [each.path, each] as const))('%s', (path, resource) => {
    test('are for who signed in and may', async () => {
      expect((await get(path, '', 'anonymous')).status).toBe(401)
      expect((await get(path, '', 'withoutRoutes')).status).toBe(403)
    })

    test('come in pages that neither overlap nor miss a row', async () => {
      const { body, ...reply } = await get(path, { sort: 'id', per_page: '2', page: '2' })
      const whole = await everything(path, { sort: 'id' })
      expect(whole.length).toBeGreaterThan(2)
      // A page is read by other statements than the whole list, and answers the same of each row.
      expect(rowsOf({ body, ...reply })).toEqual(whole.slice(2, 4))
      for (const row of rowsOf(await get(path))) expect(row).toEqual(whole.find(({ id }) => id === row.id))
      expect(body).toMatchObject({
        per_page: 2,
        current_page: 2,
        from: 3,
        to: Math.min(4, Number(body.total)),
        last_page: Math.ceil(Number(body.total) / 2),
      })
      const beyond = await get(path, { page: '9999' })
      expect(beyond.body).toMatchObject({ data: [], total: body.total, from: null, to: null, current_page: 9999 })
      const whole2 = await get(path, { pagination: 'false' })
      expect(whole2.body).toMatchObject({ total: body.total })
      expect(Object.keys(whole2.body).sort()).toEqual(['data', 'total'])
    })

    test('answer the columns asked for, each as the whole list has it', async () => {
      const { fields, list } = resource
      const asked = [...new Set([...list.columns, ...(list.besides ?? [])])]
      const whole = await everything(path, { sort: 'id' })
      const some = await everything(path, { sort: 'id', columns: asked.join(',') })
      const stamps = ['id', 'uuid', 'active', 'created_at', 'updated_at', 'deleted_at']
      const keys = [...stamps, ...asked.flatMap(name => (fields[name]?.kind === 'ref' ? [name, `${name}_id`] : [name]))]
      expect(some).toEqual(whole.map(row => Object.fromEntries(keys.map(key => [key, row[key]]))))
      expect(Object.keys(some[0] ?? {}).sort()).toEqual(keys.sort())
    })

    test('refuse what they do not know, and name it', async () => {
      const refused: readonly (readonly [string, string])[] = [
        ['per_page=0', 'per_page'],
        ['per_page=101', 'per_page'],
        ['per_page=dez', 'per_page'],
        ['page=0', 'page'],
        ['page=-1', 'page'],
        ['page=1.5', 'page'],
        ['page=1&page=2', 'page'],
        ['search=a&search=b', 'search'],
        ['search=%00', 'search'],
        ['pagination=no', 'pagination'],
        ['active=sim', 'active'],
        ['sort=nothing', 'sort'],
        ['sort=', 'sort'],
        ['sort=constructor', 'sort'],
        ['sort=__proto__', 'sort'],
        ['nothing=1', 'nothing'],
        ['columns=nothing', 'columns'],
        ['columns=constructor', 'columns'],
        ['columns=id&columns=id', 'columns'],
        ...Object.entries(resource.fields).flatMap(([name, { kind, options }]): [string, string][] =>
          options.secret || kind === 'many' || kind === 'metas' ? [[`columns=${name}`, 'columns']] : [],
        ),
        ['filter[nothing]=1', 'filter[nothing]'],
        ['filter[toString]=1', 'filter[toString]'],
        ['filter[id][nothing]=1', 'filter[id][nothing]'],
        ['filter[id]=1&filter[id]=2', 'filter[id]'],
        ['filter[id]=x', 'filter[id]'],
        ['filter[created_at][gte]=antes', 'filter[created_at][gte]'],
        ...columns(resource).flatMap(([name, { kind }]): [string, string][] =>
          kind === 'ref' ? [[`filter[${name}]=1`, `filter[${name}]`]] : [],
        ),
      ]
      for (const [query, name] of refused) {
        const { status, body } = await world.call('superAdmin', 'GET', `${path}?${query}`)
        expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, [name]])
      }
    })

    test('find by any part of what they search, whatever its accents and capitals', async () => {
      const rows = await everything(path)
      for (const name of resource.list.search ?? [titleOf(resource)]) {
        // Lines are in no list: whoever searches by them has a test of their own.
        if (resource.fields[name]?.kind === 'many') continue
        const row = rows.find(each => shown(each, name) !== null && shown(each, name) !== '')
        expect([name, row !== undefined]).toEqual([name, true])
        // A name made of several is found by each of them.
        const [value = ''] = said(row, name).split(/ (?:↔|·) /)
        const found = await everything(path, {
          search: foldText(value.replace(/<[^>]+>/g, ''))
            .slice(0, 60)
            .toUpperCase(),
        })
        expect(found.map(({ id }) => id)).toContain(row?.id)
      }
      expect((await get(path, { search: 'não há de ser encontrado %_' })).body).toMatchObject({ data: [], total: 0 })
    })

    test('sort by every column, both ways, with what is empty last', async () => {
      const wrong: string[] = []
      for (const [name] of columns(resource)) {
        const up = await everything(path, { sort: name })
        const values = up.map(row => shown(row, name)).filter(value => value !== null)
        if (values.some((value, i) => i > 0 && compare(values[i - 1], value) > 0)) wrong.push(`${name} is out of order`)
        if (up.slice(values.length).some(row => shown(row, name) !== null))
          wrong.push(`${name} has empty rows before others`)
        if (path === 'cities') continue
        const down = await everything(path, { sort: `-${name}` })
        const filled = (rows: readonly Row[]) => rows.filter(row => shown(row, name) !== null).map(({ id }) => id)
        if (filled(down).join() !== filled(up).toReversed().join()) wrong.push(`-${name} is not ${name} turned around`)
      }
      expect(wrong).toEqual([])
    })

    test('filter by every column', async () => {
      const wrong: string[] = []
      const rows = await everything(path)
      for (const [name, field] of columns(resource)) {
        const key = keyOf(name, field)
        const row = rows.find(each => said(each, key) !== '' && said(each, key).length < 200)
        if (!row) continue
        const check = async (test: string, value: string, holds: (each: Row) => boolean) => {
          const found = await everything(path, { [`filter[${key}]${test}`]: value })
          const whole = path === 'cities' || found.some(({ id }) => id === row.id)
          if (!whole || !found.every(holds))
            wrong.push(`${key}${test} ${value}: ${found.map(each => said(each, key)).join(', ')}`)
        }
        const value = said(row, key)
        await check('', value, each => said(each, key) === value)
        if (!['text', 'longtext', 'richtext'].includes(field.kind)) {
          await check('[gte]', value, each => compare(each[key], row[key]) >= 0)
          await check('[lte]', value, each => compare(each[key], row[key]) <= 0)
        }
        const others = rows
          .map(each => said(each, key))
          .filter(each => each !== '' && each !== value && !each.includes(','))
        const among = [value, ...others.slice(0, 1)]
        if (!value.includes(',')) await check('[in]', among.join(','), each => among.includes(said(each, key)))
      }
      expect(wrong).toEqual([])
    })

    test('become a spreadsheet that opens in Portuguese and runs nothing', async () => {
      const reply = await world.call('superAdmin', 'GET', `${path}/csv?${path === 'cities' ? 'filter[name]=Itu' : ''}`)
      expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(reply.headers['content-disposition']).toBe(`attachment; filename="${path}.csv"`)
      const text = reply.text.slice(reply.text.indexOf('\n') + 1)
      expect(text.startsWith('\uFEFFCódigo;')).toBe(true)
      expect(text.endsWith('\r\n')).toBe(true)
      expect(text).not.toMatch(/(^|[;\n]"?)[=+@]/)
    })
  })

  test('a formula in a name is text in the spreadsheet', async () => {
    const first = await world.call('superAdmin', 'POST', 'plans', {
      body: { name: '=HYPERLINK("http://mau.example")', description: '@SUM(1)' },
    })
    expect(first.status).toBe(201)
    const { text } = await world.call('superAdmin', 'GET', 'plans/csv')
    expect(text).toContain(`"'=HYPERLINK(""http://mau.example"")"`)
    expect(text).toContain(`;'@SUM(1);`)
  })
})
