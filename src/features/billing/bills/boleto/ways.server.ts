import { sql } from 'kysely'
import { costOn, debtOf, type BillCost, type DebtRow } from '#features/billing/bills/bill/charges.ts'
import { debtColumns } from '#features/billing/bills/bill/rates.server.ts'
import { isSlipState } from '#features/billing/bills/slip/sheet.ts'
import { slipStateSql } from '#features/billing/bills/slip/slips.server.ts'
import { brCode } from '#features/billing/bills/slip/pix.ts'
import type { WaysToPay } from '#features/billing/bills/boleto/ways.ts'
import type { Sql } from '#server/operation.ts'

/** Whom a Pix goes to, and for which bill. */
export interface PixParty {
  readonly bill: number
  readonly pix_key: string | null
  readonly company: string | null
  readonly city: string | null
}

/** What the Pix of a bill says; null where its account has no key, or its company no town to name. */
const pixOf = ({ bill, pix_key, company, city }: PixParty, cents: number): string | null =>
  pix_key && company && city && cents > 0
    ? brCode({ key: pix_key, name: company, city, cents, txid: `CONTA${bill}` })
    : null

/** What of a bill's boleto decides which Pix pays it. */
export interface SlipPix {
  readonly registered: boolean
  /** The provider's own, of a boleto that can be paid, while it is good. */
  readonly own_pix: string | null
  /** Cents that were registered. */
  readonly slip_cents: number | null
}
/** SQL columns of a `SlipPix`, of the boleto under `alias`. */
export const slipPixColumns = (
  alias: string,
) => `${alias}.registered_at is not null and ${alias}.environment is distinct from 'homologacao' as registered,
  case when ${alias}.registered_at is not null and ${alias}.environment = 'producao' and coalesce(${alias}.pix_until > now(), true)
    then ${alias}.pix end as own_pix, (100 * ${alias}.value)::float8 as slip_cents`

/**
 * The Pix of a bill today. A boleto that a provider registered has its own, which settles the boleto with it and asks for the fine or the
 * discount of the day by itself: it is handed out while the bill owes what was registered. Any other is over what the bill costs.
 */
export const pixToday = (row: PixParty & SlipPix, left: number, cost: BillCost): string | null =>
  row.own_pix !== null && row.slip_cents === left ? row.own_pix : pixOf(row, cost.total)

interface WaysRow extends PixParty, DebtRow, SlipPix {
  readonly bar_code: string | null
  /** Of our boleto. */
  readonly digits: string | null
  readonly state: string | null
  readonly number: string | null
  readonly refusal: string | null
}

/**
 * How each of these bills is paid on a day, by its id; of those that are open. The caller checks who may see them.
 * @param today 'AAAA-MM-DD'
 */
export async function waysToPay(
  db: Sql,
  bills: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, WaysToPay>> {
  const { rows } = await sql<WaysRow>`
    select b.id::float8 as bill, ${sql.raw(debtColumns('b'))}, b.bar_code, ${sql.raw(slipStateSql('b'))} as state,
      s.shown as number, s.line as digits, s.refusal, ${sql.raw(slipPixColumns('s'))}, a.pix_key, coalesce(e.razao_social, e.nome_fantasia) as company, m.name as city
    from bills_to_receive b
    left join bill_slips s on s.bill_id = b.id and s.cancelled_at is null
    left join checking_accounts a on a.id = b.checking_account_id and a.active and a.deleted_at is null
    left join empresas e on e.id = a.empresa_id
    left join cities m on m.id = e.municipio_id
    where b.id = any(${[...bills]}::bigint[]) and not b.downloaded and not b.called_off`.execute(db)
  return new Map(rows.map(row => [row.bill, waysOf(row, today)]))
}

function waysOf(row: WaysRow, today: string): WaysToPay {
  const debt = debtOf(row)
  const cost = costOn(debt, today)
  const state = isSlipState(row.state) ? row.state : null
  return {
    cost,
    line: row.bar_code,
    unregistered: row.bar_code ? null : row.digits,
    pix: pixToday(row, debt.left, cost),
    number: row.number,
    state,
    refusal: state === 'recusado' ? row.refusal : null,
  }
}
