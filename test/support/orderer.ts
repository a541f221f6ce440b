import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { localEmitter } from '#features/billing/invoices/local.server.ts'
import type { Integration } from '#parts/integration/integration.server.ts'
import { Unanswered } from '#server/outbound.ts'
import { callerOf } from './calls.ts'
import { cnpj } from './drafts.ts'
import { equip } from './ordering.ts'
import { openMortal } from './mortal.ts'
import { enter } from './population.ts'

// A process that makes one order after another, each with its three switches and under a key of its own, until it is killed. What
// was answered is written down; what was not is asked for again under the same key. Its notes go out over HTTP to `EMITTER_URL`,
// which is asked first wherever it may have one already. It says what all the orders it was answered for came to.

const emitterUrl = process.env.EMITTER_URL ?? ''
const emitter: Integration = {
  ...localEmitter,
  hosts: () => [new URL(emitterUrl).host],
  send: async (item, talk, at) => {
    const url = new URL(`notas/${item.key.replace(/\W/g, '-')}`, emitterUrl)
    const known = item.attempt > 1 ? await talk(url) : null
    if (known?.status !== 200) {
      const { status } = await talk(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      if (status >= 400) throw new Unanswered(`${url.host}: answered ${status}`)
    }
    return (await localEmitter.send?.(item, talk, at)) ?? { state: 'falhou', why: '' }
  },
}

const { app, db, config } = await openMortal(1, { REQUESTS_PER_MINUTE: '1000000' }, { integrations: [emitter] })
const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0]
const userId = (await one(sql<{ id: number }>`select min(id) as id from users`))?.id ?? 0
const call = callerOf(app, { me: await enter(db, userId) })

/** Rounds that were answered, one a line: on the disk before the next begins. */
const ledger = join(config.OUTORGA_DATA_DIR, 'answered.txt')
const answered = () => (existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').length - 1 : 0)
function writeDown(round: number) {
  const file = openSync(ledger, 'a')
  writeSync(file, `${round}\n`)
  fsyncSync(file)
  closeSync(file)
}

const client =
  (await one(sql<{ id: number }>`select min(id) as id from clients`))?.id ??
  (await db.transaction().execute(async trx => {
    const company = await sql<{
      id: number
    }>`insert into empresas (nome_fantasia) values ('Consultoria') returning id`.execute(trx)
    const made = await sql<{ id: number }>`
      insert into clients (name, document, prospect) values ('Provedor', ${cnpj(8_100_000)}, false) returning id`.execute(
      trx,
    )
    await equip(trx, company.rows[0]?.id ?? 0, made.rows[0]?.id ?? 0)
    return made.rows[0]?.id ?? 0
  })) ??
  0

/** What there is of everything; of each order exactly one, or it says what is wrong. */
async function weighed(rounds: number): Promise<string> {
  const found = await one(sql<Record<string, number>>`
    select (select count(*)::int from order_services) as orders, (select count(distinct bill_id)::int from order_services) as bills,
      (select count(*)::int from bills_to_receive) as all_bills, (select count(distinct invoice_id)::int from order_services) as notes,
      (select count(*)::int from service_invoices) as all_notes, (select coalesce(max(number), 0)::int from service_invoices) as last_note,
      (select count(*)::int from bill_slips) as all_slips, (select count(distinct bill_id)::int from bill_slips) as slips,
      (select coalesce(max(number), 0)::int from bill_slips) as last_slip,
      (select count(*)::int from integration_queues where kind = 'envio') as queued`)
  const wrong = Object.entries(found ?? {}).filter(([, n]) => n !== rounds)
  return wrong.length ? `${rounds} ${JSON.stringify(Object.fromEntries(wrong))}` : 'one of each'
}

process.stdout.write('ready\n')
for (;;) {
  const round = answered() + 1
  const body = {
    vencimento: dayAfter(dayIn(new Date()).day, 20),
    descricao_servico: `Serviço ${round}`,
    valor_servico: round,
    criar_contas_a_receber: true,
    gerar_nota_fiscal: true,
    gerar_boleto: true,
  }
  const made = await call('me', 'POST', `clients/${client}/order-services`, {
    body,
    headers: { 'idempotency-key': `ordem-${round}` },
  })
  if (made.status !== 201) throw new Error(made.text)
  writeDown(round)
  process.stdout.write(`done ${await weighed(round)}\n`)
}
