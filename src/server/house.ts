import type { User } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { Catalog } from '#server/catalog.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Events } from '#server/events.ts'
import type { ChoreHealth } from '#server/health-line.ts'
import type { JobRoom } from '#server/jobs/open.ts'
import type { MailRoom } from '#server/mail.ts'
import type { AnyOperation, Ctx, RecentProof, Sql } from '#server/operation.ts'
import type { Readiness } from '#server/ready.ts'
import type { Totals } from '#server/rows/totals.ts'

/** Something of the product that `/metrics` publishes: one number, or one for each value of a label. */
export interface ProductMetric {
  readonly name: string
  readonly help: string
  readonly label?: string
  /** Counted by this process since it began; otherwise a state, which is read at most once in some seconds. */
  readonly counter?: true
  readonly count: (sql: Sql) => Promise<number | Readonly<Record<string, number>>>
}

/** The server runs on these services, given by the composition root. */
export interface House {
  readonly config: Config
  readonly database: Database
  /** Whether this process reads and writes now; answered within two seconds. */
  readonly readiness: () => Promise<Readiness>
  readonly catalog: Catalog
  readonly totals: Totals
  readonly operations: readonly AnyOperation[]
  readonly mail: MailRoom
  /**
   * Who a request with these headers is from; null when its token is nobody's any more. Given the request itself, its proof of
   * possession is spent and its address compared; without, as for a stream that goes on, only the token is looked at.
   */
  readonly authenticate: (headers: CallerHeaders, arriving?: ArrivingRequest) => Promise<Caller | null>
  /** This user as they are now, or as this token of theirs lets a program act; null when they may not come in any more. */
  readonly person: (sql: Ctx['sql'], id: number, token?: number | null) => Promise<User | null>
  readonly jobs: JobRoom
  /** `/metrics` publishes these besides the server's own figures. */
  readonly metrics: readonly ProductMetric[]
  readonly chores: Keeper
  readonly events: Events
  /** Log lines are written here; by default, to standard output. */
  readonly logTo?: { write(line: string): void }
}

/** This header names the user whose view the request takes. */
export const seenAs = 'x-ver-como'

/** Headers of a request, from which its caller is found. */
export type CallerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** What a proof of possession is about, and where the request comes from. */
export interface ArrivingRequest {
  readonly id: string
  readonly method: string
  /** Path and query, as they arrived. */
  readonly url: string
  /** The name of the server the request was sent to, and the port if any. */
  readonly host: string
  readonly ip: string
  readonly agent: string
}

/** Who is calling, and through which of their sessions. */
export interface Caller {
  readonly user: User
  /** 0 where a program calls by a token. */
  readonly session_id: number
  readonly proof?: RecentProof
}

/** A task the server repeats by itself. It may be killed at any moment, and is then done again. */
export interface Chore {
  /** Of its row, its address and its metrics. */
  readonly name: string
  /** Its title, and what it does, in a sentence for administrators. */
  readonly title: string
  readonly about: string
  /** Minutes between two runs. */
  readonly every: number
  /** Done besides some seconds after a row of these sections changed by itself. */
  readonly soonAfter?: readonly AnyResource[]
  /** Figures of its last run that `/metrics` publishes. */
  readonly metrics?: readonly ChoreMetric[]
  /** Its figures as administrators read them on *Sistema*, and operators in `/readyz`. */
  readonly health?: ChoreHealth
  readonly run: (house: House, turn: Turn) => Promise<Came | void>
}

export interface ChoreMetric {
  readonly name: string
  readonly help: string
  /** Null where the run did not count it. */
  readonly value: (figures: Readonly<Record<string, number>>) => number | null
}

export interface Turn {
  readonly now: Date
  /** A user requested it, having read how the last run went. */
  readonly byHand: boolean
  /** Once the process closes, or another has taken the chore over. */
  readonly signal: AbortSignal
}

/** What came of a run: a sentence, and figures somebody shows. */
export interface Came {
  readonly said: string
  readonly figures?: Readonly<Record<string, number>>
}

/** The state of a chore, as its row stores it. */
export interface ChoreStatus {
  readonly id: number
  readonly name: string
  readonly next_at: string
  readonly running: boolean
  /** Whose wish the last run was; null when it was time. */
  readonly asked_by: number | null
  readonly started_at: string | null
  readonly succeeded_at: string | null
  readonly failed_at: string | null
  readonly error: string | null
  readonly failures: number
  readonly said: string | null
  readonly figures: Readonly<Record<string, number>> | null
}

/** Runs the chores; see `openKeeper`. */
export interface Keeper {
  readonly chores: readonly Chore[]
  /** Makes their rows; with one process only, whatever was begun before it is over. */
  readonly register: (only: boolean) => Promise<void>
  /** What is overdue is done soon, but not in the way of the start. */
  readonly start: () => void
  readonly turn: () => Promise<void>
  /** Does one in some seconds, whatever its time. */
  readonly soon: (name: string) => void
  /**
   * Begins a chore for somebody (null: who operates the machine), in the transaction of their request; answers its row's id, and what does it once that is
   * committed. Throws a 404, or a 409 while it is being done.
   */
  readonly ask: (
    on: Sql,
    name: string,
    by: number | null,
  ) => Promise<{ readonly id: number; readonly title: string; readonly begin: () => void }>
  /** Answers the present state of the chores known here. */
  readonly standing: (on?: Sql) => Promise<readonly ChoreStatus[]>
  /** Once nothing is being done here; for tests. */
  readonly settled: () => Promise<void>
  /** Gives back what is not done yet. */
  readonly stop: () => Promise<void>
}
