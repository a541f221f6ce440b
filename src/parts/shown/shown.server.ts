import { sql } from 'kysely'
import { isStaff, type User } from '#kernel/access.ts'
import { yes } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

/** Which fistels, over their alias, are for this reader: people of a client have those that staff chose to show them. */
export const shownTo = (user: User, alias: string): Part =>
  isStaff(user) ? yes : sql`${sql.ref(`${alias}.show_for_client`)}`
