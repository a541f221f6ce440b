// The screens people wait for, on the office of so many clients: the requests each sends are seen in a browser, and sent again as it
// sends them, together, alone on the machine and while forty people work.
import { chromium } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { browser as installed } from '../test/e2e/browser.ts'
import { bystand, type OrdinaryCall } from './bystanders.ts'
import { crowd } from './crowd.ts'
import { median, quantile } from './figures.ts'
import { openProduct } from './product.ts'
import { settingsOf } from './world.ts'

const clients = Number(process.argv[2] ?? 2_000)
const months = Number(process.argv[3] ?? 12)
const times = Number(process.argv[4] ?? 30)
const people = 40
/** Milliseconds of the slowest request of a screen, at the median, with nothing else asked meanwhile. */
const most = 40
const port = 4_891

const screens: Readonly<Record<string, string>> = {
  'board of the month': '/collects/quadro',
  regularity: '/regularidade',
  'obligations of the year': '/obrigacoes',
  receivables: '/recebimentos',
  'home of the boss': '/',
  team: '/equipe',
}

/** Coletas of the months up to this one, most of them filed; tasks, tickets, and four people who answer for all of it. */
const filling = [
  sql`insert into users (name, email, profile_id) select 'Pessoa ' || n, 'pessoa' || n || '@outorga.test',
    (select profile_id from users order by id limit 1) from generate_series(1, 4) n`,
  sql`update clients set responsible_id = (select min(id) from users) + id % 5`,
  sql`insert into collects (client_id, fistel_id, service_type_id, year, month, status_id, responsible_id)
    select f.client_id, f.id, f.service_type_id, extract(year from m)::int, extract(month from m)::int,
      (select id from statuses where model = 'Collect' and slug = case when m < date_trunc('month', now()) - interval '1 month' or f.id % 3 > 0
        then 'enviada' else 'em-aberto' end), (select min(id) from users) + f.client_id % 5
    from fistels f, generate_series(date_trunc('month', now()) - make_interval(months => ${months - 1}), now(), interval '1 month') m`,
  sql`insert into tickets (name, client_id, module_id, type_id, status_id, owner_id)
    select 'Chamado de ' || c.name, c.id, (select min(id) from module_tickets), (select min(id) from ticket_types),
      (select id from statuses where model = 'Ticket' and slug = 'em-aberto'), c.responsible_id
    from clients c where c.id % 20 = 0`,
  sql`insert into client_tarefas (name, client_id, due_on, last_on)
    select 'Tarefa de ' || c.name, c.id, current_date + (c.id % 40 - 15)::int, current_date + (c.id % 40 - 10)::int
    from clients c where c.id % 5 = 0`,
  sql`insert into bills_to_receive (client_id, finance_type_id, issue_date, due_date, value, received, downloaded, paid_on)
    select c.id, (select min(id) from finance_types), m::date, m::date + 9, 500, 500, true, m::date + 9
    from clients c, generate_series(date_trunc('month', now()) - make_interval(months => ${months - 1}), now() - interval '1 month', interval '1 month') m`,
]

async function furnish(database: Database): Promise<readonly string[]> {
  await crowd(database, clients)
  const { kysely } = database
  await kysely.connection().execute(async one => {
    // Triggers would write the history of each row.
    await sql`set session_replication_role = replica`.execute(one)
    for (const each of filling) await each.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  await sql`vacuum analyze`.execute(kysely)
  const { rows } = await sql<{ uuid: string }>`select uuid from clients where active order by id limit 60`.execute(
    kysely,
  )
  return rows.map(({ uuid }) => uuid)
}

const product = await openProduct(port, furnish)
const chrome = await chromium.launch(await installed())
try {
  const found = await requestsOf()
  const measure = async () => {
    const all = new Map<string, { readonly whole: readonly number[]; readonly slowest: readonly [string, number] }>()
    for (const [name, paths] of found) {
      for (let n = 0; n < 5; n++) await openScreen(paths)
      const whole: number[] = []
      for (let n = 0; n < times; n++) whole.push(await openScreen(paths))
      let slowest: readonly [string, number] = ['', 0]
      for (const path of paths) {
        const single: number[] = []
        for (let n = 0; n < times; n++) single.push(await openScreen([path]))
        if (median(single) > slowest[1]) slowest = [path, median(single)]
      }
      all.set(name, { whole, slowest })
    }
    return all
  }
  const alone = await measure()
  const calls = product.filled.flatMap((uuid, n): readonly OrdinaryCall[] => [
    { method: 'GET', path: `clients/${uuid}` },
    { method: 'GET', path: `clients?per_page=25&page=${1 + (n % 40)}` },
    { method: 'GET', path: `collects?per_page=25&page=${1 + (n % 40)}` },
    { method: 'PUT', path: `clients/${uuid}`, body: { crm_name: `Contato ${n}` } },
  ])
  let among: typeof alone = new Map()
  const waited = await bystand({ url: product.url, token: product.token, connections: people, calls }, async () => {
    among = await measure()
  })
  for (const [name, { whole, slowest }] of alone) {
    const [path, ms] = slowest
    const busy = among.get(name)?.whole ?? []
    console.log(
      `${name}, ${clients} clients, ${found.get(name)?.length ?? 0} requests: whole after ${median(whole).toFixed(0)} ms, p99 ${quantile(whole, 0.99).toFixed(0)}; its slowest request alone ${ms.toFixed(0)} ms, at most ${most} (${path.slice(0, 90)}); whole among ${people} people ${median(busy).toFixed(0)}, p99 ${quantile(busy, 0.99).toFixed(0)}`,
    )
    if (ms > most) process.exitCode = 1
  }
  console.log(`the ${people} people: p50 ${median(waited).toFixed(0)} ms, p99 ${quantile(waited, 0.99).toFixed(0)}`)
} finally {
  await chrome.close()
  await product.close()
}

/** Which paths of the API each screen reads as it opens. */
async function requestsOf(): Promise<ReadonlyMap<string, readonly string[]>> {
  const page = await (await chrome.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })).newPage()
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = settingsOf('')
  await page.goto(`${product.url}/account/login`)
  await page.locator('input[type=email]').fill(ADMIN_EMAIL)
  await page.locator('input[type=password]').fill(ADMIN_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/account'))
  await page.waitForTimeout(4_000)
  let heard = new Set<string>()
  page.on('request', request => {
    const [, path] = /\/api\/v1\/(.+)$/.exec(request.url()) ?? []
    // The stream of events does not end.
    if (path && request.method() === 'GET' && !path.startsWith('events')) heard.add(path)
  })
  const found = new Map<string, readonly string[]>()
  for (const [name, path] of Object.entries(screens)) {
    heard = new Set()
    await page.goto(`${product.url}${path}`)
    await page.locator('main h1').waitFor()
    await page.waitForTimeout(4_000)
    const reads: string[] = []
    for (const each of heard)
      // What a session alone may read is no token's to measure.
      if (
        await product.ask('GET', each).then(
          () => true,
          () => false,
        )
      )
        reads.push(each)
    found.set(name, reads)
  }
  return found
}

/** Milliseconds until all of them are answered, sent together. */
async function openScreen(paths: readonly string[]): Promise<number> {
  const begun = performance.now()
  await Promise.all(paths.map(async path => (await product.ask('GET', path)).arrayBuffer()))
  return performance.now() - begun
}
