// The same table of clients over HTTP, by us and by the frameworks one would choose instead: a list of 25 with its total, of the same
// columns on all sides, one client, a change, a creation and a search by part of the name. A peer that is bare compares a token and
// answers plain columns; a whole one does what we do besides: it looks up the session, narrows all it reads and writes to the companies of
// the user, writes old and new of what it changes to a history, and answers references by name and the client with its lists.
// `DRESS=whole PEERS=feathers,remult CONNECTIONS=32 WORKS=list npm run bench -- peers [clients] [seconds] [rounds]`
import { sql } from 'kysely'
import { Client } from 'pg'
import { cnpj } from '../test/support/drafts.ts'
import type { Dress } from './answers.ts'
import { directusSchema } from './directus.ts'
import { median } from './figures.ts'
import { openFilled } from './filled.ts'
import { residentOf } from './processes.ts'
import {
  connections,
  isWanted,
  load,
  oneOf,
  processorOf,
  ratesOf,
  ratios,
  spread,
  takeTurns,
  warmUp,
  type Call,
  type Load,
} from './rounds.ts'
import { oursIn, type Known, type Side } from './sides.ts'
import { startPeers, type Running } from './start-peers.ts'
import { fillLists, furnishPeers, furnishSearch } from './whole.ts'

const clients = Number(process.argv[2] ?? 50_000)
const seconds = Number(process.argv[3] ?? 4)
const rounds = Number(process.argv[4] ?? 5)
const dresses = (['bare', 'whole'] as const).filter(dress => [dress, 'both'].includes(process.env.DRESS ?? 'both'))
const perSecond = (loads: readonly Load[]) => Math.round(median(ratesOf(loads))).toLocaleString('en')
const pages = Array.from({ length: Math.max(1, Math.min(100, Math.floor(clients / 25))) }, (_, n) => n + 1)

type Kind = 'list' | 'one' | 'change' | 'creation' | 'search'
/** Of ours by theirs, the least for each kind of work. */
const bars: Readonly<Record<Dress, Readonly<Partial<Record<Kind, number>>>>> = {
  bare: { list: 1, one: 0.7, change: 0.7, creation: 0.7 },
  whole: { list: 1.5, one: 1.5, change: 1.5, creation: 1.5, search: 1.5 },
}
const barOf = (kind: Kind, { name, dress }: Side) => (name === 'Directus' ? 5 : bars[dress][kind])

interface Work {
  readonly kind: Kind
  readonly name: string
  readonly prepare?: () => Promise<unknown>
  readonly next: (side: Side) => Call
  /** Throws where a side does not do what is measured. */
  readonly check: (side: Side) => Promise<void>
}

/** Of a name, four digits of sixteen with a letter among them: no document has one, nor has a name of another kind all four. */
const termsOf = (names: readonly string[]) =>
  names.flatMap(name => [...name.matchAll(/(?=(?:\d[\da-f]{2}[a-f]))[\da-f]{4}/g)].map(([term]) => term))

const product = await openFilled(oursIn('bare').port, clients, async database => {
  const { kysely } = database
  // Ours sorts as Brazilians do, by an index of its own; theirs, by bytes, would read the whole table without one.
  await sql`create index clients_by_bytes on clients (name, id)`.execute(kysely)
  for (const dress of dresses) await sql`create schema ${sql.ref(directusSchema(dress))}`.execute(kysely)
  await furnishSearch(database)
  if (!dresses.includes('whole')) return
  await fillLists(database)
  await furnishPeers(database)
})
const database = new Client({ connectionString: product.database })
const { token } = product
try {
  await database.connect()
  const known = await select<Known & { name: string }>(
    'select id, uuid, name from clients order by random() limit 5000',
  )
  const terms = termsOf(known.map(({ name }) => name))
  if (dresses.includes('whole')) await openSessions()
  const others = await select<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'clients'",
  )
  const peers = await startPeers(
    product,
    dresses,
    others.map(({ name }) => name),
  )
  for (const peer of peers) if (peer.dress === 'whole') await mustGuard(peer)

  let stamp = 0
  const phone = () => `Contato ${++stamp}`
  const draft = () => ({ name: `Zênite ${++stamp} Telecom Ltda`, document: cnpj(stamp) })
  const works: readonly Work[] = [
    {
      kind: 'list',
      name: 'list of 25',
      next: side => side.list(oneOf(pages)),
      async check(side) {
        const page = oneOf(pages)
        const { rows } = await mustShowAlike(side, each => each.list(page))
        if (rows.length !== 25) throw new Error(`page ${page} has ${rows.length} rows`)
      },
    },
    {
      kind: 'one',
      name: 'one client',
      next: side => side.one(oneOf(known)),
      async check(side) {
        const client = oneOf(known)
        mustAgree(side, await cardOf(side.dress, client), side.single.parse(await ask(side, side.one(client))))
      },
    },
    {
      kind: 'change',
      name: 'change of one client',
      next: side => side.change(oneOf(known), phone()),
      async check(side) {
        const [client, phone_name] = [oneOf(known), phone()]
        const answer = await mustRecord(side, 'phone_name', phone_name, () =>
          ask(side, side.change(client, phone_name)),
        )
        const found = await cardOf(side.dress, client)
        mustAgree(side, phone_name, found.phone_name)
        mustAgree(side, found, (side.written ?? side.single).parse(answer))
      },
    },
    {
      kind: 'creation',
      name: 'creation of a client',
      next: side => side.create(draft()),
      async check(side) {
        const wanted = draft()
        const created = (side.written ?? side.single).parse(
          await mustRecord(side, 'document', wanted.document, () => ask(side, side.create(wanted))),
        )
        mustAgree(side, wanted, { name: created.name, document: created.document })
        mustAgree(side, await cardOf(side.dress, created), created)
      },
    },
    {
      kind: 'search',
      name: 'search by part of a name',
      // Each peer compares names in its own way, and has the index for it that its user would create.
      async prepare() {
        await database.query('create index clients_name_contained on clients using gin (name gin_trgm_ops)')
        await database.query(
          'create index clients_lower_name_contained on clients using gin (lower(name) gin_trgm_ops)',
        )
        await database.query('vacuum analyze clients')
      },
      next: side => side.search(oneOf(terms)),
      async check(side) {
        const term = oneOf(terms)
        const { rows } = await mustShowAlike(side, each => each.search(term))
        if (!rows.length) throw new Error(`nothing has ${term} in its name`)
      },
    },
  ]

  let short = false
  const own: Running = { ...oursIn('bare'), server: product.server }
  const all: readonly Running[] = [own, ...peers]
  const table = new Map<string, string[]>()
  for (const { kind, name, prepare, next, check } of works.filter(isWanted)) {
    const measure = async (side: Running, lasting: number) => {
      await check(side)
      const before = await countOf('clients')
      const done = await load(side.server, () => next(side), lasting)
      const more = (await countOf('clients')) - before
      if (kind === 'creation' && more < done.answers)
        throw new Error(`${side.name} answered ${done.answers} times and created ${more} rows`)
      return done
    }
    await prepare?.()
    for (const side of all) await measure(side, warmUp)
    const found = await takeTurns(all, rounds, side => measure(side, seconds))
    for (const peer of peers) {
      const [mine = [], theirs = []] = [found.get(own), found.get(peer)]
      const share = ratios(ratesOf(mine), ratesOf(theirs))
      const bar = barOf(kind, peer)
      short ||= bar !== undefined && median(share) < bar
      console.log(
        `${name} of ${clients.toLocaleString('en')} clients, ${connections} connections, against ${titleOf(peer)}: ${spread(share)}${bar ? `, at least ${bar.toFixed(2)}` : ''}, ${perSecond(mine)} and ${perSecond(theirs)} a second; ${processorOf(mine, theirs)}`,
      )
      table.set(name, [...(table.get(name) ?? []), spread(share)])
    }
  }
  for (const side of all)
    console.log(`${side === own ? own.name : titleOf(side)} has ${residentOf(side.server.pid)} MB after all this`)
  console.log(
    `\n${[
      [`${clients.toLocaleString('en')} clients, ${connections} connections`, ...peers.map(titleOf)],
      ['---', ...peers.map(() => '---:')],
      ...[...table].map(([name, shares]) => [name, ...shares]),
    ]
      .map(cells => `| ${cells.join(' | ')} |`)
      .join('\n')}`,
  )
  process.exitCode = short ? 1 : 0
} finally {
  await database.end()
  await product.close()
}

function titleOf({ name, dress }: Side) {
  return `${name}, ${dress}`
}

async function select<T extends object>(text: string, ...values: readonly unknown[]): Promise<readonly T[]> {
  return (await database.query<T>(text, [...values])).rows
}

async function countOf(table: string) {
  return Number((await select<{ n: string }>(`select count(*) n from ${table}`))[0]?.n)
}

/** The token of our own session opens one of the peers', of a user of every company there is. */
async function openSessions() {
  await database.query(
    `insert into bench.sessions select sha256(token::bytea), 1, now() + lasting from (values ($1, interval '1 day'), ($2, interval '-1 second')) v (token, lasting)`,
    [token, `${token}-expired`],
  )
  await database.query('insert into bench.user_companies select 1, id from empresas')
  await database.query('analyze bench.sessions, bench.user_companies')
}

function send({ port }: Side, { method, path, body }: Call, bearer = token) {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function ask(side: Side, call: Call): Promise<unknown> {
  const answer = await send(side, call)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${titleOf(side)}, ${call.path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

/** What we answer for a client. */
async function cardOf(dress: Dress, client: Known) {
  const mine = oursIn(dress)
  return mine.single.parse(await ask(mine, mine.one(client)))
}

/** Asks both sides for a page, and answers it. */
async function mustShowAlike(side: Side, call: (side: Side) => Call) {
  const mine = oursIn(side.dress)
  const right = mine.page.parse(await ask(mine, call(mine)))
  mustAgree(side, right, side.page.parse(await ask(side, call(side))))
  return right
}

function mustAgree(side: Side, right: unknown, found: unknown) {
  const [one, other] = [JSON.stringify(right), JSON.stringify(found)]
  if (one !== other) throw new Error(`${titleOf(side)} answers another thing:\n${one}\n${other}`)
}

/** A whole peer writes one line of history for a value, Directus in its own; we write ours elsewhere, and a bare peer writes none. */
async function mustRecord<T>(side: Side, column: string, value: string, act: () => Promise<T>): Promise<T> {
  if (!dresses.includes('whole')) return act()
  const [table, row] =
    side.name === 'Directus' && side.dress === 'whole'
      ? [`${directusSchema('whole')}.directus_revisions`, 'data']
      : ['bench.history', 'new']
  const [{ last } = { last: 0 }] = await select<{ last: number }>(`select coalesce(max(id), 0) as last from ${table}`)
  const answer = await act()
  // What a load left behind may still be at work.
  const lines = await select(`select from ${table} where id > $1 and ${row} ->> $2 = $3`, last, column, value)
  if (lines.length !== (side.dress === 'whole' ? 1 : 0))
    throw new Error(`${titleOf(side)} writes ${lines.length} lines of history`)
  return answer
}

/** Throws where a peer answers who has no session, or shows or changes a client of another company. */
async function mustGuard(side: Side) {
  for (const bearer of ['unknown', `${token}-expired`]) {
    const { status } = await send(side, side.list(1), bearer)
    if (status !== 401) throw new Error(`${titleOf(side)} answers ${status} without a session`)
  }
  const [stranger] = await select<Known>(
    `with company as (insert into empresas (nome_fantasia) values ('Leste') returning id)
    insert into clients (name, document, empresa_responsavel_id) select 'Provedor de outra empresa', '1', id from company returning id, uuid`,
  )
  if (!stranger) throw new Error('nothing was inserted')
  for (const call of [side.one(stranger), side.change(stranger, 'Intruso')]) {
    const text = await (await send(side, call)).text()
    if (text.includes(stranger.uuid)) throw new Error(`${titleOf(side)} shows a client of another company: ${text}`)
  }
  const { total } = side.page.parse(await ask(side, side.list(1)))
  mustAgree(side, (await countOf('clients')) - 1, total)
  mustAgree(
    side,
    [{ phone_name: null }],
    await select('delete from clients where id = $1 returning phone_name', stranger.id),
  )
  await database.query("delete from empresas where nome_fantasia = 'Leste'")
}
