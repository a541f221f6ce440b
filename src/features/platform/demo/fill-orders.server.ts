import { sql } from 'kysely'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { ruleOf } from '#features/billing/bills/slip/banks.ts'
import { codeOfBank, fitAccount } from '#features/billing/bills/slip/fit.ts'
import { barsOf, lineOf } from '#features/billing/bills/slip/numbers.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import type { Office } from '#features/platform/demo/base.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { itemNameOf } from '#features/billing/order-services/plan.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import type { Sql } from '#server/operation.ts'

interface OrderedDemoNote {
  readonly id: number
  readonly client: number
  readonly empresa: number
  readonly value: number
  readonly description: string
  readonly service: string
}
/** What there is of each order's bill, the newest note last: the first was paid, the last ones are charged by boleto. */
const charged = ['paid', 'open', 'slip', 'slip', 'slip'] as const

/** Orders of the last notes, each with its bill; one that brought nothing about, and one that was called off. */
export async function fillOrders(db: Sql, { known, users, today }: Office) {
  const { rows } = await sql<OrderedDemoNote>`
    select id, client_id as client, empresa_id as empresa, value::float8 as value, description, service_code as service
    from service_invoices where state <> 'cancelada' order by id desc limit ${charged.length}`.execute(db)
  const notes = rows.toReversed()
  const account = await accountOf(db, notes[0]?.empresa ?? 0)
  const due = (at: number) => daysFrom(today, charged[at] === 'paid' ? -6 : 9 + at)
  const moment = (at: number) => `${daysFrom(today, -12 + at)}T15:2${at}:00-03:00`
  const made = await sow(
    db,
    bills,
    notes.map(({ client, value }, at) => ({
      client_id: client,
      finance_type_id: known('finance_types', 'servico-avulso'),
      checking_account_id: account?.id ?? null,
      issue_date: daysFrom(today, -12 + at),
      due_date: due(at),
      value,
      received: 0,
      called_off: false,
      downloaded: false,
      created_at: moment(at),
    })),
  )
  for (const [at, { value, description }] of notes.entries()) {
    const bill = made[at] ?? 0
    await sql`
      insert into bills_to_receive_items (parent_id, position, name, value) values (${bill}, 0, ${itemNameOf(description)}, ${value})`.execute(
      db,
    )
    if (charged[at] === 'paid') await payBill(db, bill, due(at))
    if (charged[at] === 'slip' && account)
      await giveSlip(db, account, { bill, due: due(at), value, user: users[1] ?? null })
  }
  const [some] = notes
  const plain = { criar_contas_a_receber: false, gerar_nota_fiscal: false, gerar_boleto: false }
  await sow(db, orderServices, [
    ...(some
      ? [
          {
            ...plain,
            client_id: some.client,
            empresa_id: some.empresa,
            vencimento: daysFrom(today, 20),
            valor_servico: 250,
            descricao_servico: 'Segunda via da licença da estação Morro do Cruzeiro, ainda por combinar',
            created_at: `${daysFrom(today, -13)}T10:05:00-03:00`,
          },
          {
            ...plain,
            client_id: some.client,
            empresa_id: some.empresa,
            vencimento: daysFrom(today, -2),
            valor_servico: 1_900,
            descricao_servico: 'Projeto técnico de enlace que o cliente desistiu de fazer',
            called_off_at: `${daysFrom(today, -9)}T11:40:00-03:00`,
            created_at: `${daysFrom(today, -14)}T09:30:00-03:00`,
          },
        ]
      : []),
    ...notes.map(({ id, client, empresa, value, description, service }, at) => ({
      client_id: client,
      empresa_id: empresa,
      vencimento: due(at),
      valor_servico: value,
      descricao_servico: description,
      criar_contas_a_receber: true,
      gerar_nota_fiscal: true,
      gerar_boleto: charged[at] === 'slip' && account !== null,
      servico: service,
      bill_id: made[at] ?? null,
      invoice_id: id,
      created_at: moment(at),
    })),
  ])
}

async function accountOf(db: Sql, empresa: number) {
  const { rows } = await sql<OrderAccount>`
    select id, bank, agency, account, account_digit, wallet, agreement from ${sql.table(checkingAccounts.path.replaceAll('-', '_'))}
    where empresa_id = ${empresa} order by id limit 1`.execute(db)
  return rows[0] ?? null
}
interface OrderAccount {
  readonly id: number
  readonly bank: number
  readonly agency: string | null
  readonly account: string | null
  readonly account_digit: string | null
  readonly wallet: string | null
  readonly agreement: string | null
}

const payBill = (db: Sql, bill: number, day: string) =>
  sql`
    with came as (
      insert into bill_payments (bill_id, paid_on, value, settled, method, checking_account_id, source, reference)
      select id, ${day}::date, value, value, 'pix', checking_account_id, 'manual', 'ordem ' || id from bills_to_receive where id = ${bill})
    update bills_to_receive set downloaded = true, downloaded_at = ${`${day}T16:00:00-03:00`}, paid_on = ${day}::date, received = value, fixed = true
    where id = ${bill}`.execute(db)

interface SlipSowing {
  readonly bill: number
  readonly due: string
  readonly value: number
  readonly user: number | null
}
/** The boleto of a bill, with the account's next number. */
async function giveSlip(db: Sql, account: OrderAccount, { bill, due, value, user }: SlipSowing) {
  const { rows } = await sql<{ number: number }>`
    update checking_accounts set next_number = next_number + 1 where id = ${account.id} returning next_number - 1 as number`.execute(
    db,
  )
  const [number, bank] = [rows[0]?.number ?? 1, codeOfBank(account.bank)]
  const rule = ruleOf(bank)
  const { account: fitted } = fitAccount(account)
  if (!rule || !fitted) return
  const { free, shown } = rule.number(fitted, String(number).padStart(rule.digits, '0'))
  const bars = barsOf({ bank, due_date: due, cents: Math.round(value * 100), free })
  await sql`
    insert into bill_slips (bill_id, checking_account_id, number, shown, bars, line, due_date, value, user_id, registered_at)
    values (${bill}, ${account.id}, ${number}, ${shown}, ${bars}, ${lineOf(bars)}, ${due}, ${value}, ${user}, case when ${number}::int % 2 = 1 then now() end)`.execute(
    db,
  )
  await sql`update bills_to_receive set bar_code = case when ${number}::int % 2 = 1 then ${lineOf(bars)} end, billet_number = ${shown} where id = ${bill}`.execute(
    db,
  )
}
