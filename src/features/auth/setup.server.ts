import { openBackground, type Background } from '#features/auth/background.server.ts'
import { oauthClient, type OAuthClient } from '#features/auth/installation.server.ts'
import { menusOf, type MenuEntry } from '#features/auth/menus.ts'
import { passwords, type Passwords } from '#features/auth/passwords.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** What the routes of sign-in work with. */
export interface Auth {
  readonly passwords: Passwords
  readonly client: (db: Sql, config: Config) => Promise<OAuthClient>
  /** The menu entries seen with these permissions. */
  readonly menusOf: (allow_routes: readonly string[]) => readonly string[]
  readonly background: Background
  readonly now: () => Date
}

/** As in production, with the menu of the product; a test brings its own clock and cheaper passwords. */
export const openAuth = (menu: readonly MenuEntry[], given: Partial<Auth> = {}): Auth => ({
  passwords,
  client: oauthClient,
  menusOf: menusOf(menu),
  background: openBackground(error => console.error(error)),
  now: () => new Date(),
  ...given,
})
