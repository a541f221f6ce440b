import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/** A process of the product on the database, by the connection on which it listens. */
export interface Peer {
  /** What it does: `all`, `web` or `jobs`. */
  readonly role: string
  readonly version: string
  readonly pid: number
  /** The machine's name for itself, of which the end may be missing. */
  readonly host: string
  /** ISO 8601. */
  readonly since: string
}

/** What the listening connection of every process is called, before what distinguishes it. */
const listening = 'outorga escuta'
/** Characters of a name that PostgreSQL shows. */
const longestName = 63

/** The name of this process's listening connection. It ends with the process, and nothing is written to say that it lives. */
export const peerName = (role: string, version: string | null): string =>
  [listening, role, version ?? '-', process.pid, hostname()].join(' ').slice(0, longestName)

/** All processes that listen on this database, the oldest first; commands, which are no servers, are left out. */
export async function peersOn(db: Sql): Promise<readonly Peer[]> {
  const { rows } = await sql<Peer>`
    select split_part(application_name, ' ', 3) as role, split_part(application_name, ' ', 4) as version,
      split_part(application_name, ' ', 5)::integer as pid, split_part(application_name, ' ', 6) as host, backend_start as since
    from pg_stat_activity
    where datname = current_database() and application_name ~ ${`^${listening} (all|web|jobs) \\S+ \\d+ \\S`}
    order by backend_start`.execute(db)
  return rows
}
