import { bankDayFrom } from '#kernel/calendar.ts'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayAfter } from '#kernel/clock.ts'
import type { BillingPreview } from '#features/billing/bills/billing/api.ts'
import { remindOfDebts } from '#features/billing/bills/dunning/dunning.server.ts'
import { callerOf } from './calls.ts'
import { cnpj } from './drafts.ts'
import { openMortal } from './mortal.ts'
import { enter } from './population.ts'

// A process that bills one month after another, and writes about its bills on the three days of the ruler, until it is killed. A month
// that was not finished is asked for again as it was: what was asked is written down before. Of each month it says what all came to.

const clients = 12
const steps = [-10, 5, 20] as const
const { app, db, house, runner, config } = await openMortal(1, { REQUESTS_PER_MINUTE: '1000000' })
const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0]
const call = callerOf(app, {
  me: await enter(db, (await one(sql<{ id: number }>`select min(id) as id from users`))?.id ?? 0),
})

await db.transaction().execute(async trx => {
  const { rows } = await sql`select 1 from clients where contract_value > 0`.execute(trx)
  if (rows.length) return
  for (let n = 0; n < clients; n++)
    await sql`
      insert into clients (name, document, email, contract_value, contract_billing_day, custom_contract_service_name, prospect)
      values (${`Provedor ${n}`}, ${cnpj(8_200_000 + n)}, ${`c${n}@exemplo.com.br`}, 1480, 10, 'Assessoria', false)`.execute(
      trx,
    )
  const ruler = JSON.stringify([{ internal_key: 'regua-cobranca', value: steps.join() }])
  await sql`insert into configurations (name, metas_only_father) values ('Régua', ${ruler}::jsonb)`.execute(trx)
})

interface Asked {
  readonly month: string
  readonly due: 'mesmo'
  readonly finance_type_id: number
  readonly bills: readonly { client: string; lines: readonly string[]; total: number; due: string }[]
}
const at = (round: number) => join(config.OUTORGA_DATA_DIR, `month-${round}.json`)
/** What is asked of a month: the same however often it is. */
async function askedOf(round: number): Promise<Asked> {
  if (existsSync(at(round))) return JSON.parse(readFileSync(at(round), 'utf8'))
  const month = `${2031 + Math.floor(round / 12)}-${String(1 + (round % 12)).padStart(2, '0')}`
  const seen = await call('me', 'GET', `bills-to-receive/faturar?month=${month}&due=mesmo`)
  const { bills }: BillingPreview = Object(seen.body)
  const asked: Asked = {
    month,
    due: 'mesmo',
    finance_type_id: 1,
    bills: bills.map(({ client, lines, total, due }) => ({
      client: client.uuid,
      lines: lines.map(({ key }) => key),
      total,
      due,
    })),
  }
  writeFileSync(`${at(round)}.tmp`, JSON.stringify(asked))
  renameSync(`${at(round)}.tmp`, at(round))
  return asked
}

/** Two days at once: the second finds what the first did. */
async function remindTwice(day: string) {
  const morning = new Date(`${bankDayFrom(day)}T14:00:00Z`)
  await Promise.all([remindOfDebts(house, morning), remindOfDebts(house, morning)])
}

/** Of each client and month one bill, of each bill and step one word, of each client and day one mail; or what is wrong. */
async function weighed(rounds: number): Promise<string> {
  const found = await one(sql<Record<string, number>>`
    select (select count(*)::int from bills_to_receive) as bills,
      (select count(distinct (client_id, competence))::int from bills_to_receive) as months,
      (select count(*)::int from bills_to_receive_items) as items,
      (select count(*)::int from bill_runs) * ${clients}::int as runs,
      (select count(*)::int from bills_to_receive b join bill_runs r on r.id = b.run_id and r.competence = b.competence) as own_run,
      (select count(*)::int from bill_dunnings) / ${steps.length}::int as steps,
      (select count(*)::int from bill_dunnings d join mails m on m.id = d.mail_id and m.state = 'enviado') / ${steps.length}::int as told,
      (select count(*)::int from mails where kind = 'cobranca') / ${steps.length}::int as mails`)
  const wrong = Object.entries(found ?? {}).filter(([, n]) => n !== rounds * clients)
  return wrong.length ? `${rounds} ${JSON.stringify(Object.fromEntries(wrong))}` : 'one of each'
}

/** What a kill left of a month is all of it or nothing. */
async function refuseTorn() {
  const { rows } = await sql`
    select competence, count(*) from bills_to_receive group by competence having count(*) <> ${clients}
    union all select competence || ' ' || step, count(*) from bill_dunnings d join bills_to_receive b on b.id = d.bill_id
    group by competence, step having count(*) <> ${clients} or count(d.mail_id) <> ${clients}`.execute(db)
  if (rows.length) throw new Error(`torn: ${JSON.stringify(rows)}`)
}

await refuseTorn()
const begun = Number((await one(sql<{ n: number }>`select count(*)::int as n from bill_runs`))?.n)
process.stdout.write('ready\n')
for (let round = Math.max(0, begun - 1); ; round++) {
  const body = await askedOf(round)
  const made = await call('me', 'POST', 'bills-to-receive/faturar', {
    body,
    headers: { 'idempotency-key': `mes-${round}` },
  })
  if (made.status !== 200 || Object(made.body.data).bills !== clients) throw new Error(made.text)
  for (const step of steps) await remindTwice(dayAfter(body.bills[0]?.due ?? '', step))
  for (;;) {
    await runner.settled()
    const left = await one(
      sql<{ n: number }>`select count(*)::int as n from mails where state in ('aguardando', 'enviando')`,
    )
    if (!left?.n) break
    await after(50)
  }
  process.stdout.write(`done ${await weighed(round + 1)}\n`)
}
