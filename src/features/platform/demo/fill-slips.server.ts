import { sql } from 'kysely'
import { ruleOf } from '#features/billing/bills/slip/banks.ts'
import { codeOfBank, fitAccount } from '#features/billing/bills/slip/fit.ts'
import { barsOf, lineOf } from '#features/billing/bills/slip/numbers.ts'
import type { Sql } from '#server/operation.ts'

interface SlippedBill {
  readonly id: number
  readonly due_date: string
  readonly value: number
  readonly account: number
  readonly bank: number
  readonly agency: string
  readonly agreement: string
  readonly wallet: string
  readonly issue_date: string
}

/** Boletos of what is still to fall due: most are at the bank already, one it did not take, and of the last ones there is none yet. */
export async function fillSlips(db: Sql) {
  await sql`
    update empresas e set municipio_id = c.id from cities c
    where e.municipio_id is null and c.ibge = case when e.id = (select min(id) from empresas) then 3549904 else 3554102 end`.execute(
    db,
  )
  await sql`
    update bills_to_receive b set checking_account_id = a.id
    from clients c join checking_accounts a on a.empresa_id = c.empresa_responsavel_id
    where c.id = b.client_id and b.checking_account_id is null`.execute(db)
  const { rows } = await sql<SlippedBill>`
    select b.id::float8 as id, b.due_date::text as due_date, b.issue_date::text as issue_date, b.value::float8 as value,
      a.id::float8 as account, a.bank, a.agency, a.agreement, a.wallet
    from bills_to_receive b join checking_accounts a on a.id = b.checking_account_id
    where not b.downloaded and not b.called_off and b.bar_code is null order by b.id`.execute(db)
  const next = new Map<number, number>()
  for (const [at, bill] of rows.entries()) {
    // Every fifth still waits for somebody to issue it.
    if (at % 5 === 4) continue
    const number = next.get(bill.account) ?? 1
    next.set(bill.account, number + 1)
    await issueOne(db, bill, number, at)
  }
  for (const [account, number] of next)
    await sql`update checking_accounts set next_number = ${number} where id = ${account}`.execute(db)
}

async function issueOne(db: Sql, bill: SlippedBill, number: number, at: number) {
  const bank = codeOfBank(bill.bank)
  const rule = ruleOf(bank)
  const { account } = fitAccount({ ...bill, account: '1', account_digit: '1' })
  if (!rule || !account) return
  const { free, shown } = rule.number(account, String(number).padStart(rule.digits, '0'))
  const bars = barsOf({ bank, due_date: bill.due_date, cents: Math.round(bill.value * 100), free })
  const issued = `${bill.issue_date}T09:30:00-03:00`
  const [refused, waits] = [at % 7 === 5, at % 7 === 3]
  await sql`
    insert into bill_slips (bill_id, checking_account_id, number, shown, bars, line, due_date, value, issued_at, registered_at, refused_at, refusal)
    values (${bill.id}, ${bill.account}, ${number}, ${shown}, ${bars}, ${lineOf(bars)}, ${bill.due_date}, ${bill.value}, ${issued},
      ${refused || waits ? null : issued}, ${refused ? issued : null}, ${refused ? 'Entrada rejeitada: CEP inválido' : null})`.execute(
    db,
  )
  if (!refused && !waits)
    await sql`update bills_to_receive set bar_code = ${lineOf(bars)} where id = ${bill.id}`.execute(db)
}
