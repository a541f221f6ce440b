import { sql } from 'kysely'
import { invalid, problem } from '#kernel/problem.ts'
import { ruleOf } from '#features/billing/bills/slip/banks.ts'
import { codeOfBank, fitAccount } from '#features/billing/bills/slip/fit.ts'
import {
  providerOf,
  providers,
  type SlipEnvironment,
  type SlipProvider,
} from '#features/billing/bills/slip/registrations.ts'
import { showDate } from '#kernel/show.ts'
import { barsOf, lastSlipDay, lineOf, mostCents } from '#features/billing/bills/slip/numbers.ts'
import { slipLock } from '#features/billing/bills/slip/sheet.ts'
import type { Ctx, Sql } from '#server/operation.ts'

/** A boleto of a bill, as it was issued; nothing of it changes after but what the bank answers. */
export interface BillSlip {
  readonly id: number
  readonly bill_id: number
  readonly checking_account_id: number
  readonly uuid: string
  readonly number: number
  readonly shown: string
  /** Null until the provider answers, where the bars are its own. */
  readonly bars: string | null
  /** The digits that are typed. */
  readonly line: string | null
  readonly due_date: string
  readonly value: number
  readonly issued_at: string
  readonly registered_at: string | null
  readonly refused_at: string | null
  readonly refusal: string | null
  /** Who registers it; null where a person does. */
  readonly provider: SlipProvider | null
  readonly environment: SlipEnvironment | null
  readonly external_id: string | null
}
const columns =
  sql.raw(`id, uuid, provider, environment, external_id, bill_id, checking_account_id, number::float8 as number, shown, bars, line, due_date::text as due_date,
  value::float8 as value, issued_at::text as issued_at, registered_at::text as registered_at,
  refused_at::text as refused_at, refusal`)

/** The boleto a bill is charged by now; null where none was issued, or it was cancelled. */
export async function liveSlip(db: Sql, bill: number): Promise<BillSlip | null> {
  const { rows } = await sql<BillSlip>`
    select ${columns} from bill_slips where bill_id = ${bill} and cancelled_at is null`.execute(db)
  return rows[0] ?? null
}

/** SQL: the state of the boleto of a bill under `alias`; null where the bill has none. */
export const slipStateSql = (alias: string) => `(select case when s.registered_at is not null then 'registrado'
    when s.refused_at is not null then 'recusado' when s.provider is not null then 'registrando' else 'nao-registrado' end
  from bill_slips s where s.bill_id = ${alias}.id and s.cancelled_at is null)`

/** What a boleto is made of. */
export interface SlipBill {
  readonly id: number
  readonly client_id: number
  readonly checking_account_id: number | null
  readonly due_date: string
  readonly cents: number
  /** Percent of fine and monthly interest that it prints: they stay so for this boleto. */
  readonly fine: number
  readonly interest: number
}
/** What of a bill decides whether it can have a boleto. */
type UnissuedSlip = Omit<SlipBill, 'id' | 'fine' | 'interest'>
interface IssuingAccount {
  readonly id: number
  readonly empresa_id: number | null
  readonly active: boolean
  readonly name: string
  readonly bank: number | null
  readonly agency: string | null
  readonly account: string | null
  readonly account_digit: string | null
  readonly wallet: string | null
  readonly agreement: string | null
  readonly wallet_variation: string | null
  readonly registration: string
  readonly registration_environment: SlipEnvironment
  readonly number: number
}
const accountColumns =
  sql.raw(`id, empresa_id, active, name, bank, agency, account, account_digit, wallet, agreement, wallet_variation,
  registration, registration_environment`)

const lostAccount = 'A conta corrente da cobrança foi excluída: escolha outra.'
/** Takes the account's next number; a lock makes other callers wait. */
async function takeNumber({ sql: db }: Ctx, account: number): Promise<IssuingAccount> {
  const { rows } = await sql<IssuingAccount>`
    update checking_accounts set next_number = next_number + 1, version = version + 1, updated_at = now()
    where id = ${account} and deleted_at is null
    returning ${accountColumns}, next_number - 1 as number`.execute(db)
  const [taken] = rows
  if (!taken) throw problem('conflict', lostAccount)
  return taken
}

/** Refuses an account that is not of the company the client is of, or is not ready to number boletos. */
async function numberOf(ctx: Ctx, bill: Pick<SlipBill, 'client_id'>, account: IssuingAccount) {
  if (!account.active) throw problem('conflict', `A conta corrente ${account.name} está inativa.`)
  const { rows } = await sql<{ empresa: number | null; cnpj: string | null; document: string | null }>`
    select c.empresa_responsavel_id as empresa, e.cnpj, c.document
    from clients c left join empresas e on e.id = ${account.empresa_id} where c.id = ${bill.client_id}`.execute(ctx.sql)
  if (account.empresa_id === null || (rows[0]?.empresa ?? account.empresa_id) !== account.empresa_id)
    throw problem(
      'conflict',
      account.empresa_id === null
        ? `Diga na conta corrente ${account.name} qual empresa é a beneficiária.`
        : `A conta corrente ${account.name} é de outra empresa do que a responsável pelo cliente.`,
    )
  if (!rows[0]?.cnpj)
    throw problem('conflict', 'Informe o CNPJ da empresa beneficiária: sem ele nenhum banco registra o boleto.')
  const provider = providerOf(account.registration)
  if (provider && !rows[0].document)
    throw problem('conflict', `Informe o CNPJ ou CPF do cliente: sem ele o ${providers[provider]} não registra.`)
  if (provider) await refuseKeyless(ctx.sql, account, provider)
  // The number and the bars of such a boleto are Asaas's own; ours only differs from the others of the account.
  if (provider === 'asaas') return { provider, bank: null, shown: String(account.number).padStart(8, '0'), free: '' }
  const { account: fitted, lacks } = fitAccount(account)
  const bank = codeOfBank(account.bank ?? 0)
  const rule = ruleOf(bank)
  if (!fitted || !rule)
    throw problem('conflict', `Falta na conta corrente ${account.name}: ${Object.values(lacks).join(' ')}`)
  const nosso = String(account.number).padStart(rule.digits, '0')
  if (nosso.length > rule.digits)
    throw problem('conflict', `Os números da conta corrente ${account.name} acabaram: peça outra carteira ao banco.`)
  return { provider, bank, ...rule.number(fitted, nosso) }
}

/** Throws while the account has no key of its provider. */
async function refuseKeyless(
  db: Sql,
  { id, name, registration_environment: environment }: IssuingAccount,
  provider: SlipProvider,
) {
  const { rows } = await sql`
    select 1 from account_credentials
    where checking_account_id = ${id} and provider = ${provider} and environment = ${environment}`.execute(db)
  if (!rows.length)
    throw problem(
      'conflict',
      `A conta corrente ${name} registra pelo ${providers[provider]} em ${environment === 'producao' ? 'produção' : 'homologação'}, e ainda não tem a chave dele: guarde-a na tela da conta.`,
    )
}

/** Throws where a boleto could not be paid as it says. */
export function refuseUnfit({ checking_account_id, due_date, cents }: UnissuedSlip, today: string) {
  if (checking_account_id === null)
    throw invalid({ checking_account_id: 'Escolha a conta corrente em que o boleto é cobrado, e salve.' })
  if (due_date < today) throw invalid({ due_date: 'O vencimento já passou: nenhum banco registra. Mude-o antes.' })
  if (due_date > lastSlipDay)
    throw invalid({
      due_date: `Um boleto vence no máximo em ${showDate(lastSlipDay)}: o código de barras não tem como dizer um dia depois.`,
    })
  if (cents <= 0) throw invalid({ value: 'Não há o que pagar.' })
  if (cents > mostCents) throw invalid({ value: 'Um boleto vai até R$ 99.999.999,99.' })
}

/** Throws where a bill like this could have no boleto today, as issuing it would; takes no number. */
export async function refuseUnissuable(ctx: Ctx, bill: UnissuedSlip, today: string) {
  refuseUnfit(bill, today)
  const { rows } = await sql<IssuingAccount>`
    select ${accountColumns}, next_number as number
    from checking_accounts where id = ${bill.checking_account_id} and deleted_at is null`.execute(ctx.sql)
  if (!rows[0]) throw problem('conflict', lostAccount)
  await numberOf(ctx, bill, rows[0])
}

/** Numbers a boleto for a locked bill without one; answers the bill's fields of it. */
export async function issueSlip(ctx: Ctx, bill: SlipBill, today: string) {
  refuseUnfit(bill, today)
  const account_id = bill.checking_account_id ?? 0
  const account = await takeNumber(ctx, account_id)
  const { provider, bank, free, shown } = await numberOf(ctx, bill, account)
  const bars = bank === null ? null : barsOf({ bank, due_date: bill.due_date, cents: bill.cents, free })
  return {
    shown,
    provider,
    registration: account.registration,
    /** Writes it. */
    keep: () =>
      sql`insert into bill_slips (bill_id, checking_account_id, number, shown, bars, line, due_date, value, fine_percent, interest_percent,
          user_id, provider, environment)
        values (${bill.id}, ${account_id}, ${account.number}, ${shown}, ${bars}, ${bars && lineOf(bars)}, ${bill.due_date},
          ${bill.cents / 100}, ${bill.fine}, ${bill.interest}, ${ctx.user.id}, ${provider},
          ${provider && account.registration_environment})`.execute(ctx.sql),
  }
}

/** A bill has the digits of its boleto exactly while the bank takes them: those of a test nobody can pay. */
export const showLines = ({ sql: db }: Pick<Ctx, 'sql'>, slips: readonly number[]) =>
  sql`
    update bills_to_receive b set bar_code = x.line, version = b.version + 1, updated_at = now()
    from (
      select bill_id, case when registered_at is not null and environment is distinct from 'homologacao' then line end as line from bill_slips
      where id = any(${[...slips]}::bigint[]) and cancelled_at is null
    ) x
    where b.id = x.bill_id and b.bar_code is distinct from x.line`.execute(db)

/** Locks the bills of these boletos: who changes a bill and its boleto locks the bill first, or two would wait for each other. */
export const lockBillsOf = ({ sql: db }: Pick<Ctx, 'sql'>, slips: readonly number[]) =>
  sql`
    select 1 from bills_to_receive where id in (select bill_id from bill_slips where id = any(${[...slips]}::bigint[]))
    order by id for update`.execute(db)

/** The bank has the boleto: from now on it can be paid. */
export async function markRegistered(ctx: Pick<Ctx, 'sql'>, slip: number) {
  await lockBillsOf(ctx, [slip])
  await sql`update bill_slips set registered_at = now(), refused_at = null, refusal = null where id = ${slip}`.execute(
    ctx.sql,
  )
  await showLines(ctx, [slip])
}
/** The bank did not take it, or has it no more. */
export async function markRefused(ctx: Pick<Ctx, 'sql'>, slip: number, refusal: string) {
  await lockBillsOf(ctx, [slip])
  await sql`update bill_slips set registered_at = null, refused_at = now(), refusal = ${refusal} where id = ${slip}`.execute(
    ctx.sql,
  )
  await showLines(ctx, [slip])
}

/** The bank has another due day for the boleto: its bars say so, and the paper that was handed out is still paid by the old ones. */
export async function moveDue(ctx: Pick<Ctx, 'sql'>, slip: number, due_date: string) {
  await lockBillsOf(ctx, [slip])
  const { rows } = await sql<{ bars: string; cents: number }>`
    select bars, (100 * value)::float8 as cents from bill_slips where id = ${slip} and bars is not null`.execute(
    ctx.sql,
  )
  const [found] = rows
  if (!found) return
  const bars = barsOf({
    bank: found.bars.slice(0, 3),
    due_date,
    cents: Math.round(found.cents),
    free: found.bars.slice(19),
  })
  await sql`
    update bill_slips set due_date = ${due_date}, bars = ${bars}, line = ${lineOf(bars)} where id = ${slip}`.execute(
    ctx.sql,
  )
  await showLines(ctx, [slip])
}

/** What was refused is tried again: until the answer nobody knows whether it will be. */
export const clearRefusal = ({ sql: db }: Pick<Ctx, 'sql'>, slip: number) =>
  sql`update bill_slips set refused_at = null, refusal = null where id = ${slip}`.execute(db)

/** Its number is never reused, and a later payment of its paper is still matched to it. */
export const cancelSlip = (ctx: Ctx, slip: BillSlip) =>
  sql`update bill_slips set cancelled_at = now(), cancelled_by_id = ${ctx.user.id} where id = ${slip.id}`.execute(
    ctx.sql,
  )

type PrintedName = (typeof slipLock.fields)[number]
/** What of a bill its boleto prints, as it is written. */
const printed = slipLock.fields.map(name =>
  name === 'client' || name === 'checking_account' ? (`${name}_id` as const) : name,
)
type PrintedOf = Readonly<
  Partial<Record<Exclude<PrintedName, 'client' | 'checking_account'> | 'client_id' | 'checking_account_id', unknown>>
>

/** Throws a 409 if the draft changes what an issued boleto prints. */
export async function refuseOtherwise(db: Sql, draft: PrintedOf, row: PrintedOf & { readonly id: number }) {
  const changes = printed.some(name => draft[name] !== undefined && (draft[name] ?? null) !== (row[name] ?? null))
  if (changes && (await liveSlip(db, row.id))) throw problem('conflict', slipLock.why)
}
/** Throws while a boleto could still be paid for what would be gone. */
export async function refuseSlipped(db: Sql, bill: number) {
  if (await liveSlip(db, bill))
    throw problem('conflict', 'A conta tem um boleto emitido, que alguém pode pagar: cancele o boleto antes.')
}
