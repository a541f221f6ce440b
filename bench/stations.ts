// The stations of a network of 20,000, as the list asks for them and as a client's tab does, for each kind of reader, against a floor
// written by hand (`floor-stations.ts`): how many times its time. The answers are compared, whole, before either counts.
import { sql } from 'kysely'
import { stations as stationList } from '#features/network/stations/stations.ts'
import type { Database } from '#server/database/database.ts'
import { median } from './figures.ts'
import { openFilled } from './filled.ts'
import { furnishNetwork } from './network.ts'
import { isWanted, oneOf, processorOf, ratios, spread, timesOf, type Call, type Loaded } from './rounds.ts'
import { versus } from './versus.ts'
import { settingsOf } from './world.ts'

const stations = Number(process.argv[2] ?? 20_000)
const seconds = Number(process.argv[3] ?? 3)
const rounds = Number(process.argv[4] ?? 5)
/** Times the floor that counts each time. */
const most = 1.5
const port = 4_811
const ways = ['counts', 'remembers'] as const
/** Of one client. */
const many = 1_000
const mails = { company: 'norte@outorga.test', person: 'torres@outorga.test' } as const

interface KnownClient {
  readonly id: number
  readonly uuid: string
}

/** The network, a thousand stations of it one client's; somebody of its company and somebody of its own. */
async function furnish(database: Database): Promise<void> {
  await furnishNetwork(database, stations)
  const { kysely } = database
  await sql`
    update stations set client_id = (select min(id) from clients)
    where id in (select id from stations order by client_id, id limit ${many}::int)`.execute(kysely)
  await sql`
    insert into users (name, email, password, profile_id, empresa_id)
    select 'Norte', ${mails.company}, password, (select id from profiles where slug = 'colaborador'),
      (select empresa_responsavel_id from clients order by id limit 1) from users order by id limit 1`.execute(kysely)
  await sql`
    insert into users (name, email, password, profile_id)
    select 'Torres', ${mails.person}, password, (select id from profiles where slug = 'cliente') from users order by id limit 1`.execute(
    kysely,
  )
  await sql`
    insert into clients_client_users (parent_id, position, user_id)
    select (select min(id) from clients), 0, id from users where email = ${mails.person}`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
  const { rows } = await sql<KnownClient>`select id, uuid from clients order by id limit 1`.execute(kysely)
  ;[client] = rows
}

let client: KnownClient | undefined
const product = await openFilled(port, 300, furnish)
try {
  const own: Loaded[] = []
  for (const way of ways) own.push(await product.startFloor('floor-stations', way))
  const readers = {
    'staff of all companies': product.token,
    'staff of one': await tokenOf(mails.company),
    'a person of the client': await tokenOf(mails.person),
  }
  const columns = `columns=${stationList.list.columns.join(',')}`
  const get = (path: string): Call => ({ method: 'GET', path: `/api/v1/stations${path}` })
  const pages = Array.from({ length: 40 }, (_, at) => at + 1)
  const works: readonly (readonly [string, () => Call])[] = [
    ['the list', () => get(`?${columns}&page=${oneOf(pages)}`)],
    [`the tab of a client of ${many}`, () => get(`?filter[client_id]=${client?.id}&sort=name&per_page=50&${columns}`)],
    [`any page of its ${many}`, () => get(`/client/${client?.uuid}?${columns}&page=${oneOf(pages)}`)],
  ]
  let over = false
  for (const [work, next] of works.filter(([name]) => isWanted({ name })))
    for (const [reader, token] of Object.entries(readers)) {
      const headers = { authorization: `Bearer ${token}` }
      const servers = [product.server, ...own].map(server => ({ ...server, headers }))
      const { ours, floors } = await versus(servers, next, { seconds, rounds, checks: 10 })
      const told = ways.map((way, at) => {
        const floor = floors[at] ?? []
        const figures = ratios(timesOf(ours), timesOf(floor))
        if (way === 'counts') over ||= median(figures) > most
        return `${spread(figures)} of the floor that ${way}${way === 'counts' ? `, at most ${most}` : ''}; ${processorOf(ours, floor)}`
      })
      console.log(`${work}, to ${reader}: ${median(timesOf(ours)).toFixed(2)} ms of the machine; ${told.join('; ')}`)
    }
  process.exitCode = over ? 1 : 0
} finally {
  await product.close()
}

async function tokenOf(username: string): Promise<string> {
  const house = `http://127.0.0.1:${port}`
  const { client_id, client_secret } = Object(await (await fetch(`${house}/config.json`)).json())
  const { ADMIN_PASSWORD: password } = settingsOf(product.folder)
  const reply = await fetch(`${house}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', client_id, client_secret, username, password }),
  })
  const { access_token } = Object(await reply.json())
  if (!access_token) throw new Error(`${username} did not sign in`)
  return access_token
}
