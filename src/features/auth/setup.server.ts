import type { OAuthClient } from '#features/auth/installation.server.ts'
import type { Passwords } from '#features/auth/passwords.server.ts'

/** What the routes of sign-in need from whoever puts the server together. */
export interface Auth {
  readonly passwords: Passwords
  readonly client: OAuthClient
  /** The menu entries seen with these permissions. */
  readonly menusOf: (allow_routes: readonly string[]) => readonly string[]
  readonly now: () => Date
}
