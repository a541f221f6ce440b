import { sql } from 'kysely'
import { added } from '#features/billing/bills/bill/standing.ts'

/** What a bill asks for, and what of it nobody paid yet, as SQL over its alias: before a discount that applies only up to a day. */
export const netSqlOf = (alias: string) =>
  `(${alias}.value ${added.map(name => `+ coalesce(${alias}.${name}, 0)`).join(' ')} - case when ${alias}.discount_until is null then coalesce(${alias}.discount, 0) else 0 end)`
export const leftOf = (alias: string) => `greatest(0, ${netSqlOf(alias)} - ${alias}.received)`

export const netSql = (alias: string) => sql.raw(netSqlOf(alias))
export const leftSql = (alias: string) => sql.raw(leftOf(alias))
