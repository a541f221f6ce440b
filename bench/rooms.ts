// The lists of the rooms that hold the most, 40,000 bills and 20,000 tickets of 2,000 clients, any of their first hundred pages, against a
// floor written by hand (`floor-rooms.ts`): how many times its time.
import { sql } from 'kysely'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { median } from './figures.ts'
import { openFilled } from './filled.ts'
import { connections, isWanted, processorOf, ratios, spread, timesOf, type Call } from './rounds.ts'
import { versus } from './versus.ts'

const clients = Number(process.argv[2] ?? 2_000)
const seconds = Number(process.argv[3] ?? 3)
const rounds = Number(process.argv[4] ?? 5)
/** Times the floor that counts each time. */
const most = 1.5
const port = 4_851
const ways = ['counts', 'remembers'] as const

/** Twenty bills and ten tickets of each client: most of the bills paid, most of the tickets settled. */
async function furnish({ kysely }: Database): Promise<void> {
  await sql`
    insert into bills_to_receive (client_id, finance_type_id, issue_date, due_date, value, fees, discount, received, "order", billet_number, downloaded, paid_on, called_off)
    select c.id, (select min(id) from finance_types), current_date - n * 30 - 20, current_date - n * 30 + 40, 100 + n, case when n % 3 = 0 then 2.5 end,
      case when n % 4 = 0 then 10 end, case when n > 4 then 100 + n when n = 1 then 50 else 0 end, case when n % 2 = 0 then n end,
      case when n % 5 > 0 then 'B' || c.id || '-' || n end, n > 4, case when n > 4 then current_date - n * 30 end, n = 3
    from clients c, generate_series(0, 19) n where c.deleted_at is null and not c.prospect`.execute(kysely)
  await sql`
    insert into tickets (name, client_id, module_id, type_id, status_id, owner_id, priority, opened_user_id, closed_user_id, reply_by, spoken_at, created_at)
    select 'Chamado ' || n || ' de ' || c.name, c.id, (select min(id) from module_tickets), (select min(id) from ticket_types),
      (select id from statuses where model = 'Ticket' and slug = case when n > 2 then 'finalizado' else 'em-aberto' end),
      case when n % 2 = 0 then (select min(id) from users) end, case when n % 4 = 0 then 'alta' else 'normal' end, (select min(id) from users),
      case when n > 2 then (select min(id) from users) end, case when n <= 2 then now() + n * interval '1 hour' end,
      now() - n * interval '1 day', now() - (n * 3000 + c.id) * interval '1 minute'
    from clients c, generate_series(0, 9) n where c.deleted_at is null and not c.prospect`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
}

const product = await openFilled(port, clients, furnish)
try {
  const servers = [product.server]
  for (const way of ways) servers.push(await product.startFloor('floor-rooms', way))
  const works = [
    { name: 'the list of bills', list: bills },
    { name: 'the list of tickets', list: tickets },
  ]
  let over = false
  for (const { name, list } of works.filter(isWanted)) {
    const pages = `/api/v1/${list.path}?columns=${list.list.columns.join(',')}&per_page=25&page=`
    const next = (): Call => ({ method: 'GET', path: `${pages}${1 + Math.floor(Math.random() * 100)}` })
    const { ours, floors } = await versus(servers, next, { seconds, rounds, checks: 10 })
    const told = ways.map((way, at) => {
      const floor = floors[at] ?? []
      const figures = ratios(timesOf(ours), timesOf(floor))
      if (way === 'counts') over ||= median(figures) > most
      return `${spread(figures)} of the floor that ${way}${way === 'counts' ? `, at most ${most}` : ''}; ${processorOf(ours, floor)}`
    })
    console.log(
      `${name}, ${connections} connections: ${median(timesOf(ours)).toFixed(2)} ms of the machine; ${told.join('; ')}`,
    )
  }
  process.exitCode = over ? 1 : 0
} finally {
  await product.close()
}
