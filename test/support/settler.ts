import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { returnFile } from './bank-return.ts'
import { callerOf, dataOf, rowsOf } from './calls.ts'
import { cnpj } from './drafts.ts'
import { openMortal } from './mortal.ts'
import { enter } from './population.ts'

// A process that applies one return of the bank after another, places what is of no bill, and undoes and reads again every other one,
// until it is killed. Whatever a kill left, the money of each file counts once.

const boletos = 6
const strangers = 2
const cents = 30_000
const { app, db } = await openMortal(1, { REQUESTS_PER_MINUTE: '1000000' })
const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0]
const call = callerOf(app, {
  me: await enter(db, (await one(sql<{ id: number }>`select min(id) as id from users`))?.id ?? 0),
})
const today = dayIn(new Date()).day
const written = (day: string) => day.split('-').toReversed().join('')

await db.transaction().execute(async trx => {
  if ((await sql`select 1 from checking_accounts`.execute(trx)).rows.length) return
  await sql`
    with e as (insert into empresas (nome_fantasia, cnpj) values ('Casa', '11222333000181') returning id),
      c as (insert into clients (name, document, email, prospect, empresa_responsavel_id)
        select 'Provedor', ${cnpj(8_300_000)}, 'p@exemplo.com.br', false, id from e)
    insert into checking_accounts (name, slug, empresa_id, bank, agency, account, wallet, agreement)
    select 'Sicoob', 'sicoob', id, 756, '4277', '6498', '1', '172278' from e`.execute(trx)
})

/** The boletos of a round, and bills for what is of none. */
async function issuedOf(round: number) {
  const shown: string[] = []
  const bills: number[] = []
  for (let n = 0; n < boletos + strangers; n++) {
    const made = await call('me', 'POST', 'bills-to-receive', {
      body: {
        client_id: 1,
        finance_type_id: 1,
        checking_account_id: 1,
        issue_date: today,
        due_date: dayAfter(today, 20),
        value: cents / 100,
        order: n + 1,
      },
      headers: { 'idempotency-key': `conta-${round}-${n}` },
    })
    const { uuid, id } = dataOf(made)
    if (n >= boletos) {
      bills.push(id)
      continue
    }
    const bill = dataOf(await call('me', 'GET', `bills-to-receive/${uuid}`))
    const number =
      bill.billet_number ?? dataOf(await call('me', 'PUT', `bills-to-receive/${uuid}/emitir-boleto`)).billet_number
    shown.push(String(number))
  }
  return { shown, bills }
}

const lineOf = (shown: string) => ({
  shown,
  movement: '06',
  due_on: written(dayAfter(today, 20)),
  occurred_on: written(today),
  cents,
  paid_cents: cents,
  motives: '06',
})

async function apply(round: number, bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const answer = await call('me', 'POST', `bills-to-receive/retorno/aplicar?name=${round}.ret&sha256=${sha256}`, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  if (answer.status !== 200) throw new Error(answer.text)
}
async function placeAll(bills: readonly number[]) {
  const waiting = rowsOf(await call('me', 'GET', 'bank-return-lines?filter[state]=espera&sort=at&pagination=false'))
  for (const { uuid, number } of waiting) {
    // The strangers of a round are numbered alike each time it is read.
    const bill_id = bills[Number(String(number).slice(0, 7)) % strangers]
    const placed = await call('me', 'PUT', `bank-return-lines/${uuid}/colocar`, { body: { bill_id, over: true } })
    if (placed.status !== 200) throw new Error(placed.text)
  }
}
async function undoOnce(round: number) {
  const readings = rowsOf(await call('me', 'GET', `bank-returns?search=${round}.ret&sort=id&pagination=false`)).filter(
    ({ name }) => name === `${round}.ret`,
  )
  const [reading] = readings
  if (!reading || readings.some(({ undone_at }) => undone_at !== null)) return
  const undone = await call('me', 'PUT', `bank-returns/${reading.uuid}/desfazer`, { body: { reason: 'De novo' } })
  if (undone.status !== 200) throw new Error(undone.text)
}

/** What a kill left of readings is whole: every line of theirs is there, and its payment stands exactly while the line is in force. */
async function refuseTorn() {
  const { rows } = await sql`
    select 'lines' as what, r.id from bank_returns r join bank_return_lines l on l.bank_return_id = r.id
    group by r.id having count(*) <> r.lines
    union all
    select 'payment', l.id from bank_return_lines l left join bill_payments p on p.id = l.payment_id and p.reversed_at is null
    where (l.state in ('aplicada', 'colocada')) <> (p.id is not null)
    union all
    select 'stray', p.id from bill_payments p
    where p.reversed_at is null and not exists (select 1 from bank_return_lines l where l.payment_id = p.id)
    union all
    select 'bill', b.id from bills_to_receive b where b.received <> (
      select coalesce(sum(p.settled), 0) from bill_payments p where p.bill_id = b.id and p.reversed_at is null)`.execute(
    db,
  )
  if (rows.length) throw new Error(`torn: ${JSON.stringify(rows)}`)
}

/** Of each file read so far every boleto and every stranger counts once. */
async function weighed(rounds: number): Promise<string> {
  const found = await one(sql<Record<string, number>>`
    select (select coalesce(sum(value), 0)::float8 from bill_payments where reversed_at is null) as paid,
      (select coalesce(sum(received), 0)::float8 from bills_to_receive) as received,
      (select coalesce(sum(paid), 0)::float8 from bank_return_lines where state in ('aplicada', 'colocada')) as lines`)
  const expected = (rounds * (boletos + strangers) * cents) / 100
  const wrong = Object.entries(found ?? {}).filter(([, sum]) => sum !== expected)
  return wrong.length ? `${rounds} ${JSON.stringify(Object.fromEntries(wrong))}` : 'all once'
}

await refuseTorn()
const begun = Number((await one(sql<{ n: number }>`select count(distinct name)::int as n from bank_returns`))?.n)
process.stdout.write('ready\n')
for (let round = Math.max(0, begun - 1); ; round++) {
  const { shown, bills } = await issuedOf(round)
  const others = Array.from({ length: strangers }, (_, n) => `${9_000_000 + round * strangers + n}-0`)
  const bytes = returnFile([...shown, ...others].map(lineOf))
  await apply(round, bytes)
  await placeAll(bills)
  if (round % 2) {
    await undoOnce(round)
    await apply(round, bytes)
    await placeAll(bills)
  }
  await refuseTorn()
  process.stdout.write(`done ${await weighed(round + 1)}\n`)
}
