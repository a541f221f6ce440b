import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openHouse } from '../../src/house.server.ts'
import { readConfig } from '#settings.server.ts'
import type { Database } from '#server/database/database.ts'
import { callerOf } from './calls.ts'
import { copyOf, keptAt, ofThisRun, openAt, openOnce, type Place } from './databases.ts'
import { makerOf, type Owner, type Target } from './holdings.ts'
import { enter, populate, type Population } from './population.ts'

export { dataOf, rowsOf, type Method, type Reply, type Row } from './calls.ts'
export { isShared, markOf, marksIn, type Owner, type Target } from './holdings.ts'
export { principals, type Principal } from './population.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

interface WorldOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly fittings?: Parameters<typeof openHouse>[2]
  /** Wraps the database the product is opened on. */
  readonly wrap?: (database: Database) => Database
}

/** Opens a whole product on a database of its own: two companies, three clients, and a user of every kind. */
export async function openWorld({ env = {}, fittings, wrap = each => each }: WorldOptions = {}) {
  const { population, ...place } = await worldPlace()
  const own = await copyOf(place)
  const database = wrap(await openOnce(own))
  const { held, companies, people, profile, tokens } = population
  const { app, house, runner } = await openHouse(configOf(own.folder, env), database, {
    ...cheapPasswords,
    ...fittings,
  })
  const db = database.kysely
  const call = callerOf(app, tokens)
  let last = { at: '', sum: '' }
  return {
    app,
    house,
    runner,
    database,
    db,
    people,
    companies,
    call,
    ...makerOf(db, call, held, profile),
    /** Signs a user in: from now on the requests of `who` have this session. */
    enter: async (who: string, user: number, how?: Parameters<typeof enter>[2]) =>
      (tokens[who] = await enter(db, user, how)),
    /** A row the world begins with. */
    target: (path: string, owner: Owner): Target | undefined => held.rows[path]?.[owner],
    /** The newest session of a user. */
    sessionOf: async (user: number) => {
      const { rows } = await sql<{ id: number }>`select max(id) as id from sessions where user_id = ${user}`.execute(db)
      return rows[0]?.id ?? 0
    },
    /** The number of rows of every table and its newest transaction: equal only when nothing was written. */
    fingerprint: async () => {
      const at = await nextTransaction(database)
      if (at !== last.at) last = { at, sum: await fingerprint(database) }
      return last.sum
    },
    /** The events one request left in the history. */
    auditsOf: async (request_id: string | undefined) => {
      const found = await sql<{
        event: string
      }>`select event from audit_events where request_id = ${request_id ?? ''}`.execute(db)
      return found.rows.map(({ event }) => event)
    },
    /** The mails sent to an address so far, oldest first, as text; `runner.settled()` waits for those being sent. */
    mailsTo: (to: string) => {
      const mails = join(own.folder, 'mail')
      return (existsSync(mails) ? readdirSync(mails) : [])
        .toSorted()
        .map(name => readFileSync(join(mails, name), 'utf8'))
        .filter(text => text.includes(`To: ${to}`))
        .map(text => text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
    },
    /** Opens the product of a second process, on the same database and folder. It is closed before the world is. */
    openBeside: async () => {
      const second = await openAt(own)
      const opened = await openHouse(configOf(own.folder, env), second, { ...cheapPasswords, ...fittings })
      return {
        ...opened,
        call: callerOf(opened.app, tokens),
        close: async () => {
          await opened.app.close()
          await second.close()
        },
      }
    },
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

const cheapPasswords = { passwordCost: { memoryCost: 64, timeCost: 1 } }

const configOf = (folder: string, env: Readonly<Record<string, string>> = {}) =>
  readConfig({
    OUTORGA_DATA_DIR: folder,
    OUTORGA_DEMO: '0',
    ADMIN_EMAIL: 'zzsuperzz@exemplo.com.br',
    ADMIN_PASSWORD: 'quatro cavalos no telhado',
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: '10000000',
    // No outside service is called, unless a test names one.
    CNPJ_URL: '0',
    CNPJ_FALLBACK_URL: '0',
    CEP_URL: '0',
    ...env,
  })

/** The database every world is a copy of: filling it takes the calls of hundreds of rows. */
async function worldPlace(): Promise<Place & { readonly population: Population }> {
  const place = await keptAt(ofThisRun('world'), async (database, folder) => {
    const { app, runner } = await openHouse(configOf(folder), database, cheapPasswords)
    const population = await populate(database.kysely, tokens => callerOf(app, tokens))
    await runner.settled()
    await app.close()
    writeFileSync(join(folder, populationFile), JSON.stringify(population))
  })
  const population: Population = JSON.parse(readFileSync(join(place.folder, populationFile), 'utf8'))
  return { ...place, population }
}
const populationFile = 'population.json'

/** Tables that change with every request, or with every look. */
const volatileTables = new Set(['cities', 'login_attempts', 'migrations', 'table_changes', 'ticket_presences'])
/** The number the next writing transaction would have: while it is the same, nothing was written. */
async function nextTransaction({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as at`.execute(kysely)
  return rows[0]?.at ?? ''
}

async function fingerprint({ kysely }: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    kysely,
  )
  const each = tables
    .filter(({ name }) => !volatileTables.has(name))
    .map(
      ({ name }) =>
        sql`select ${sql.lit(name)} as name, count(*)::text || ' ' || coalesce(max(xmin::text::bigint), 0) as sum from ${sql.table(name)}`,
    )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`.execute(kysely)
  // PostgreSQL may read the tables in parallel, and answers them in any order.
  const sums = rows.map(({ name, sum }) => `${name} ${sum}`)
  return sums.toSorted().join('\n')
}
