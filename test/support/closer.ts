import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { markRefused, markRegistered } from '#features/billing/bills/slip/slips.server.ts'
import { sendWaiting } from '#features/billing/bills/closing/mails.server.ts'
import { callerOf, dataOf, type Method } from './calls.ts'
import { cnpj } from './drafts.ts'
import { openMortal } from './mortal.ts'
import { enter } from './population.ts'

// A process that closes the billing of many clients in one act until it is killed: the emitter refuses every fourth note, the bank every
// third boleto. It says 'ready' when it begins, and 'done' with what there is once nothing is waited for.

const clients = 24
const { app, db, house, runner } = await openMortal(1, { REQUESTS_PER_MINUTE: '1000000' })
const rowsOf = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
const [first] = await rowsOf(sql<{ id: number }>`select min(id) as id from users`)
const call = callerOf(app, { me: await enter(db, first?.id ?? 0) })
async function must(method: Method, path: string, body: unknown) {
  const reply = await call('me', method, path, { body })
  if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
  return reply
}

async function makeBills() {
  const [town] = await rowsOf(sql<{ id: number }>`select id from cities where ibge = 3554102`)
  const city_id = town?.id
  await sql`delete from empresas where cnpj = '12ABC34501DE35'`.execute(db)
  const company = dataOf(
    await must('POST', 'empresas', {
      nome_fantasia: 'Outorga',
      razao_social: 'Outorga Consultoria Ltda.',
      cnpj: '12ABC34501DE35',
      inscricao_municipal: '12345',
      municipio_id: city_id,
      regime: 'simples-nacional',
      aliquota_iss: 2,
      carga_tributaria: 6,
      emissor: 'nacional',
      servicos: [{ codigo: '170101', descricao: 'Assessoria' }],
    }),
  ).id
  await must('PUT', `empresas/${company}/certificado`, {
    file: process.env.TEST_PFX ?? '',
    password: process.env.TEST_PFX_PASSWORD ?? '',
  })
  const account = dataOf(
    await must('POST', 'checking-accounts', {
      name: 'Sicoob',
      empresa_id: company,
      bank: 756,
      agency: '4277',
      agency_digit: '3',
      account: '6498',
      account_digit: '0',
      wallet: '1',
      agreement: '172278',
      next_number: 1,
    }),
  ).id
  const today = dayIn(new Date()).day
  for (let n = 0; n < clients; n++) {
    const zipcode = n % 4 === 0 ? '12020000' : '12030000'
    const address = { zipcode, address: 'Rua das Palmeiras', number: '1', neighborhood: 'Centro', city_id }
    const client = dataOf(
      await must('POST', 'clients', {
        name: `Provedor ${n}`,
        document: cnpj(8_300_000 + n),
        email: `c${n}@exemplo.com.br`,
        empresa_responsavel_id: company,
        addresses: [address],
      }),
    ).id
    await must('POST', 'bills-to-receive', {
      client_id: client,
      finance_type_id: 1,
      checking_account_id: account,
      issue_date: today,
      due_date: dayAfter(today, 20),
      value: 100 + n,
    })
  }
}

if (!(await rowsOf(sql<object>`select 1 from bills_to_receive limit 1`)).length) await makeBills()
process.stdout.write('ready\n')

const own = await rowsOf(sql<{ uuid: string }>`select uuid from bills_to_receive order by id`)
await must('POST', 'bills-to-receive/fechar', {
  bills: own.map(({ uuid }) => uuid),
  note: true,
  slip: true,
  mail: true,
})
for (;;) {
  await sql`update integration_queues set next_attempt_at = null where state = 'pendente'`.execute(db)
  const gone = await rowsOf(sql<{ uuid: string }>`
    select uuid from integration_queues where state = 'falhou' and about_path in (
      select '/service-invoices/' || uuid from service_invoices where state in ('pendente', 'processando')) limit 100`)
  if (gone.length) await must('PUT', 'integration-queues/reprocessar', { ids: gone.map(({ uuid }) => uuid) })
  const slips = await rowsOf(sql<{ id: number }>`
    select id from bill_slips where registered_at is null and refused_at is null and cancelled_at is null`)
  for (const { id } of slips)
    await db
      .transaction()
      .execute(trx => (id % 3 ? markRegistered({ sql: trx }, id) : markRefused({ sql: trx }, id, 'Recusado')))
  await Promise.all([sendWaiting(house), sendWaiting(house)])
  const [left] = await rowsOf(sql<{ n: number }>`
    select count(*)::int as n from bills_to_receive b left join bill_closing_items i on i.bill_id = b.id
    left join mails m on m.id = i.mail_id where m.state is distinct from 'enviado'`)
  const [working] = await rowsOf(sql<{ n: number }>`
    select count(*)::int as n from bill_closings where state in ('na-fila', 'processando')`)
  if (!left?.n && !working?.n) break
  await runner.settled()
  await after(100)
}
// A request that is sent again after the bank has refused a boleto says that it is not issued again: no error of the closing.
const [found] = await rowsOf(sql<Record<string, number>>`
  select (select count(*)::int from service_invoices where state = 'autorizada') as authorised,
    (select count(*)::int from service_invoices where state = 'rejeitada') as rejected,
    (select count(distinct bill_id)::int from service_invoices) as noted,
    (select count(*)::int from bill_slips) as slips,
    (select count(distinct bill_id)::int from bill_slips) as slipped,
    (select max(number)::int from bill_slips) as last_number,
    (select count(*)::int from mails where kind = 'fatura') as mails,
    (select count(distinct client_id)::int from mails where kind = 'fatura') as mailed,
    (select count(*)::int from bill_closing_items i where note_error is not null or mail_error is not null
      or (slip_error is not null and not exists (
        select 1 from bill_slips s where s.bill_id = i.bill_id and s.refused_at is not null))) as errors`)
process.stdout.write(`done ${JSON.stringify(found)}\n`)
