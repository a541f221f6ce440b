// The same table of clients over HTTP, by us and by the frameworks one would choose instead: a list of 25 with its total, of the same
// columns on all sides, one client, a change, a creation and a search by part of the name. A peer that is bare compares a token and
// answers plain columns; a whole one does what we do besides: it looks up the session, narrows all it reads and writes to the companies of
// the user, writes old and new of what it changes to a history, and answers references by name and the client with its lists.
// `DRESS=whole PEERS=feathers,remult CONNECTIONS=32 WORKS=list npm run bench -- peers [clients] [seconds] [rounds]`
import { sql } from 'kysely'
import { Client } from 'pg'
import { cnpj } from '../test/support/drafts.ts'
import { agreementOf, openSessions, type Agreement } from './agreement.ts'
import type { Dress } from './answers.ts'
import { directusSchema } from './directus.ts'
import { median } from './figures.ts'
import { openFilled, type FilledProduct } from './filled.ts'
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
/** Of ours by theirs, the least for each kind of work; by Directus, 5. */
const bars: Readonly<Record<Dress, Readonly<Partial<Record<Kind, number>>>>> = {
  bare: { list: 1, one: 0.7, change: 0.7, creation: 0.7 },
  whole: { list: 1.5, one: 1.5, change: 1.5, creation: 1.5, search: 1.5 },
}

interface Work {
  readonly kind: Kind
  readonly name: string
  readonly prepare?: () => Promise<unknown>
  readonly next: (side: Side) => Call
  /** Throws where a side does not do what is measured. */
  readonly check: (side: Side) => Promise<void>
}

/** Four hexadecimal digits of a name, the last a letter: a document or a trade name, where we search too, never has them. */
const termsOf = (names: readonly string[]) =>
  names.flatMap(name => [...name.matchAll(/\d[\da-f]{2}[a-f]/g)].map(([term]) => term))

/** Our rate by those of the peers, for each work. */
interface Figures {
  readonly dress: Dress
  readonly peers: readonly string[]
  readonly rows: ReadonlyMap<string, readonly string[]>
  /** Whether one is below its bar. */
  readonly short: boolean
}

const found: Figures[] = []
for (const dress of dresses) found.push(await compare(dress))
console.log(`\n${tableOf(found)}`)
process.exit(found.some(({ short }) => short) ? 1 : 0)

async function compare(dress: Dress): Promise<Figures> {
  const product = await openFilled(oursIn(dress).port, clients, async opened => {
    const { kysely } = opened
    // Ours sorts as Brazilians do, by an index of its own; theirs, by bytes, would read the whole table without one.
    await sql`create index clients_by_bytes on clients (name, id)`.execute(kysely)
    await sql`create schema ${sql.ref(directusSchema)}`.execute(kysely)
    await furnishSearch(opened)
    if (dress === 'bare') return
    await fillLists(opened)
    await furnishPeers(opened)
  })
  const database = new Client({ connectionString: product.database })
  try {
    await database.connect()
    if (dress === 'whole') await openSessions(database, product.token)
    return await comparePeers(product, database, dress)
  } finally {
    await database.end()
    await product.close()
  }
}

async function comparePeers(product: FilledProduct, database: Client, dress: Dress): Promise<Figures> {
  const agreement = agreementOf({ dress, database, token: product.token })
  const { select, countClients, mustGuard } = agreement
  const others = await select<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'clients'",
  )
  const peers = await startPeers(
    product,
    dress,
    others.map(({ name }) => name),
  )
  for (const peer of peers) await mustGuard(peer)

  let short = false
  const own: Running = { ...oursIn(dress), server: product.server }
  const all: readonly Running[] = [own, ...peers]
  const rows = new Map<string, string[]>()
  for (const { kind, name, prepare, next, check } of await worksOf(agreement, database)) {
    const measure = async (side: Running, lasting: number) => {
      await check(side)
      const before = await countClients()
      const done = await load(side.server, () => next(side), lasting)
      const more = (await countClients()) - before
      if (kind === 'creation' && more < done.answers)
        throw new Error(`${side.name} answered ${done.answers} times and created ${more} rows`)
      return done
    }
    await prepare?.()
    for (const side of all) await measure(side, warmUp)
    const loads = await takeTurns(all, rounds, side => measure(side, seconds))
    for (const peer of peers) {
      const [mine = [], theirs = []] = [loads.get(own), loads.get(peer)]
      const share = ratios(ratesOf(mine), ratesOf(theirs))
      const bar = peer.name === 'Directus' ? 5 : bars[dress][kind]
      short ||= bar !== undefined && median(share) < bar
      console.log(
        `${name} of ${clients.toLocaleString('en')} clients, ${connections} connections, against ${peer.name}, ${dress}: ${spread(share)}${bar ? `, at least ${bar.toFixed(2)}` : ''}, ${perSecond(mine)} and ${perSecond(theirs)} a second; ${processorOf(mine, theirs)}`,
      )
      rows.set(name, [...(rows.get(name) ?? []), spread(share)])
    }
  }
  for (const { name, server } of all) console.log(`${name} has ${residentOf(server.pid)} MB after all this, ${dress}`)
  return { dress, peers: peers.map(({ name }) => name), rows, short }
}

/** A table in markdown, with a line for each work. */
function tableOf(all: readonly Figures[]): string {
  const names = new Set(all.flatMap(({ rows }) => [...rows.keys()]))
  const columns = all.flatMap(({ dress, peers }) => peers.map(name => `${name}, ${dress}`))
  return [
    [`${clients.toLocaleString('en')} clients, ${connections} connections`, ...columns],
    ['---', ...columns.map(() => '---:')],
    ...[...names].map(name => [name, ...all.flatMap(({ rows }) => rows.get(name) ?? [])]),
  ]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
}

async function worksOf(agreement: Agreement, database: Client): Promise<readonly Work[]> {
  const { select, ask, cardOf, mustAgree, mustShowAlike, mustRecord } = agreement
  const known = await select<Known & { name: string }>(
    'select id, uuid, name from clients order by random() limit 5000',
  )
  const terms = termsOf(known.map(({ name }) => name))
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
        mustAgree(side, await cardOf(client), side.single.parse(await ask(side, side.one(client))))
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
        const found = await cardOf(client)
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
        mustAgree(side, await cardOf(created), created)
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
  return works.filter(isWanted)
}
