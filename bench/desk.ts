// The desk: how a long conversation opens, against a floor written by hand (`floor-desk.ts`), the answers compared whole; and what 200
// people who are in tickets, each with a stream of what changes, do to whoever else asks.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { median, quantile } from './figures.ts'
import { openFilled } from './filled.ts'
import { isWanted, processorOf, ratios, spread, timesOf, type Call } from './rounds.ts'
import { trickle } from './trickle.ts'
import { versus } from './versus.ts'

const messages = Number(process.argv[2] ?? 1_000)
const people = Number(process.argv[3] ?? 200)
const seconds = Number(process.argv[4] ?? 3)
const rounds = Number(process.argv[5] ?? 5)
/** Times the floor; times the p99 of before. */
const [most, twice] = [1.5, 2]
/** Tickets people are in, ten in each of 200. */
const rooms = 20
/** Milliseconds between two words of a screen that it is there, as `usePresence` says them. */
const pace = 15_000
const port = 4_835
const shown = 50

const tokens = Array.from({ length: people }, () => randomBytes(32).toString('base64url'))

/** Tickets of one client; the first has the long conversation. And people of the house, each signed in. */
async function furnish({ kysely }: Database): Promise<void> {
  await sql`
    insert into tickets (name, client_id, module_id, type_id, status_id)
    select 'Chamado ' || n, (select min(id) from clients), (select min(id) from module_tickets), (select min(id) from ticket_types),
      (select id from statuses where model = 'Ticket' and slug = 'em-aberto')
    from generate_series(1, ${rooms}::int) n`.execute(kysely)
  await sql`
    insert into ticket_messages (ticket_id, user_id, content, internal)
    select (select min(id) from tickets), (select min(id) from users), repeat('O enlace caiu de novo às ' || n || 'h. ', 1 + n % 12), n % 7 = 0
    from generate_series(1, ${messages}::int) n`.execute(kysely)
  await sql`
    insert into users (name, email, profile_id)
    select 'Pessoa ' || n, 'pessoa' || n || '@outorga.test', (select id from profiles where slug = 'colaborador')
    from generate_series(1, ${people}::int) n`.execute(kysely)
  await sql`
    insert into sessions (user_id, created_at, last_used_at, rotated_at, idle_until, expires_at, ip, agent)
    select id, now(), now(), now(), now() + interval '1 day', now() + interval '1 day', '127.0.0.1', 'bench' from users where email like 'pessoa%'`.execute(
    kysely,
  )
  const hashes = tokens.map(token => createHash('sha256').update(token).digest())
  await sql`
    insert into access_tokens (hash, session_id, expires_at)
    select h.hash, s.id, now() + interval '1 day'
    from unnest(${hashes}::bytea[]) with ordinality h (hash, n)
    join (select id, row_number() over (order by id) as n from sessions where agent = 'bench') s using (n)`.execute(
    kysely,
  )
  await sql`vacuum analyze`.execute(kysely)
}

const product = await openFilled(port, 2_000, furnish)
const { headers } = product.server
try {
  const asked = Object(
    await (await fetch(`http://127.0.0.1:${port}/api/v1/tickets?sort=id&per_page=100`, { headers })).json(),
  )
  const tickets: readonly { readonly id: number; readonly uuid: string }[] = asked.data
  const works = [
    { name: 'conversation', pass: () => conversation(tickets[0]?.id ?? 0) },
    { name: 'presence', pass: () => presence(tickets) },
  ]
  for (const { pass } of works.filter(isWanted)) if (!(await pass())) process.exitCode = 1
} finally {
  await product.close()
}

async function conversation(ticket: number): Promise<boolean> {
  const call = (): Call => ({
    method: 'GET',
    path: `/api/v1/ticket-messages?filter[ticket_id][in]=${ticket}&sort=-id&per_page=${shown}&columns=content,ticket,user,from_team,internal`,
  })
  const { ours, floors } = await versus([product.server, await product.startFloor('floor-desk')], call, {
    seconds,
    rounds,
  })
  const [floor = []] = floors
  const figures = ratios(timesOf(ours), timesOf(floor))
  console.log(
    `a conversation of ${messages} messages opens: ${median(timesOf(ours)).toFixed(2)} ms of the machine; ${spread(figures)} of the floor, at most ${most}; ${processorOf(ours, floor)}`,
  )
  return median(figures) <= most
}

async function presence(tickets: readonly { readonly uuid: string }[]): Promise<boolean> {
  const asked = { url: `http://127.0.0.1:${port}/api/v1/clients?page=3&per_page=25`, token: product.token }
  const length = 4 * pace
  const calm = await trickle(asked, () => after(length, true))
  const streams: (() => void)[] = []
  for (const token of tokens) streams.push(await listen(token))
  let [said, heard] = [0, 0]
  const busy = await trickle(asked, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const until = performance.now() + length
    await Promise.all(
      tokens.map(async (token, n) => {
        await after((n * pace) / people)
        for (let turn = 0; performance.now() < until; turn++) {
          // Every third begins to write, or stops: that is news, and told to the nine others.
          const writing = (n + turn) % 3 === 0 ? (turn % 2 ? 'nota' : 'resposta') : null
          heard += await enter(agent, token, tickets[n % rooms]?.uuid ?? '', writing)
          said++
          await after(pace)
        }
      }),
    )
    agent.destroy()
  })
  streams.forEach(end => end())
  if (!heard) throw new Error('nobody saw anybody')
  const [before, during] = [quantile(calm, 0.99), quantile(busy, 0.99)]
  console.log(
    `${people} people in ${rooms} tickets, each with a stream, ${said} times told: p99 of other requests ${before.toFixed(1)} ms, then ${during.toFixed(1)} ms; ${(during / before).toFixed(2)} times what it was, less than ${twice}`,
  )
  return during < twice * before
}

/** Opens a stream, and answers what ends it. */
async function listen(token: string): Promise<() => void> {
  const asking = get({ port, path: '/api/v1/events', headers: { authorization: `Bearer ${token}` }, agent: false })
  const [answer] = await once(asking, 'response')
  if (answer.statusCode !== 200) throw new Error(`a stream: ${answer.statusCode}`)
  answer.resume().on('error', () => undefined)
  asking.on('error', () => undefined)
  return () => asking.destroy()
}

/** Says that one is in a ticket; answers how many others are. */
function enter(agent: Agent, token: string, ticket: string, writing: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        port,
        agent,
        method: 'POST',
        path: `/api/v1/tickets/${ticket}/presenca`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      answer => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part: string) => (body += part))
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(Object(JSON.parse(body)).data.length)
          else reject(new Error(`presence: ${answer.statusCode} ${body}`))
        })
      },
    )
    asking.on('error', reject)
    asking.end(JSON.stringify({ writing }))
  })
}
