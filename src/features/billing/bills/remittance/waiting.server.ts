import { sql } from 'kysely'
import { cnpj, cpf, zipcode } from '#kernel/brasil.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showDate } from '#kernel/show.ts'
import type { RemittanceOrder, RemittedAccount, RemittedMovement } from '#features/billing/bills/remittance/orders.ts'
import {
  remittanceLayoutOf,
  type RemittanceLayout,
  type RemittanceNeed,
} from '#features/billing/bills/remittance/remitting-banks.ts'
import type { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { ruleOf, type SlipAccount } from '#features/billing/bills/slip/banks.ts'
import { codeOfBank, fitAccount } from '#features/billing/bills/slip/fit.ts'
import type { Sql } from '#server/operation.ts'

// What waits for a remittance is not stored: it is every boleto that the bank does not know yet, or is to forget, and that no file in
// force has. So issuing and cancelling a boleto need not know of remittances.

export type RemittingAccount = ListedOf<typeof checkingAccounts>

/** An account as its remittances state it, or what it lacks for them. */
export interface FittedRemitter {
  readonly bank: string
  readonly layout: RemittanceLayout | null
  readonly slips: SlipAccount | null
  readonly account: RemittedAccount | null
  readonly company: { readonly name: string; readonly cnpj: string }
  readonly lacks: readonly string[]
}
const needs: Readonly<Record<RemittanceNeed, string>> = {
  agency_digit: 'o dígito da agência',
  account_digit: 'o dígito da conta',
  agreement: 'o convênio',
  wallet_variation: 'a variação da carteira',
  transmission_code: 'o código de transmissão',
}

export async function remitterOf(db: Sql, row: RemittingAccount): Promise<FittedRemitter> {
  const { rows } = await sql<{ name: string; cnpj: string | null }>`
    select coalesce(razao_social, nome_fantasia) as name, cnpj from empresas where id = ${row.empresa_id}`.execute(db)
  const company = { name: rows[0]?.name ?? '', cnpj: rows[0]?.cnpj ?? '' }
  const bank = codeOfBank(row.bank ?? 0)
  const layout = remittanceLayoutOf(bank)
  const { account: slips, lacks: unfit } = fitAccount(row)
  const missing = (layout?.needs ?? []).filter(name => !row[name])
  const lacks = [
    ...Object.values(unfit),
    ...(layout ? missing.map(name => `Informe ${needs[name]} na conta corrente.`) : []),
    ...(company.cnpj ? [] : ['Informe o CNPJ da empresa beneficiária.']),
  ]
  const account = slips && {
    ...slips,
    agency_digit: row.agency_digit ?? '',
    account_digit: row.account_digit ?? '',
    agreement: slips.agreement || (row.agreement ?? ''),
    wallet_variation: row.wallet_variation ?? '',
    transmission_code: row.transmission_code ?? '',
  }
  return { bank, layout, slips, account, company, lacks }
}

/** Why a bank is to drop a boleto. */
const reasons = {
  boleto: 'O boleto foi cancelado',
  conta: 'A conta foi cancelada',
  paga: 'A conta foi paga por outro meio',
} as const

interface WaitingRow {
  readonly slip: number
  readonly bill_id: number
  readonly bill: string
  readonly movement: RemittedMovement
  readonly reason: keyof typeof reasons | null
  readonly number: number
  readonly shown: string
  readonly bars: string
  readonly due_date: string
  /** The due day that the bank has, where it is to change. */
  readonly due_before: string
  readonly value: number
  readonly fine: number
  readonly interest: number
  readonly issue_date: string
  readonly billet_number: string | null
  readonly discount: number | null
  readonly discount_until: string | null
  readonly client: string
  readonly name: string
  readonly document: string | null
  readonly address: string | null
  readonly district: string | null
  readonly zipcode: string | null
  readonly city: string | null
  readonly state: string | null
}

/** A boleto that waits, as it would be written, or why it cannot be. */
export interface WaitingSlip {
  readonly row: WaitingRow
  readonly reason: string | null
  readonly order: RemittanceOrder
  readonly refusal: { readonly why: string; readonly path: string } | null
}

/** Boletos that wait in one account at most: more than an office issues in years. */
const mostWaiting = 20_000

/** What of an account waits for a remittance, the oldest boleto first. */
export async function waitingSlips(
  db: Sql,
  { id, remits_since }: Pick<RemittingAccount, 'id' | 'remits_since'>,
  remitter: FittedRemitter,
  today: string,
): Promise<readonly WaitingSlip[]> {
  const { rows } = await sql<WaitingRow>`
    select s.id::float8 as slip, b.id::float8 as bill_id, b.uuid as bill, m.movement,
      case when m.movement = '02' then case when s.cancelled_at is not null then 'boleto' when b.called_off then 'conta' else 'paga' end end as reason,
      s.number::float8 as number, s.shown, s.bars, case when m.movement = '06' then b.due_date else s.due_date end::text as due_date,
      s.due_date::text as due_before, s.value::float8 as value,
      coalesce(s.fine_percent, 0)::float8 as fine, coalesce(s.interest_percent, 0)::float8 as interest, b.issue_date::text as issue_date,
      b.billet_number, b.discount::float8 as discount, b.discount_until::text as discount_until,
      c.uuid as client, c.name, c.document, p.*
    from bill_slips s
    join bills_to_receive b on b.id = s.bill_id
    join clients c on c.id = b.client_id
    cross join lateral (
      select case
        when s.refused_at is not null then null
        when s.cancelled_at is null and not b.called_off and not b.downloaded then
          case when b.deleted_at is not null then null
            when s.registered_at is null then case when s.issued_at >= ${remits_since} then '01' end
            when b.due_date <> s.due_date then '06' end
        when greatest(s.cancelled_at, b.called_off_at, b.downloaded_at) >= ${remits_since}
          and (s.registered_at is not null or exists (
            select 1 from bank_remittance_orders o where o.slip_id = s.id and o.movement = '01' and not o.undone))
          and not exists (
            select 1 from bank_return_lines l where l.slip_id = s.id and l.paid > 0 and l.state <> 'desfeita') then '02'
      end as movement
    ) m
    left join lateral (
      select nullif(concat_ws(', ', l.address, l.number, l.complement), '') as address, l.neighborhood as district, l.zipcode,
        t.name as city, t.name_state as state
      from clients_addresses l left join cities t on t.id = l.city_id
      where l.parent_id = c.id and l.active order by l.position limit 1
    ) p on true
    where s.checking_account_id = ${id} and s.provider is null and m.movement is not null
      and not exists (
        select 1 from bank_remittance_orders o where o.slip_id = s.id and o.movement = m.movement and not o.undone
          and (m.movement <> '06' or o.due_date = b.due_date))
    order by s.id limit ${mostWaiting}`.execute(db)
  return rows.map(row => ({
    row,
    reason: row.movement === '06' ? `Vencia em ${showDate(row.due_before)}` : row.reason && reasons[row.reason],
    order: orderOf(row, today),
    refusal: refusalOf(row, remitter, today),
  }))
}

/** Columns of a document in segment P: what is longer is known by the bill's own number. */
const documentWidth = 15
/** The bank's day of a discount is at most the due day. */
const earlier = (one: string, other: string) => (one < other ? one : other)

function orderOf(row: WaitingRow, today: string): RemittanceOrder {
  const own = String(row.bill_id)
  const until = row.discount_until && earlier(row.discount_until, row.due_date)
  const discount = Math.round((row.discount ?? 0) * 100)
  return {
    movement: row.movement,
    shown: row.shown,
    document: row.billet_number && row.billet_number.length <= documentWidth ? row.billet_number : own,
    own,
    due_on: row.due_date,
    issued_on: earlier(row.issue_date, today),
    cents: Math.round(row.value * 100),
    fine: row.fine,
    interest: row.interest,
    discount: until && until >= today && discount > 0 ? { cents: discount, until } : null,
    payer: {
      name: row.name,
      document: row.document ?? '',
      address: row.address ?? '',
      district: row.district ?? '',
      zipcode: zipcode(row.zipcode ?? '') ?? '',
      city: row.city ?? '',
      state: row.state ?? '',
    },
  }
}

/** Why a boleto cannot go as it is, and where that is put right. */
function refusalOf(row: WaitingRow, { bank, slips }: FittedRemitter, today: string): WaitingSlip['refusal'] {
  const [bill, client] = [`/bills-to-receive/${row.bill}`, `/clients/${row.client}`]
  const rule = ruleOf(bank)
  const number = slips && rule?.number(slips, String(row.number).padStart(rule.digits, '0'))
  if (number && (row.bars.slice(0, 3) !== bank || number.free !== row.bars.slice(19) || number.shown !== row.shown))
    return { why: 'O boleto foi emitido com outros dados da conta corrente', path: bill }
  if (row.movement === '02') return null
  if (row.due_date < today) return { why: 'O vencimento já passou', path: bill }
  if (row.movement === '06') return null
  if (row.discount_until && (row.discount ?? 0) >= row.value)
    return { why: 'O desconto não é menor do que o boleto', path: bill }
  if (!row.name.trim()) return { why: 'O cliente está sem nome', path: client }
  if (!cpf(row.document ?? '') && !cnpj(row.document ?? ''))
    return { why: 'O cliente está sem CNPJ ou CPF válido', path: client }
  if (!row.address || !zipcode(row.zipcode ?? '') || !row.city || !row.state)
    return { why: 'O endereço do cliente está sem rua, CEP ou município', path: client }
  return null
}
