import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { callerOf, type Method } from './calls.ts'
import { openMortal } from './mortal.ts'
import { enter } from './population.ts'

// A process that issues the boleto of one bill after another, of an account that Asaas registers, until it is killed; every third is
// cancelled at once and issued again. Told 'last', it goes on to a dozen more, waits until none waits, and says 'done' with what each
// live boleto is called there. It says 'ready' when it begins.

const { app, db, runner } = await openMortal(1, { REQUESTS_PER_MINUTE: '1000000' })
const { rows: people } = await sql<{ id: number }>`select min(id) as id from users`.execute(db)
const call = callerOf(app, { me: await enter(db, people[0]?.id ?? 0) })
async function must(method: Method, path: string, body?: unknown) {
  const reply = await call('me', method, path, { body })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply
}
const today = dayIn(new Date()).day

const { rows: ready } = await sql`select 1 from account_credentials`.execute(db)
if (!ready.length) {
  await db.transaction().execute(async trx => {
    await sql`delete from checking_accounts`.execute(trx)
    await sql`delete from empresas where cnpj = '12ABC34501DE35'`.execute(trx)
    await sql`insert into empresas (nome_fantasia, razao_social, cnpj) values ('Farol', 'Farol Ltda', '12ABC34501DE35')`.execute(
      trx,
    )
    await sql`
      insert into checking_accounts (name, slug, empresa_id, registration, registration_environment)
      select 'Asaas', 'asaas', min(id), 'asaas', 'producao' from empresas where cnpj = '12ABC34501DE35'`.execute(trx)
    await sql`
      insert into clients (name, document, empresa_responsavel_id) select 'Provedor', '11222333000181', min(id) from empresas e
      where e.cnpj = '12ABC34501DE35' and not exists (select 1 from clients where document = '11222333000181')`.execute(
      trx,
    )
    await sql`
      insert into finance_types (name, slug) select 'Mensalidade', 'mensalidade'
      where not exists (select 1 from finance_types)`.execute(trx)
  })
  const { rows } = await sql<{ uuid: string }>`select uuid from checking_accounts`.execute(db)
  await must('PUT', `checking-accounts/${rows[0]?.uuid}/registro/chaves`, {
    provider: 'asaas',
    token: process.env.TEST_ASAAS_TOKEN ?? '',
    hook: 'token-do-webhook-com-mais-de-trinta-e-dois',
  })
}

async function billUuid(i: number): Promise<string> {
  const { rows } = await sql<{ uuid: string }>`
    insert into bills_to_receive (client_id, finance_type_id, checking_account_id, issue_date, due_date, value)
    select (select id from clients where document = '11222333000181'), (select min(id) from finance_types), a.id, ${today}::date,
      ${dayAfter(today, 30)}::date, ${100 + i} from checking_accounts a
    where not exists (select 1 from bills_to_receive where value = ${100 + i}) returning uuid`.execute(db)
  if (rows[0]) return rows[0].uuid
  const { rows: there } = await sql<{ uuid: string }>`
    select uuid from bills_to_receive where value = ${100 + i}`.execute(db)
  return there[0]?.uuid ?? ''
}

process.stdout.write('ready\n')
const { rows: there } = await sql<{ n: number }>`select count(*)::int as n from bills_to_receive`.execute(db)
const from = Math.max(0, (there[0]?.n ?? 0) - 1)
for (let i = from; process.argv[2] !== 'last' || i < from + 12; i++) {
  const uuid = await billUuid(i)
  await must('PUT', `bills-to-receive/${uuid}/emitir-boleto`)
  if (i % 3 === 0) {
    await after(Math.random() * 60)
    await must('PUT', `bills-to-receive/${uuid}/cancelar-boleto`)
    await must('PUT', `bills-to-receive/${uuid}/emitir-boleto`)
  }
}
for (;;) {
  // What is to be tried later is tried now; what was cut short too often waits for somebody, who tries again.
  await sql`update integration_queues set next_attempt_at = null where state = 'pendente'`.execute(db)
  const { rows: gone } = await sql<{ uuid: string }>`
    select uuid from integration_queues where state = 'falhou' limit 100`.execute(db)
  if (gone.length) await must('PUT', 'integration-queues/reprocessar', { ids: gone.map(({ uuid }) => uuid) })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from integration_queues where kind = 'envio' and state in ('pendente', 'processando', 'falhou')`.execute(
    db,
  )
  if (!rows[0]?.n) break
  await runner.settled()
  await after(100)
}
const { rows: told } = await sql`
  select b.uuid as bill, s.uuid as slip, s.external_id, b.bar_code is not null as payable
  from bills_to_receive b left join bill_slips s on s.bill_id = b.id and s.cancelled_at is null order by b.id`.execute(
  db,
)
process.stdout.write(`done ${JSON.stringify(told)}\n`)
