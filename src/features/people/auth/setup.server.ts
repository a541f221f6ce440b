import type { User } from '#kernel/access.ts'
import type { CurrentUser } from '#features/people/auth/menus.ts'
import type { OAuthClient } from '#features/people/auth/installation.server.ts'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import type { Passwords } from '#features/people/auth/passwords.server.ts'
import type { SecondFactor } from '#features/people/auth/second.server.ts'

/** What the sign-in routes need from the code that assembles the server. */
export interface Auth {
  readonly passwords: Passwords
  readonly client: OAuthClient
  readonly second: SecondFactor
  /** The user as the browser knows them. */
  readonly viewOf: (user: User) => CurrentUser
  /** The directory of the office; null without one. */
  readonly directory: Directory | null
  readonly now: () => Date
}
