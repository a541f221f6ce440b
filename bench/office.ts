// The office whose screens are measured: its clients, what they have after so many months, and what its screens ask.
import type { Browser } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { crowd } from './crowd.ts'
import type { Product } from './product.ts'
import { settingsOf } from './world.ts'

/** The screens people wait for, by their path. */
const screens: Readonly<Record<string, string>> = {
  'board of the month': '/collects/quadro',
  regularity: '/regularidade',
  'obligations of the year': '/obrigacoes',
  receivables: '/recebimentos',
  'home of the boss': '/',
  team: '/equipe',
}

/**
 * Coletas and bills of the months up to this one, most of them filed and paid; tasks, tickets, and four people who answer for all of it. Each
 * year brings 48,000 finished tasks, 4,000 closed tickets with 40,000 messages, 100,000 notices that were read, and 500,000 lines of history.
 */
const filling = (months: number) => [
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
  sql`insert into client_tarefas (name, client_id, obligation, period, due_on, last_on, settled)
    select 'Arquivo mensal de acessos', c.id, 'acessos', to_char(m, 'YYYY-MM'), (m + interval '44 days')::date, (m + interval '44 days')::date, true
    from clients c, generate_series(date_trunc('month', now()) - make_interval(months => ${months - 1}), date_trunc('month', now()) - interval '2 months', interval '1 month') m`,
  sql`insert into client_tarefas (name, client_id, due_on, last_on, done_on)
    select 'Conferência do mês', c.id, (m + interval '9 days')::date, (m + interval '9 days')::date, (m + interval '8 days')::date
    from clients c, generate_series(date_trunc('month', now()) - make_interval(months => ${months - 1}), date_trunc('month', now()) - interval '2 months', interval '1 month') m`,
  sql`insert into bills_to_receive (client_id, finance_type_id, issue_date, due_date, value, received, downloaded, paid_on)
    select c.id, (select min(id) from finance_types), m::date, m::date + 9, 500, 500, true, m::date + 9
    from clients c, generate_series(date_trunc('month', now()) - make_interval(months => ${months - 1}), now() - interval '1 month', interval '1 month') m`,
  sql`insert into tickets (name, client_id, module_id, type_id, status_id, owner_id, created_at, updated_at)
    select 'Chamado de ' || c.name, c.id, (select min(id) from module_tickets), (select min(id) from ticket_types),
      (select id from statuses where model = 'Ticket' and slug = 'finalizado'), c.responsible_id, m, m + interval '2 days'
    from clients c, generate_series(1, ${months}::int) n, lateral (select now() - make_interval(months => n) as m) at where c.id % 6 = n % 6`,
  sql`insert into ticket_messages (content, ticket_id, user_id, created_at, updated_at)
    select 'Resposta ' || n || ' sobre a estação e o seu enlace', t.id, t.owner_id, t.created_at + n * interval '1 hour', t.created_at + n * interval '1 hour'
    from tickets t, generate_series(1, 10) n`,
  sql`insert into notices (user_id, kind, resource, row_uuid, path, title, read_at, created_at, updated_at)
    select (select min(id) from users) + n % 5, 'chamado-respondido', 'tickets', 'aviso-' || n, '/tickets', 'Responderam um chamado', at, at, at
    from generate_series(1, ${months}::int * 8333) n, lateral (select now() - n * interval '5 minutes' as at) moments`,
  sql`insert into audit_events (at, request_id, user_id, event, resource, row_id, changes)
    select now() - n * interval '1 minute', 'pedido-' || n / 4, (select min(id) from users) + n % 5, 'clients.update', 'clients',
      1 + n % (select max(id) from clients), '{"crm_name": ["Ana", "Rui"], "observation": [null, "falou com o técnico"]}'
    from generate_series(1, ${months}::int * 41667) n`,
]

/** Answers the ids of some of its clients. */
export async function furnishOffice(
  database: Database,
  { clients, months }: { readonly clients: number; readonly months: number },
): Promise<readonly string[]> {
  await crowd(database, clients)
  const { kysely } = database
  await kysely.connection().execute(async one => {
    // Triggers would write the history of each row.
    await sql`set session_replication_role = replica`.execute(one)
    for (const each of filling(months)) await each.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  await sql`vacuum analyze`.execute(kysely)
  const { rows } = await sql<{ uuid: string }>`select uuid from clients where active order by id limit 60`.execute(
    kysely,
  )
  return rows.map(({ uuid }) => uuid)
}

/** Which paths of the API each screen reads as it opens. */
export async function requestsOf(
  chrome: Browser,
  product: Product<unknown>,
): Promise<ReadonlyMap<string, readonly string[]>> {
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
export async function openScreen(product: Product<unknown>, paths: readonly string[]): Promise<number> {
  const begun = performance.now()
  await Promise.all(paths.map(async path => (await product.ask('GET', path)).arrayBuffer()))
  return performance.now() - begun
}
