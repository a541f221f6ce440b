// The tasks of 2,000 clients, twelve each, as the board of a month and as the day of somebody with forty clients, against a floor written
// by hand (`floor-tasks.ts`): how many times its time. The answers are compared, whole, before either counts.
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { median } from './figures.ts'
import { openFilled } from './filled.ts'
import { isWanted, processorOf, ratios, spread, timesOf, type Call } from './rounds.ts'
import { versus } from './versus.ts'

const clients = Number(process.argv[2] ?? 2_000)
const seconds = Number(process.argv[3] ?? 3)
const rounds = Number(process.argv[4] ?? 5)
/** Times the floor. */
const most = 1.5
const port = 4_831
/** Templates: one follows the coleta, two follow marks, the others are done by themselves. */
const templates = 12
/** Of whom it is told whose day is read. */
const mine = 40

/** A fistel and a month's coleta for each client, half of them filed; twelve tasks, most of them done. */
async function furnish({ kysely }: Database): Promise<void> {
  await sql`
    insert into fistels (fistel, client_id, service_type_id, active_anatel)
    select lpad((50000000000 + c.id)::text, 11, '0'), c.id, (select id from service_types where term = '045' limit 1), true
    from clients c where not exists (select 1 from fistels f where f.client_id = c.id)`.execute(kysely)
  await sql`update fistel_tenures set since = current_date - 400`.execute(kysely)
  await sql`
    insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
    select f.client_id, f.id, f.service_type_id, extract(year from current_date - interval '1 month')::int,
      extract(month from current_date - interval '1 month')::int,
      (select id from statuses where model = 'Collect' and slug = case when f.id % 2 = 0 then 'enviada' else 'em-aberto' end)
    from fistels f where not exists (select 1 from collects k where k.fistel_id = f.id
      and make_date(k.year, k.month, 1) = date_trunc('month', current_date - interval '1 month'))`.execute(kysely)
  await sql`
    insert into tarefas (nome, slug, obligation)
    select 'Modelo ' || n, 'modelo-' || n, case n when 1 then 'acessos' when 2 then 'fust' when 3 then 'funttel' end
    from generate_series(1, ${templates}::int) n`.execute(kysely)
  await sql`update clients set responsible_id = (select min(id) from users)
    where id in (select id from clients where not prospect and deleted_at is null order by id limit ${mine})`.execute(
    kysely,
  )
  const period = sql`to_char(current_date - interval '1 month', 'YYYY-MM')`
  await sql`
    insert into client_tarefas (name, client_id, tarefa_id, period, obligation, due_on, done_on)
    select m.nome, c.id, m.id, ${period}, m.obligation,
      (date_trunc('month', current_date) + (m.id * 2 % 28) * interval '1 day')::date,
      case when m.obligation is null and (c.id + m.id) % 4 > 0 then current_date end
    from clients c, tarefas m where c.deleted_at is null and not c.prospect and m.nome like 'Modelo %'`.execute(kysely)
  await sql`
    insert into client_tarefas_items (parent_id, position, name, status)
    select t.id, n, 'Item ' || n, case when (t.id + n) % 3 = 0 then 'em-dia' else 'nao-consultado' end
    from client_tarefas t, generate_series(0, 3) n`.execute(kysely)
  await sql`
    insert into client_obligations (obligation, period, client_id, done_on)
    select t.obligation, t.period, t.client_id, current_date - 2 from client_tarefas t
    where t.obligation in ('fust', 'funttel') and t.client_id % 5 > 0`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
}

const product = await openFilled(port, clients, furnish)
try {
  const servers = [product.server, await product.startFloor('floor-tasks')]
  const month = new Date().toISOString().slice(0, 7)
  const works = [
    { name: `the board of ${clients} clients and ${templates} tasks`, path: `quadro?month=${month}` },
    { name: `the day of somebody with ${mine} clients`, path: 'meu-dia' },
  ]
  let over = false
  for (const { name, path } of works.filter(isWanted)) {
    const call = (): Call => ({ method: 'GET', path: `/api/v1/tarefas/clientes/${path}` })
    const { ours, floors } = await versus(servers, call, { seconds, rounds })
    const [floor = []] = floors
    const figures = ratios(timesOf(ours), timesOf(floor))
    over ||= median(figures) > most
    console.log(
      `${name}: ${median(timesOf(ours)).toFixed(1)} ms of the machine; ${spread(figures)} of the floor, at most ${most}; ${processorOf(ours, floor)}`,
    )
  }
  process.exitCode = over ? 1 : 0
} finally {
  await product.close()
}
