import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod'
import type { Sql } from '#server/operation.ts'

/** A moment as a parameter. */
export const atMoment = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
/** The moment so many seconds later, as a parameter. */
export const secondsLater = (now: Date, seconds: number) => atMoment(new Date(now.getTime() + seconds * 1_000))

/** A row while a process works on it. `run` is new in each try: a process that lost its lease changes nothing any more. */
interface LeasedRow {
  readonly id: number
  readonly run: string
}
interface LeasedTable<Row extends LeasedRow> {
  readonly table: string
  readonly waiting: string
  readonly running: string
  /** The column of the moment before which a row is not tried again. */
  readonly nextAt: string
  /** Which rows of the table are sent at all. */
  readonly among: RawBuilder<unknown>
  /** What a try counts: 'tries = tries + 1'. */
  readonly counts: RawBuilder<unknown>
  /** What is read of a leased row `q`; `due.cut` is true where an earlier try never ended. */
  readonly columns: RawBuilder<unknown>
  readonly row: z.ZodType<Row>
}

/**
 * Leases of the rows of one table: a process takes a row for some seconds and renews the lease while it works; when the process dies,
 * another takes the row once the lease is over. Moments are the caller's, leases are in seconds.
 */
export function leasesOf<Row extends LeasedRow>(leased: LeasedTable<Row>) {
  const table = sql.table(leased.table)
  const nextAt = sql.ref(leased.nextAt)
  // Written into the statement and not given as parameters, or no index of the rows that wait could be used.
  const [waiting, running] = [sql.lit(leased.waiting), sql.lit(leased.running)]
  const isDue = (now: Date) => sql`deleted_at is null and ${leased.among}
    and (state = ${waiting} and (${nextAt} is null or ${nextAt} <= ${atMoment(now)})
      or state = ${running} and leased_until <= ${atMoment(now)})`
  const owned = ({ id, run }: LeasedRow) => sql`id = ${id} and run = ${run} and state = ${running}`
  return {
    /** Is the row still leased to this try? */
    owned,
    /** Leases the next row whose time has come; null when there is none. Two processes never get the same one. */
    async take(db: Sql, now: Date, lease: number): Promise<Row | null> {
      // An update that meets no row is counted as a change of the table all the same, and an office at night would write for ever.
      const { rows: found } = await sql`select 1 from ${table} where ${isDue(now)} limit 1`.execute(db)
      if (!found.length) return null
      const { rows } = await sql`
        with due as (
          select id, state = ${running} as cut from ${table} where ${isDue(now)}
          order by ${nextAt} nulls first, id limit 1 for update skip locked)
        update ${table} q set state = ${running}, ${leased.counts}, run = ${randomUUID()},
          leased_until = ${secondsLater(now, lease)}, updated_at = now()
        from due where q.id = due.id returning ${leased.columns}`.execute(db)
      return rows[0] ? leased.row.parse(rows[0]) : null
    },
    renew: (db: Sql, row: LeasedRow, now: Date, lease: number) =>
      sql`update ${table} set leased_until = ${secondsLater(now, lease)} where ${owned(row)}`.execute(db),
    /** Ends every lease. For the start of a process that is the only one of its database: who had them is dead. */
    recover: (db: Sql, now: Date) =>
      sql`update ${table} set leased_until = ${atMoment(now)} where state = ${running}`.execute(db),
  }
}
export type Leases<Row extends LeasedRow> = ReturnType<typeof leasesOf<Row>>
