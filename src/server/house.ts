import type { User } from '#kernel/access.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Keeper } from '#server/chores/keeper.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Events } from '#server/events.ts'
import type { JobRoom } from '#server/jobs/open.ts'
import type { MailRoom } from '#server/mail.ts'
import type { ProductGauge } from '#server/metrics.ts'
import type { AnyOperation, Ctx } from '#server/operation.ts'
import type { Totals } from '#server/rows/totals.ts'

/** The server runs on these services, given by the composition root. */
export interface House {
  readonly config: Config
  readonly database: Database
  readonly catalog: Catalog
  readonly totals: Totals
  readonly operations: readonly AnyOperation[]
  readonly mail: MailRoom
  /** Who a request with these headers is from; null when its token is nobody's any more. */
  readonly authenticate: (headers: CallerHeaders) => Promise<Caller | null>
  /** This user as they are now; null when they may not come in any more. */
  readonly person: (sql: Ctx['sql'], id: number) => Promise<User | null>
  readonly jobs: JobRoom
  /** `/metrics` publishes these besides the server's own figures. */
  readonly gauges: readonly ProductGauge[]
  readonly chores: Keeper
  readonly events: Events
  /** Log lines are written here; by default, to standard output. */
  readonly logTo?: { write(line: string): void }
}

/** This header names the user whose view the request takes. */
export const seenAs = 'x-ver-como'

/** What of a request says who is asking. */
export type CallerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Who is calling, and through which of their sessions. */
export interface Caller {
  readonly user: User
  readonly session_id: number
}
