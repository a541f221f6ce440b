import { sql, type RawBuilder } from 'kysely'
import { timeZone } from '#kernel/clock.ts'
import { isDay, type FilterTest } from '#kernel/page.ts'

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
 * A column of moments against what a filter gives: a bare day is the whole of that day in Brasília, and a moment is compared as it
 * is shown, in milliseconds, for the database has microseconds. Each is a range, which an index finds.
 */
export function momentSql(column: RawBuilder<unknown>, test: FilterTest, value: string): RawBuilder<unknown> {
  if (test === 'gte') return sql`${column} >= ${startOf(value)}`
  if (test === 'lte') return sql`${column} < ${endOf(value)}`
  const each = value.split(',').map(given => sql`${column} >= ${startOf(given)} and ${column} < ${endOf(given)}`)
  return sql`(${sql.join(each, sql` or `)})`
}
