import { sql } from 'kysely'
import { isStaff, type User } from '#kernel/access.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { extend } from '#server/extend.ts'
import { yes } from '#server/sql.ts'

/** Which fistels, over their alias, are for this reader: people of a client have those that staff chose to show. */
export const shownTo = (user: User, alias: string) => (isStaff(user) ? yes : sql.ref(`${alias}.show_for_client`))

export const fistelsOnServer = extend(fistels, {
  visible: ({ user, alias, declared }) => (isStaff(user) ? declared : sql`(${declared} and ${shownTo(user, alias)})`),
})
