import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { links } from '#features/support/useful-links/links.ts'
import { pageVersions } from '#features/support/pages/pages.ts'
import { dayAfter } from '#kernel/clock.ts'
import { tableOf, verbsOf, type AnyResource, type Verb } from '#kernel/resource.ts'
import { dataOf, openWorld, rowsOf, type World } from './support/world.ts'

// A day is a day in Brasília, in every filter of every moment and at every door. Every moment of every list is put on either side
// of a midnight there, between two months, where Greenwich has one and the same day.

const has = (verb: Verb) => (resource: AnyResource) => verbsOf(resource).includes(verb)
const listed: readonly AnyResource[] = features.filter(has('index'))
const ownMoments = ({ fields }: AnyResource) =>
  Object.entries(fields).flatMap(([name, { kind, options }]) => (kind === 'instant' && !options.secret ? [name] : []))
/** What every row has; of these the first of the filters is enough. */
const stamps = { created_at: true, updated_at: true }
const essential = 5

const moments = listed.flatMap(resource =>
  [...Object.keys(stamps), ...ownMoments(resource)].map(name => [resource.path, name, resource] as const),
)

const night = '2026-03-31T23:30:00-03:00'
const afterMidnight = '2026-04-01T00:30:00-03:00'
const lastOfDay = '2026-04-01T23:59:59.999999-03:00'

/** By query, which of the three rows are found: of the night, after the midnight, and at the last moment of that day. */
const asked: readonly (readonly [query: Readonly<Record<string, string>>, found: readonly number[]])[] = [
  [{ '': '2026-03-31' }, [0]],
  [{ '': '2026-04-01' }, [1, 2]],
  [{ '[gte]': '2026-04-01' }, [1, 2]],
  [{ '[lte]': '2026-03-31' }, [0]],
  [{ '[lte]': '2026-04-01' }, [0, 1, 2]],
  [{ '': '2026-04-02' }, []],
  [{ '[gte]': '2026-03-31' }, [0, 1, 2]],
  [{ '[gte]': '2026-04-02' }, []],
  [{ '[lte]': '2026-03-30' }, []],
  [{ '[gte]': '2026-03-01', '[lte]': '2026-03-31' }, [0]],
  [{ '[gte]': '2026-04-01', '[lte]': '2026-04-30' }, [1, 2]],
  [{ '[in]': '2026-03-31,2026-04-02' }, [0]],
  // A whole moment stays one.
  [{ '': '2026-04-01T02:30:00Z' }, [0]],
  [{ '[gte]': afterMidnight }, [1, 2]],
  [{ '[gte]': '2026-04-01T03:30:00.001Z' }, [2]],
  [{ '[lte]': afterMidnight }, [0, 1]],
  [{ '[gte]': night, '[lte]': '2026-03-31' }, [0]],
]

/** Where a moment that is reckoned has its source. */
const sources: Readonly<Record<string, (world: World, id: number, moment: string) => Promise<unknown>>> = {
  'links-importantes.failing_since': ({ db }, id, moment) =>
    sql`insert into link_checks (link_id, url, checked_at, said, failures, failing_since)
      select id, url, now(), '', 2, ${moment} from ${sql.table(tableOf(links))} where id = ${id}
      on conflict (link_id) do update set failures = 2, failing_since = excluded.failing_since, url = excluded.url`.execute(
      db,
    ),
  'pages.published_at': ({ db }, id, moment) =>
    sql`insert into page_versions (page_id, number, content, published_at)
      values (${id}, 1 + coalesce((select max(number) from page_versions where page_id = ${id}), 0), '', ${moment})`.execute(
      db,
    ),
}

describe('moments', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    for (const resource of features.filter(has('store')))
      for (let i = 0; i < 3; i++) await world.make(resource, i === 0 ? 'B1' : 'A1')
    for (let i = 0; i < 3; i++) await world.make(pageVersions, 'A1')
    // Any column is put on any day: which of them go together is for other tests.
    const { rows } = await sql<{ of: string; name: string }>`
      select conrelid::regclass::text as of, conname as name from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace`.execute(world.db)
    for (const { of, name } of rows) await sql.raw(`alter table ${of} drop constraint "${name}"`).execute(world.db)
  })
  afterAll(() => world?.close())

  /** The ids of three rows of a list, in the order of `night`, `afterMidnight` and `lastOfDay`. */
  async function placed(resource: AnyResource, name: string): Promise<readonly number[]> {
    const ids = rowsOf(await world.call('superAdmin', 'GET', `${resource.path}?sort=id&per_page=25`))
      .slice(0, 3)
      .map(({ id }) => id)
    expect([resource.path, ids.length]).toEqual([resource.path, 3])
    const source = sources[`${resource.path}.${name}`]
    for (const [at, moment] of [night, afterMidnight, lastOfDay].entries()) {
      const id = ids[at] ?? 0
      if (source) await source(world, id, moment)
      else
        await sql`update ${sql.table(tableOf(resource))} set ${sql.ref(name)} = ${moment} where id = ${id}`.execute(
          world.db,
        )
    }
    return ids
  }
  const queryOf = (name: string, compared: Readonly<Record<string, string>>, ids: readonly number[]) =>
    new URLSearchParams({
      'filter[id][in]': ids.join(),
      sort: 'id',
      ...Object.fromEntries(Object.entries(compared).map(([test, value]) => [`filter[${name}]${test}`, value])),
    }).toString()
  const codesIn = (sheet: string) =>
    sheet
      .slice(sheet.indexOf('\uFEFF'))
      .split('\r\n')
      .slice(1, -1)
      .map(line => Number(line.split(';')[0]))

  test('are in many lists', () => {
    expect(moments.length).toBeGreaterThan(100)
    expect(moments.filter(([, name]) => !(name in stamps)).length).toBeGreaterThan(25)
  })

  test.each(moments)(
    'of %s: %s is found by its day in Brasília, in the list, its count and its sheet',
    async (path, name, resource) => {
      const ids = await placed(resource, name)
      const found: unknown[] = []
      const expected: unknown[] = []
      for (const [compared, at] of name in stamps ? asked.slice(0, essential) : asked) {
        const query = queryOf(name, compared, ids)
        const list = await world.call('superAdmin', 'GET', `${path}?${query}&per_page=25`)
        const rows = rowsOf(list).map(({ id }) => id)
        const whole = rowsOf(await world.call('superAdmin', 'GET', `${path}?${query}&pagination=false`)).map(
          ({ id }) => id,
        )
        found.push([compared, rows, list.body.total, whole])
        const right = at.map(each => ids[each])
        expected.push([compared, right, right.length, right])
      }
      for (const [compared, at] of asked.slice(0, name in stamps ? 1 : 2)) {
        const query = queryOf(name, compared, ids)
        // What a view holds is the query of its list, which it gives back as it was.
        const search = `?${query}`
        const list = path.replaceAll('/', '-')
        const made = await world.call('superAdmin', 'POST', `users/me/listas/${list}/visoes`, {
          body: { name: `Do dia ${found.length} ${name}`, search },
        })
        const sheet = await world.call('superAdmin', 'GET', `${path}/csv?${query}`)
        found.push([Object(made.body).data.search, codesIn(sheet.text)])
        expected.push([search, at.map(each => ids[each])])
      }
      expect(found).toEqual(expected)
    },
  )

  test('are exported by their day, and every cell says it', async () => {
    const own = moments.filter(([, name]) => !(name in stamps))
    const wrong: unknown[] = []
    for (const [path, name, resource] of own) {
      const ids = await placed(resource, name)
      const query = queryOf(name, { '': '2026-03-31' }, ids)
      const body = { name, resource: path, format: 'csv', query: `${query}&columns=id,${name}` }
      const { uuid } = dataOf(await world.call('superAdmin', 'POST', 'exports', { body }))
      await world.runner.settled()
      const { text } = await world.call('superAdmin', 'GET', `exports/${uuid}/file`)
      const lines = text.slice(text.indexOf('\uFEFF')).split('\r\n').slice(1, -1)
      if (lines.join() !== `${ids[0]};31/03/2026 23:30`) wrong.push([path, name, lines])
    }
    expect(wrong).toEqual([])
  })

  test('are refused where they are half of one: neither a day nor a moment with its offset', async () => {
    for (const given of [
      '2026-04',
      '2026',
      '2026-04-01T10:00',
      '2026-04-01 10:00:00',
      '2026-02-30',
      '2026-04-01T25:00Z',
    ]) {
      const { status, body } = await world.call(
        'superAdmin',
        'GET',
        `clients?filter[created_at]=${encodeURIComponent(given)}`,
      )
      expect([given, status, Object.keys(body.errors ?? {})]).toEqual([given, 422, ['filter[created_at]']])
    }
  })

  test('of a day without midnight, and of one with an hour twice, are of their own day', async () => {
    const clients = features.find(({ path }) => path === 'clients')
    if (!clients) throw new Error('no clients')
    const ids = (await placed(clients, 'created_at')).slice(0, 2)
    const put = (at: number, moment: string) =>
      sql`update clients set created_at = ${moment} where id = ${ids[at]}`.execute(world.db)
    // The clock went on from 23:59:59 to 01:00 in 2018, and back from 23:59:59 to 23:00 in 2019.
    for (const [before, first] of [
      ['2018-11-04T02:59:59.999Z', '2018-11-04T03:00:00Z'],
      ['2019-02-17T02:59:59.999Z', '2019-02-17T03:00:00Z'],
    ] as const) {
      await put(0, before)
      await put(1, first)
      const day = first.slice(0, 10)
      for (const [of, id] of [
        [dayAfter(day, -1), ids[0]],
        [day, ids[1]],
      ] as const) {
        const reply = await world.call('superAdmin', 'GET', `clients?${queryOf('created_at', { '': of }, ids)}`)
        expect([of, rowsOf(reply).map(row => row.id)]).toEqual([of, [id]])
      }
    }
  })
})

/** What cuts a day where Greenwich does: the day of the database's session, or the first ten letters of a moment. */
const cuts =
  /\bcurrent_date\b|_(?:at|until|since)\??\.slice\(0, (?:7|10)\)|\bat\.slice\(0, (?:7|10)\)|new Date\(\)\.toISOString\(\)\.slice/i
const read = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|matrix)\./.test(entry.name))
    .map(entry => `${entry.parentPath}/${entry.name}`)

test('no day is cut in Greenwich', () => {
  for (const planted of [
    'where due < current_date',
    'showDate(data.at.slice(0, 10))',
    'row.created_at.slice(0, 7)',
    'certificate?.valid_until.slice(0, 10)',
    'new Date().toISOString().slice(0, 10)',
  ])
    expect([planted, cuts.test(planted)]).toEqual([planted, true])
  const sources = read('src').filter(path => !path.includes('/demo/'))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter(path => cuts.test(readFileSync(path, 'utf8')))).toEqual([])
})
