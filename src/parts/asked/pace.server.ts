import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/**
 * Takes a place for one more question to a service this minute. False: none is left. The row of its host is shared by all processes on
 * the database, and locked while it is judged.
 */
export async function mayAsk(db: Sql, host: string, rate: number): Promise<boolean> {
  const { rows } = await sql`
    insert into question_paces as p (host, sent_at) values (${host}, array[clock_timestamp()])
    on conflict (host) do update
      set sent_at = array(select at from unnest(p.sent_at) at where at > clock_timestamp() - interval '1 minute') || clock_timestamp()
      where (select count(*) from unnest(p.sent_at) at where at > clock_timestamp() - interval '1 minute') < ${rate}
    returning host`.execute(db)
  return rows.length > 0
}
