import { sql } from 'kysely'
import { isStaff, type User } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'

/** The tenure of the fistel under the alias `f`, as a JSON object; see `tenure.ts`. */
export const tenureSql = sql`json_build_object(
  'stretches', coalesce((select json_agg(json_build_object('since', n.since, 'until', n.until) order by n.since)
    from fistel_tenures n where n.fistel_id = f.id), '[]'),
  'first', (select json_build_object('year', k.year, 'month', k.month) from collects k
    where k.fistel_id = f.id and k.deleted_at is null order by k.year, k.month limit 1))`

/** `owes` of `tenure.ts` over the fistel under this alias, of a month given as SQL: its first day, a date. */
export const owesSql = (alias: string, first: string) => `(case
  when exists (select 1 from fistel_tenures n where n.fistel_id = ${alias}.id)
    and not exists (select 1 from fistel_tenures n where n.fistel_id = ${alias}.id and n.since <= ${dueSql(first)})
  then exists (select 1 from collects k where k.fistel_id = ${alias}.id and k.deleted_at is null
    and make_date(k.year, k.month, 1) <= ${first})
  else exists (select 1 from fistel_tenures n where n.fistel_id = ${alias}.id
    and n.since <= ${dueSql(first)} and (n.until is null or n.until >= ${first})) end)`
/** `dueDay` of `period.ts`. */
const dueSql = (first: string) => `(${first} + interval '1 month' + interval '14 days')`

/**
 * Whether the office no longer files for the client under this alias: a fistel was in use, and none is any more. A client
 * without any is still expected.
 */
export const hasLeft = (alias: string) => `(
  select bool_and(n.until is not null) from fistels f join fistel_tenures n on n.fistel_id = f.id
  where f.client_id = ${alias}.id and f.deleted_at is null) is true`

/** Selects the last day of the contract of the client `c`, once it is over; only staff see it. */
export const lapsedSql = ({ user }: { readonly user: User }) =>
  sql`case when ${isStaff(user)}::boolean and c.contract_due_date < ${dayIn(new Date()).day}::date then c.contract_due_date end`
