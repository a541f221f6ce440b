import { sql, type RawBuilder } from 'kysely'
import { timeZone } from '#kernel/clock.ts'
import { isDay } from '#kernel/page.ts'

/** The calendar day in Brasília. */
export const todaySql = `(now() at time zone '${timeZone}')::date`

/** The moment at which a day, 'AAAA-MM-DD', begins in Brasília, or the day so many days after it. */
export const dayStartSql = (day: string, days = 0): RawBuilder<unknown> =>
  sql`(${day}::date + ${days}::integer)::timestamp at time zone ${timeZone}`

const milliseconds = (moment: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${moment})`
/** The first moment of what was given, and the first after it. */
const startOf = (given: string) =>
  isDay(given) ? dayStartSql(given) : milliseconds(sql`${given}::timestamptz + interval '999 microseconds'`)
const endOf = (given: string) =>
  isDay(given) ? dayStartSql(given, 1) : sql`${milliseconds(sql`${given}::timestamptz`)} + interval '1 millisecond'`

/**
 * A column of moments against what a filter gives, from a first day or moment to a last: a bare day is the whole of that day in Brasília, and a moment is compared as it
 * is shown, in milliseconds, for the database has microseconds. Each is a range, which an index finds.
 */
export function momentSql(
  column: RawBuilder<unknown>,
  test: 'eq' | 'gte' | 'lte' | 'gt' | 'lt',
  first: string,
  last = first,
): RawBuilder<unknown> {
  switch (test) {
    case 'gte':
      return sql`${column} >= ${startOf(first)}`
    case 'lt':
      return sql`${column} < ${startOf(first)}`
    case 'lte':
      return sql`${column} < ${endOf(last)}`
    case 'gt':
      return sql`${column} >= ${endOf(last)}`
    case 'eq':
      return sql`(${column} >= ${startOf(first)} and ${column} < ${endOf(last)})`
  }
}
