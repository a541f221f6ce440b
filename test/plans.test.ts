import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import type { Field } from '#kernel/field.ts'
import { keyOf, tableOf, titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { hadOrders } from '#server/rows/page.ts'
import { brief, unordered } from '../scripts/exceptions.ts'
import { recording } from './support/statements.ts'
import { openWorld, type World } from './support/world.ts'

// No list reads a long table from end to end to show a page: not as it opens, not searched, not of one client, whoever asks; and not in
// any order it has at any length, either way, on its first page and its last, nor narrowed by what it points to. The plans say so, over
// tables that are long, and no clock is looked at. A total is another thing: it is counted, once for as long as none of its tables changes.

/** So many rows are long. */
const long = 10_000
const resources: readonly AnyResource[] = features
const lists = resources.filter(each => verbsOf(each).includes('index') && !each.fields.slug && !(each.path in brief))

/** Flags that are not by turns: a rule of the table binds them to something else. */
const stood: Readonly<Record<string, readonly string[]>> = {}

interface ColumnFacts {
  readonly name: string
  readonly type: string
  readonly unique: boolean
  /** The table it points to. */
  readonly to: string | null
}

describe('how lists are read', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
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
      // By turns, that both values are many.
      if (type === 'boolean' && !['active', 'prospect', ...(stood[table] ?? [])].includes(name)) return sql`n % 2 = 0`
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

  /** How PostgreSQL reads it; what is searched for or narrowed, where it has another way than from end to end, however cheap that is. */
  async function planOf(text: string, values: readonly unknown[], picks: boolean) {
    const client = await world.database.pool.connect()
    try {
      await client.query(
        `begin; set local enable_seqscan = ${picks && / union all |array\(select|limit 1001\)/.test(text) ? 'off' : 'on'}`,
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
    const statements = asked.stop().filter(({ text }) => /^(with picked |select (t\.id|json_agg\(t\.id\)))/.test(text))
    if (reply.status !== 200) throw new Error(`${url}: ${reply.text}`)
    if (!statements.length) throw new Error(`${url}: no statement of its own was seen`)
    const { rows: sizes } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind in ('r', 'i') and reltuples > ${long}`.execute(world.db)
    const longOnes = new Set(sizes.map(({ name }) => name))
    if (longOnes.size < 15) throw new Error('the tables are not long')
    const found = new Set<string>()
    for (const { text, values } of statements)
      for (const picks of isBoth(text) ? [true, false] : [isPick(text)]) {
        const plan = await planOf(text, values, picks)
        const part = isBoth(text) ? partOf(plan, picks) : plan
        for (const each of readWholeBy(part, picks, longOnes)) found.add(each)
      }
    return [...found].filter(table => longOnes.has(table))
  }

  const paths = lists.map(({ path }) => path)
  const searches = ['zzqx', '1234567', 'zzqx+zzqy', 'fibra+zzqx']

  test('a list that has no index is found out', async () => {
    expect(await readWhole('superAdmin', 'clients?sort=email')).toEqual(['clients'])
  })

  test.each(paths)('%s, in each order it has at any length, on its first page and its last', async path => {
    const found: Record<string, readonly string[]> = {}
    for (const order of ordersOf(path))
      for (const page of [1, Math.ceil(long / 25)]) {
        const whole = await readWhole('superAdmin', `${path}?per_page=25&sort=${order}&page=${page}`)
        if (whole.length) found[`${order} ${page}`] = whole
      }
    expect(found).toEqual({})
  })

  test.each(paths)('%s, narrowed by what it points to', async path => {
    const found: Record<string, readonly string[]> = {}
    for (const [name, { kind, options }] of Object.entries(sectionAt(path).fields)) {
      if (kind !== 'ref' || options.derived) continue
      const whole = await readWhole('superAdmin', `${path}?filter[${name}_id]=1`)
      if (whole.length) found[name] = whole
    }
    expect(found).toEqual({})
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

  test('what every save writes stands in no index, or each save would write them all', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct i.indrelid::regclass::text as table from pg_index i join pg_attribute a on a.attrelid = i.indrelid
      where a.attname in ('version', 'updated_at') and pg_get_indexdef(i.indexrelid) ~ ('[(, ]' || a.attname || '[ ,)]')
        and i.indrelid::regclass::text = any(${lists.map(tableOf)}::text[])`.execute(world.db)
    // An import is swept by its last change, and is saved in no form.
    expect(rows.map(({ table }) => table).sort()).toEqual(['imports'])
  })
})

const sectionAt = (path: string): AnyResource => {
  const found = lists.find(each => each.path === path)
  if (!found) throw new Error(`${path} is no list`)
  return found
}

/** What is long itself is put in order by the names of all of it; of clients alone an index has them. */
const isLongTarget = ({ options }: Field) => options.to !== 'clients' && lists.some(({ path }) => path === options.to)

/** The orders of a list, either way: its own, those it says an index has, by references to what is short, and by flags. */
function ordersOf(path: string): readonly string[] {
  const section = sectionAt(path)
  const { fields, list } = section
  const own = (list.sort ?? titleOf(section)).split(',')
  const turned = own.map(each => (each.startsWith('-') ? each.slice(1) : `-${each}`))
  const others = Object.entries(fields).flatMap(([name, field]) =>
    field.options.derived ||
    !['ref', 'flag'].includes(field.kind) ||
    isLongTarget(field) ||
    unordered[path]?.includes(name)
      ? []
      : [keyOf(name, field)],
  )
  return [own.join(), turned.join(), ...[...hadOrders(section), ...others].flatMap(key => [key, `-${key}`])]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Subplan Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}
/** What takes all it is given before it gives anything. */
const whole: ReadonlySet<string> = new Set(['Sort', 'Hash', 'Aggregate', 'Materialize', 'Unique'])

/** The rows of a page are picked, and completed from their keys: by one statement each, or by one for both. */
const isPick = (text: string) => !text.startsWith('select t.id, t.uuid')
const isBoth = (text: string) => text.startsWith('with picked ')
/** What picks the rows in the plan of a statement for both, below what gathers their ids; or all else of it. */
function partOf(plan: PlanNode | undefined, picks: boolean): PlanNode {
  const isGathering = (node: PlanNode) => node['Subplan Name'] === 'CTE picked'
  const picking = plan?.Plans?.find(isGathering)?.Plans?.find(node => node['Node Type'] === 'Limit')
  if (!plan || !picking) throw new Error('this plan picks no rows')
  return picks ? picking : { ...plan, Plans: plan.Plans?.filter(each => !isGathering(each)) ?? [] }
}

/** The tables of which every row is read: by no index or, to pick rows, through all of a long one, looked at one by one. */
function readWholeBy(
  node: PlanNode | undefined,
  picks: boolean,
  longOnes: ReadonlySet<string>,
  under = false,
): readonly string[] {
  if (!node) return []
  const type = node['Node Type']
  const below = under || whole.has(type)
  const isAll =
    picks &&
    below &&
    /^Index (Only )?Scan$/.test(type) &&
    !node['Index Cond'] &&
    node.Filter &&
    longOnes.has(node['Index Name'] ?? '')
  return [
    ...((type === 'Seq Scan' || isAll) && node['Relation Name'] ? [node['Relation Name']] : []),
    ...(node.Plans ?? []).flatMap(each => readWholeBy(each, picks, longOnes, below)),
  ]
}
