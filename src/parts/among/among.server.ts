import { sql } from 'kysely'
import type { Part } from '#server/part.ts'

/**
 * SQL: whether this column is one of many ids. A stored plan compares each row with a list of `any` one by one, and takes the list for
 * a short one when it joins it; here PostgreSQL makes a hash of it and looks each row up.
 */
export const amongSql = (column: string, ids: readonly number[]): Part =>
  sql`(${sql.ref(column)} in (select unnest(${[...ids]}::bigint[]))) is true`
