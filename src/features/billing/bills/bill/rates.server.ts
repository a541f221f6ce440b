import type { LateRates } from '#features/billing/bills/bill/charges.ts'
import { leftOf } from '#features/billing/bills/bill/sums.server.ts'

/**
 * SQL: the percent of fine or monthly interest of the bill under this alias. A bill with fees of its own bears no more. Otherwise it is
 * what its boleto prints, what its account charges, or what *Encargos por atraso* had for its due day, in this order.
 */
export const rateSql = (
  alias: string,
  rate: keyof LateRates,
) => `(case when coalesce(${alias}.fees, 0) > 0 then 0 else coalesce(
    (select s.${rate}_percent from bill_slips s where s.bill_id = ${alias}.id and s.cancelled_at is null),
    (select case when coalesce(a.fine_percent, a.interest_percent) is not null then coalesce(a.${rate}_percent, 0) end
      from checking_accounts a where a.id = ${alias}.checking_account_id),
    (select l.${rate} from late_charges l where l.active and l.deleted_at is null and l.since <= ${alias}.due_date
      order by l.since desc limit 1), 0) end)::float8`

/** SQL columns of a `DebtRow`. */
export const debtColumns = (
  alias: string,
) => `(100 * ${leftOf(alias)})::float8 as left_cents, ${alias}.due_date::text as due_date,
  ${alias}.discount::float8 as discount, ${alias}.discount_until::text as discount_until,
  ${rateSql(alias, 'fine')} as late_fine, ${rateSql(alias, 'interest')} as late_interest`
