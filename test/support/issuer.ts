import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { issueInvoice } from '#features/billing/invoices/issue.server.ts'
import { anonymousUser } from '#kernel/access.ts'
import { contextOf } from '#server/context.ts'
import { callerOf, dataOf, type Method } from './calls.ts'
import { openMortal } from './mortal.ts'
import { enter } from './population.ts'

// A process that issues one note after another through the national emitter until it is killed; told 'last', it issues twelve, and
// says 'done' when all are authorised, with the number each has. It says 'ready' when it begins. The last there is, is asked for again.

const { app, db, house, runner } = await openMortal(1, { REQUESTS_PER_MINUTE: '1000000' })
const { rows: people } = await sql<{ id: number }>`select min(id) as id from users`.execute(db)
const user = people[0]?.id ?? 0
const call = callerOf(app, { me: await enter(db, user) })
async function must(method: Method, path: string, body: unknown) {
  const reply = await call('me', method, path, { body })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply
}

/** The company and the client, made once. */
async function partners(): Promise<{ readonly client: number; readonly company: number }> {
  const { rows } = await sql<{ client: number; company: number }>`
    select c.id as client, e.empresa_id as company from clients c, issuer_credentials e limit 1`.execute(db)
  if (rows[0]) return rows[0]
  const { rows: towns } = await sql<{ id: number }>`select id from cities where ibge = 3554102`.execute(db)
  const city_id = towns[0]?.id
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
  await sql`delete from clients where document = '11222333000181'`.execute(db)
  const address = { zipcode: '12020000', address: 'Rua das Palmeiras', number: '1', neighborhood: 'Centro', city_id }
  const client = dataOf(
    await must('POST', 'clients', { name: 'Provedor', document: '11222333000181', addresses: [address] }),
  ).id
  const pfx = { file: process.env.TEST_PFX ?? '', password: process.env.TEST_PFX_PASSWORD ?? '' }
  await must('PUT', `empresas/${company}/certificado`, pfx)
  return { client, company }
}

const { client, company } = await partners()
const person = (await house.person(db, user)) ?? anonymousUser
process.stdout.write('ready\n')
async function issue(i: number) {
  const effects: (() => Promise<void>)[] = []
  await db.transaction().execute(trx => {
    const request = { id: 'r', ip: '', agent: '', headers: {} }
    const ctx = contextOf(house, { user: person, session_id: 0 }, request, trx, effects)
    return issueInvoice(ctx, {
      client_id: client,
      empresa_id: company,
      value: 100 + i,
      description: `Nota ${i}`,
      service: '170101',
      competence: '2026-10-31',
      key: `nota:${i}`,
    })
  })
  for (const effect of effects) await effect()
}
/** Another note in the place of the oldest that is authorised and has none, as a person asks for it. */
async function substitute() {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from service_invoices i where state = 'autorizada' and replaces_id is null
      and not exists (select 1 from service_invoices n where n.replaces_id = i.id and n.state <> 'cancelada') order by id limit 1`.execute(
    db,
  )
  const body = { value: 90, description: 'Outra', service: '170101', competence: '2026-10-31', code: '05' }
  for (const { uuid } of rows) await must('POST', `service-invoices/${uuid}/substituir`, body)
}
const { rows: there } = await sql<{ n: number }>`
  select count(*)::int as n from service_invoices where key like 'nota:%'`.execute(db)
const from = Math.max(0, (there[0]?.n ?? 0) - 1)
for (let i = from; process.argv[2] !== 'last' || i < from + 12; i++) {
  await issue(i)
  if (i % 3 === 2) await substitute()
}
for (;;) {
  // What is to be tried later is tried now.
  await sql`update integration_queues set next_attempt_at = null where state = 'pendente'`.execute(db)
  // What was cut short too often waits for somebody, who tries again.
  const { rows: gone } = await sql<{
    uuid: string
  }>`select uuid from integration_queues where state = 'falhou' limit 100`.execute(db)
  if (gone.length) await must('PUT', 'integration-queues/reprocessar', { ids: gone.map(({ uuid }) => uuid) })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from service_invoices where state not in ('autorizada', 'substituida')`.execute(db)
  if (!rows[0]?.n) break
  await runner.settled()
  await after(100)
}
const { rows: told } = await sql`
  select i.number, i.nfse_number, i.state, o.access_key as replaces, o.state as replaced
  from service_invoices i left join service_invoices o on o.id = i.replaces_id order by i.number`.execute(db)
process.stdout.write(`done ${JSON.stringify(told)}\n`)
