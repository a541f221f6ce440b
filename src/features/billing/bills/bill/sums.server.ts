import { sql } from 'kysely'
import { added } from '#features/billing/bills/bill/standing.ts'

/** What a bill asks for, and what of it nobody paid yet, as SQL over its alias. */
export const netSqlOf = (alias: string) =>
  `(${alias}.value ${added.map(name => `+ coalesce(${alias}.${name}, 0)`).join(' ')} - coalesce(${alias}.discount, 0))`
export const leftOf = (alias: string) => `greatest(0, ${netSqlOf(alias)} - ${alias}.received)`

export const netSql = (alias: string) => sql.raw(netSqlOf(alias))
export const leftSql = (alias: string) => sql.raw(leftOf(alias))
