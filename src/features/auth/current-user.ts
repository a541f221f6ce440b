import type { User } from '#kernel/access.ts'

/** What `GET /users/me` answers: who is signed in, and the ids of the menu entries they see. */
export interface CurrentUser extends User {
  readonly menus: readonly string[]
}
