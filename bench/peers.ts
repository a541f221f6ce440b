// The same table of clients over HTTP, by us and by the frameworks one would choose instead: a list of 25 with its total, of the same
// columns on all sides, one client, a change and a creation. The peers compare a token and do nothing else; what we do beyond that
// (sessions, permissions, scope, checks, a record of every change) is in our figures.
import { sql } from 'kysely'
import { Client } from 'pg'
import { cnpj } from '../test/support/drafts.ts'
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
import { ours, type Known, type Side } from './sides.ts'
import { startPeers, type Running } from './start-peers.ts'

const clients = Number(process.argv[2] ?? 50_000)
const seconds = Number(process.argv[3] ?? 4)
const rounds = Number(process.argv[4] ?? 5)
const told = (loads: readonly Load[]) => Math.round(median(ratesOf(loads))).toLocaleString('en')
const pages = Array.from({ length: Math.max(1, Math.min(100, Math.floor(clients / 25))) }, (_, n) => n + 1)

interface Work {
  readonly name: string
  /** Of ours by theirs, the least by peer. */
  readonly bars: Readonly<Record<string, number>>
  readonly next: (side: Side) => Call
  /** Whether every answer stands for a new row. */
  readonly creates?: true
  /** Throws where a side does not do what is measured. */
  readonly check: (side: Side) => Promise<void>
}

const product = await openFilled(ours.port, clients, async ({ kysely }) => {
  // Ours sorts as Brazilians do, by an index of its own; theirs, by bytes, would read the whole table without one.
  await sql`create index clients_by_bytes on clients (name, id)`.execute(kysely)
  await sql`create schema directus`.execute(kysely)
})
const database = new Client({ connectionString: product.database })
const { headers } = product.server
try {
  await database.connect()
  const known = await select<Known>('select id, uuid from clients order by random() limit 5000')
  const others = await select<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'clients'",
  )
  const peers = await startPeers(
    product,
    others.map(({ name }) => name),
  )
  let stamp = 0
  const phone = () => `Contato ${++stamp}`
  const draft = () => ({ name: `Zênite ${++stamp} Telecom Ltda`, document: cnpj(stamp) })

  const works: readonly Work[] = [
    {
      name: 'list of 25',
      bars: { Remult: 1.1, PostGraphile: 1.1, Feathers: 1.1 },
      next: side => side.list(oneOf(pages)),
      async check(side) {
        const page = oneOf(pages)
        const [own, other] = [await ask(ours, ours.list(page)), await ask(side, side.list(page))]
        const right = ours.page.parse(own)
        if (right.rows.length !== 25) throw new Error(`page ${page} has ${right.rows.length} rows`)
        mustAgree(side, right, side.page.parse(other))
      },
    },
    {
      name: 'one client',
      bars: {},
      next: side => side.one(oneOf(known)),
      async check(side) {
        const client = oneOf(known)
        const [own, other] = [await ask(ours, ours.one(client)), await ask(side, side.one(client))]
        mustAgree(side, ours.single.parse(own), side.single.parse(other))
      },
    },
    {
      name: 'change of one client',
      bars: {},
      next: side => side.change(oneOf(known), phone()),
      async check(side) {
        const [client, wanted] = [oneOf(known), phone()]
        await ask(side, side.change(client, wanted))
        mustAgree(
          side,
          [{ phone_name: wanted }],
          await select('select phone_name from clients where id = $1', client.id),
        )
      },
    },
    {
      name: 'creation of a client',
      bars: {},
      creates: true,
      next: side => side.create(draft()),
      async check(side) {
        const wanted = draft()
        await ask(side, side.create(wanted))
        mustAgree(
          side,
          [wanted],
          await select('select name, document from clients where document = $1', wanted.document),
        )
      },
    },
  ]

  let short = false
  const own = { ...ours, server: product.server }
  const all: readonly Running[] = [own, ...peers]
  for (const { name, bars, next, check, creates } of works.filter(isWanted)) {
    const measure = async (side: Running, lasting: number) => {
      await check(side)
      const before = await rowsNow()
      const told = await load(side.server, () => next(side), lasting)
      const more = (await rowsNow()) - before
      if (creates && more < told.answers)
        throw new Error(`${side.name} answered ${told.answers} times and created ${more} rows`)
      return told
    }
    for (const side of all) await measure(side, warmUp)
    const found = await takeTurns(all, rounds, side => measure(side, seconds))
    for (const peer of peers) {
      const [mine = [], theirs = []] = [found.get(own), found.get(peer)]
      const share = ratios(ratesOf(mine), ratesOf(theirs))
      const bar = bars[peer.name]
      short ||= bar !== undefined && median(share) < bar
      console.log(
        `${name}, ${connections} connections, against ${peer.name}: ${spread(share)}${bar ? `, at least ${bar.toFixed(2)}` : ''}, ${told(mine)} and ${told(theirs)} a second; ${processorOf(mine, theirs)}`,
      )
    }
  }
  for (const { name, server } of all) console.log(`${name} holds ${residentOf(server.pid)} MB after all this`)
  process.exitCode = short ? 1 : 0
} finally {
  await database.end()
  await product.close()
}

async function select<T extends object>(text: string, ...values: readonly unknown[]): Promise<readonly T[]> {
  return (await database.query<T>(text, [...values])).rows
}

async function rowsNow() {
  return Number((await select<{ n: string }>('select count(*) n from clients'))[0]?.n)
}

async function ask({ name, port }: Side, { method, path, body }: Call): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name}, ${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

function mustAgree({ name }: Side, right: unknown, found: unknown) {
  const [one, other] = [JSON.stringify(right), JSON.stringify(found)]
  if (one !== other) throw new Error(`${name} tells another thing:\n${one}\n${other}`)
}
