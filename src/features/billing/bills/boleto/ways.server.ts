import { sql } from 'kysely'
import { costOn, debtOf, type DebtRow } from '#features/billing/bills/bill/charges.ts'
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
export const pixOf = ({ bill, pix_key, company, city }: PixParty, cents: number): string | null =>
  pix_key && company && city && cents > 0
    ? brCode({ key: pix_key, name: company, city, cents, txid: `CONTA${bill}` })
    : null

interface WaysRow extends PixParty, DebtRow {
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
      s.shown as number, s.line as digits, s.refusal, a.pix_key, coalesce(e.razao_social, e.nome_fantasia) as company, m.name as city
    from bills_to_receive b
    left join bill_slips s on s.bill_id = b.id and s.cancelled_at is null
    left join checking_accounts a on a.id = b.checking_account_id and a.active and a.deleted_at is null
    left join empresas e on e.id = a.empresa_id
    left join cities m on m.id = e.municipio_id
    where b.id = any(${[...bills]}::bigint[]) and not b.downloaded and not b.called_off`.execute(db)
  return new Map(rows.map(row => [row.bill, waysOf(row, today)]))
}

function waysOf(row: WaysRow, today: string): WaysToPay {
  const cost = costOn(debtOf(row), today)
  const state = isSlipState(row.state) ? row.state : null
  return {
    cost,
    line: row.bar_code,
    unregistered: row.bar_code ? null : row.digits,
    pix: pixOf(row, cost.total),
    number: row.number,
    state,
    refusal: state === 'recusado' ? row.refusal : null,
  }
}
