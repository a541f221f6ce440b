import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { tableOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { brief } from '../scripts/exceptions.ts'
import { engines } from './support/databases.ts'
import { recording } from './support/statements.ts'
import { openWorld, type World } from './support/world.ts'

// No list reads a long table from end to end to show a page: not as it opens, not searched, not of one client, whoever asks. The plans
// say so, over tables that are long, and no clock is looked at. A total is another thing: it is counted, once for as long as nothing changes.

/** So many rows are long. */
const long = 10_000
const resources: readonly AnyResource[] = features
const lists = resources.filter(each => verbsOf(each).includes('index') && !each.fields.slug && !(each.path in brief))

interface ColumnFacts {
  readonly name: string
  readonly type: string
  readonly unique: boolean
  /** The table it points to. */
  readonly to: string | null
}

describe.runIf(engines.includes('postgres'))('how lists are read', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld('postgres')
    await sql`set statement_timeout = 0`.execute(world.db)
    for (const table of new Set(lists.map(tableOf))) await lengthen(table)
    await sql`vacuum analyze`.execute(world.db)
  }, 180_000)
  afterAll(() => world.close())

  /** Copies one row of a table, apart wherever rows must be, until it is long. */
  async function lengthen(table: string) {
    const { rows: columns } = await sql<ColumnFacts>`
      select a.attname as name, format_type(a.atttypid, null) as type,
        exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)
          or i.indrelid = a.attrelid and i.indisunique and pg_get_indexdef(i.indexrelid) like '%(' || a.attname || ')%') as unique,
        (select k.confrelid::regclass::text from pg_constraint k where k.contype = 'f' and k.conrelid = a.attrelid and k.conkey = array[a.attnum]) as to
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attname not in ('id', 'uuid')`.execute(world.db)
    const said = columns.map(({ name, type, unique, to }) => {
      const own = sql.ref(`t.${name}`)
      if (to)
        return sql`(case when ${own} is null then null else coalesce((select id from ${sql.table(to)} where id > 0 offset n % least(97, (select count(*) from ${sql.table(to)})) limit 1), ${own}) end)`
      if (name === 'created_at' || name === 'updated_at') return sql`now() - n * interval '1 minute'`
      if (type === 'date') return sql`${own} + (n % 900)`
      if (type === 'text' && (name === 'document' || name === 'fistel' || name === 'cnpj'))
        return sql`lpad(n::text, length(${own}), '0')`
      if (type === 'text' && (unique || /name|content|title|subject|number|protocol/.test(name)))
        return sql`md5(n::text) || ${own}`
      if (name === 'month') return sql`1 + n / 97 % 12`
      // One a month, or one a year.
      if (name === 'year' && columns.some(each => each.name === 'month')) return sql`2001 + n / 1164`
      if (unique && /int/.test(type)) return sql`3000 + n`
      return own
    })
    const names = sql.join(columns.map(({ name }) => sql.ref(name)))
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${sql.join(said)} from (select * from ${sql.table(table)} where deleted_at is null order by id limit 1) t,
        generate_series(1, ${long + 500}::integer) n`.execute(world.db)
  }

  /** How PostgreSQL reads it; what is searched for, where it has another way than from end to end, however cheap that is. */
  async function planOf(text: string, values: readonly unknown[]) {
    const client = await world.database.pool.connect()
    try {
      await client.query(
        `begin; set local enable_seqscan = ${isPick(text) && text.includes(' union all ') ? 'off' : 'on'}`,
      )
      const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        [...values],
      )
      await client.query('rollback')
      return rows[0]?.['QUERY PLAN'][0].Plan
    } finally {
      client.release()
    }
  }

  /** What a list asks of long tables that is read from end to end: none. */
  async function readWhole(who: 'superAdmin' | 'staffA', url: string) {
    const asked = recording(world.database.pool)
    const reply = await world.call(who, 'GET', url)
    const statements = asked.stop().filter(({ text }) => text.startsWith('select t.id'))
    if (reply.status !== 200) throw new Error(`${url}: ${reply.text}`)
    if (!statements.length) throw new Error(`${url}: no statement of its own was seen`)
    const found = new Set<string>()
    for (const { text, values } of statements)
      for (const each of readWholeBy(await planOf(text, values), isPick(text))) found.add(each)
    const { rows: sizes } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and reltuples > ${long}`.execute(world.db)
    const longOnes = new Set(sizes.map(({ name }) => name))
    if (longOnes.size < 15) throw new Error('the tables are not long')
    return [...found].filter(table => longOnes.has(table))
  }

  const paths = lists.map(({ path }) => path)
  const searches = ['zzqx', '1234567']

  test('a list that has no index is found out', async () => {
    expect(await readWhole('superAdmin', 'clients?sort=email')).toEqual(['clients'])
  })

  test.each(paths)('%s, as it opens and as it is searched', async path => {
    for (const who of readersOf(path)) expect([who, await readWhole(who, path)]).toEqual([who, []])
    for (const word of searches)
      expect([word, await readWhole('superAdmin', `${path}?search=${word}`)]).toEqual([word, []])
  })

  type Reader = Parameters<typeof readWhole>[0]
  // Only whoever works for all companies has the letters and the people.
  const readersOf = (path: string): readonly Reader[] =>
    ['mails', 'users', 'handovers'].includes(path) ? ['superAdmin'] : ['superAdmin', 'staffA']
  const ofClients = lists.filter(({ fields }) => fields.client?.options.to === 'clients').map(({ path }) => path)
  test.each(ofClients)('%s of one client', async path => {
    const client = world.target('clients', 'A1')?.id
    expect(await readWhole('superAdmin', `${path}?filter[client_id]=${client}`)).toEqual([])
  })
})

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}
/** What takes all it is given before it gives anything. */
const whole: ReadonlySet<string> = new Set(['Sort', 'Hash', 'Aggregate', 'Materialize', 'Unique'])

/** The rows of a page are picked by one statement and completed by another, from their keys. */
const isPick = (text: string) => !text.startsWith('select t.id, t.uuid')

/** The tables of which every row is read: by no index or, to pick rows, through all of one, looked at one by one. */
function readWholeBy(node: PlanNode | undefined, picks: boolean, under = false): readonly string[] {
  if (!node) return []
  const type = node['Node Type']
  const below = under || whole.has(type)
  const isAll = picks && below && /^Index (Only )?Scan$/.test(type) && !node['Index Cond'] && node.Filter
  return [
    ...((type === 'Seq Scan' || isAll) && node['Relation Name'] ? [node['Relation Name']] : []),
    ...(node.Plans ?? []).flatMap(each => readWholeBy(each, picks, below)),
  ]
}
