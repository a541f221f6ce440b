import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import type { VouchedSession } from '#features/people/auth/directory-sessions.server.ts'
import type { Passwords } from '#features/people/auth/passwords.server.ts'
import type { Person } from '#features/people/auth/people.server.ts'
import type { Lives } from '#features/people/auth/rotation.ts'
import type { SessionHolder, SessionTokens } from '#features/people/auth/sessions.server.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

/** What a sign-in depends on. */
export interface SignIn {
  readonly db: Sql
  readonly passwords: Passwords
  readonly lives: Lives
  readonly now: Date
  readonly request: Pick<RequestFacts, 'id' | 'ip' | 'agent'>
  /** A word the browser made up once and sends with every sign-in; only its hash is stored. */
  readonly device?: string | undefined
  readonly second: SecondFactor
  readonly directory: Directory | null
  /** Set of a sign-in by the directory. */
  readonly vouched?: VouchedSession | undefined
  /** Who is to hold the session. */
  readonly holder: SessionHolder
}

/** What a client of `/oauth/token` sends; each parameter is one text, or absent. */
export type GrantParameters = Readonly<Record<string, unknown>>

/** A right password, or the directory's word for one, is not enough: what its owner must prove besides, and until when, in seconds. */
export interface SecondStep {
  readonly mfa_token: string
  readonly expires_in: number
  readonly methods: readonly string[]
}

/** What comes between a right password and a session; handed in by the room of second factors. */
export interface SecondFactor {
  /** The second step of this sign-in, begun in its transaction; null where none is needed. */
  readonly begin: (trx: Sql, who: Person, door: SignIn) => Promise<SecondStep | null>
  /** Right before the session begins: which browser it is in is remembered, and a new one is reported to its owner by mail. */
  readonly arrive: (trx: Sql, who: Person, door: SignIn) => Promise<void>
  /** Grants by what is more than a password, by `grant_type`. They answer null, or throw, where what came is worth nothing. */
  readonly grants: Readonly<Record<string, (door: SignIn, given: GrantParameters) => Promise<SessionTokens | null>>>
}
