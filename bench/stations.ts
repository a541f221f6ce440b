// The stations of a network of 20,000, as the list asks for them and as a client's tab does, for each kind of reader, against a floor
// written by hand (`floor-stations.ts`): how many times its time. The answers are compared, whole, before either counts.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { stations as stationList } from '#features/stations/stations.ts'
import type { Database } from '#server/database/database.ts'
import { median } from './figures.ts'
import { openFilled } from './filled.ts'
import { furnishNetwork } from './network.ts'
import { load, oneOf, ratios, spread, takeTurns, warmUp, type Call } from './rounds.ts'
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
  const floors = ways.map((way, at) => ({ way, port: port + 1 + at }))
  for (const { way, port: at } of floors)
    await product.start(
      ['--import', 'tsx', 'bench/floor-stations.ts', way],
      { DATABASE_URL: product.database, PORT: String(at) },
      at,
      '/',
    )
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
  for (const [work, next] of works)
    for (const [reader, token] of Object.entries(readers)) {
      const headers = { authorization: `Bearer ${token}` }
      const servers = [{ port, headers }, ...floors.map(floor => ({ port: floor.port, headers }))]
      for (let times = 0; times < 10; times++) await compare(next(), servers)
      for (const server of servers) await load(server, next, warmUp)
      const found = await takeTurns(servers, rounds, async server => 1_000 / (await load(server, next, seconds)).rate)
      const [ours = [], ...theirs] = servers.map(server => found.get(server) ?? [])
      const told = floors.map(({ way }, at) => {
        const figures = ratios(ours, theirs[at])
        if (way === 'counts') over ||= median(figures) > most
        return `${spread(figures)} of the floor that ${way}${way === 'counts' ? `, at most ${most}` : ''}`
      })
      console.log(`${work}, to ${reader}: ${median(ours).toFixed(2)} ms of the machine; ${told.join('; ')}`)
    }
  process.exitCode = over ? 1 : 0
} finally {
  await product.close()
}

/** Throws unless all of them answer the same. */
async function compare({ path }: Call, servers: readonly Parameters<typeof load>[0][]) {
  const [ours, ...theirs] = await Promise.all(
    servers.map(async server => {
      const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: server.headers })
      return Object(await reply.json())
    }),
  )
  if (!ours.data?.length) throw new Error(`${path} answers no station`)
  for (const each of theirs)
    if (!isDeepStrictEqual(ours, each))
      throw new Error(
        `${path}: ours ${JSON.stringify(ours).slice(0, 1500)}, the floor’s ${JSON.stringify(each).slice(0, 1500)}`,
      )
}

async function tokenOf(username: string): Promise<string> {
  const house = `http://127.0.0.1:${port}`
  const { client_id, client_secret } = Object(await (await fetch(`${house}/config.json`)).json())
  const { ADMIN_PASSWORD: password } = settingsOf(product.folder, undefined)
  const reply = await fetch(`${house}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', client_id, client_secret, username, password }),
  })
  const { access_token } = Object(await reply.json())
  if (!access_token) throw new Error(`${username} did not sign in`)
  return access_token
}
